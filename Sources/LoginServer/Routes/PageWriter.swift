// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Fills in what all pages have in common and turns them into answers.
struct PageWriter: Sendable {
    let settings: LoginServerSettings
    /// A button for each provider, in their order.
    let buttons: [ProviderButton]
    /// The stylesheet and the name that it is served under.
    let stylesheet: (name: String, text: String)

    init(settings: LoginServerSettings, providers: [Provider]) {
        self.settings = settings
        buttons = providers.map(ProviderButton.init)
        let text = Stylesheet(providers: buttons).text
        let hash = Base64URL.encode(SHA256Hash.hash(text).prefix(9))
        stylesheet = ("login-\(hash).css", text)
    }

    /// What stands around a page.
    ///
    /// - Parameter path: where the same page can be had again in another language; nil where it cannot.
    func frame(path: String?) -> PageFrame {
        PageFrame(
            serviceName: settings.serviceName, logo: nil, stylesheet: "/assets/\(stylesheet.name)", path: path,
            termsAddress: settings.terms.first { $0.name == "service" }?.address,
            privacyAddress: settings.terms.first { $0.name == "privacy" }?.address,
            pictureHosts: settings.pictureHosts)
    }

    /// A page as an answer.
    func answer(_ page: HTML, status: Int = 200, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.html(page.text, status: status)
        response.headers["Content-Language"] = context.language.rawValue
        return response
    }

    /// The error page; it shows code and request id and no internals.
    func error(_ problem: Problem, isSignedIn: Bool, _ context: RequestContext) -> HTTPResponse {
        let page = errorPage(
            ErrorPage(
                frame: frame(path: nil), message: problem.code.forPeople.message,
                remedy: problem.code.forPeople.remedy,
                reference: FaultReference(
                    code: problem.vendorCode ?? problem.code.rawValue, requestID: context.requestID),
                wayOut: isSignedIn ? .account : .signIn),
            in: context.language)
        return answer(page, status: problem.code.status, context)
    }

    /// The button of a provider; one that the server no longer offers still has a name.
    func button(_ id: ProviderID) -> ProviderButton {
        buttons.first { $0.id == id }
            ?? ProviderButton(
                id: id, name: BilingualText(ko: id.capitalised, en: id.capitalised),
                label: BilingualText(ko: id.capitalised, en: id.capitalised), background: "#666666",
                foreground: "#FFFFFF", symbolColor: "#FFFFFF", symbolPath: "")
    }

    /// The terms as the pages show them, with the accepted ones ticked.
    func consents(_ terms: [Terms], accepted: Set<String>) -> [ConsentItem] {
        terms.map { item in
            ConsentItem(
                name: item.name, title: item.title, isRequired: item.isRequired, address: item.address,
                isTicked: accepted.contains(item.name))
        }
    }
}

extension ProviderButton {
    fileprivate init(_ provider: Provider) {
        let style = provider.button
        self.init(
            id: provider.id, name: provider.name, label: style.label, background: style.background,
            foreground: style.labelColor, symbolColor: style.symbolColor, symbolPath: style.symbol)
    }
}

extension Set<String> {
    /// The terms that a form agrees to: the ticked boxes, or all of them by the button that says so.
    init(acceptedIn fields: FormFields, of terms: [Terms]) throws {
        let agreesToAll = try fields.single(PageField.agreeToAll) != nil
        let ticked = try terms.filter { item in
            try agreesToAll || fields.single(PageField.consent(item.name)) != nil
        }
        self = Set(ticked.map(\.name))
    }
}
