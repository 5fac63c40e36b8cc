// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders

/// Fills in what all pages have in common and turns them into answers.
struct PageWriter: Sendable {
    let settings: LoginServerSettings
    /// A button for each provider, in their order: how each of them looks.
    let buttons: [ProviderButton]
    /// The buttons of those to which a browser can be sent.
    let webButtons: [ProviderButton]
    /// The stylesheet that they share.
    let stylesheet: Stylesheet
    /// Where they may load pictures from: where the providers keep theirs, and where the operator says.
    let pictures: PictureSources

    init(settings: LoginServerSettings, providers: [Provider]) {
        self.settings = settings
        buttons = providers.map { ProviderButton(id: $0.id, name: $0.name, style: $0.button) }
        let onTheWeb = Set(providers.filter(\.signsInOnTheWeb).map(\.id))
        webButtons = buttons.filter { onTheWeb.contains($0.id) }
        stylesheet = Stylesheet(providers: buttons)
        pictures = PictureSources(
            hosts: providers.map(\.pictureHosts).reduce(settings.pictureHosts) { $0.union($1) },
            emulator: settings.emulator)
    }

    /// What stands around a page.
    ///
    /// - Parameter path: where the same page can be had again in another language; nil where it cannot.
    func frame(path: String?) -> PageFrame {
        PageFrame(
            serviceName: settings.serviceName, logo: settings.logo?.source,
            stylesheet: PageAddress.asset(stylesheet.name), path: path,
            termsAddress: settings.terms.first { $0.name == "service" }?.address,
            privacyAddress: settings.terms.first { $0.name == "privacy" }?.address,
            pictures: pictures)
    }

    /// A page as an answer.
    func answer(_ page: HTML, status: Int = 200, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.html(page.text, status: status)
        response.headers["Content-Language"] = context.language.rawValue
        return response
    }

    /// The error page; it shows code and request id and no internals.
    func error(_ problem: Problem, isSignedIn: Bool, _ context: RequestContext) -> HTTPResponse {
        let reference = FaultReference(code: problem.code, requestID: context.requestID)
        return answer(
            error(reference, isSignedIn: isSignedIn, context), status: problem.code.status, context)
    }

    /// The same page, for somebody who asks for it again in another language: what failed is not done again.
    func error(_ reference: FaultReference, isSignedIn: Bool, _ context: RequestContext) -> HTML {
        errorPage(
            ErrorPage(
                frame: frame(path: PageAddress.problem(reference)), message: reference.code.forPeople.message,
                remedy: reference.code.forPeople.remedy, reference: reference,
                wayOut: isSignedIn ? .account : .signIn),
            in: context.language)
    }

    /// The button of a provider; one that the server no longer offers still has a name.
    func button(_ id: ProviderID) -> ProviderButton {
        buttons.first { $0.id == id }
            ?? ProviderButton(id: id, name: BilingualText(ko: id.capitalised, en: id.capitalised), style: .unknown)
    }

    /// The terms as the pages show them, with the accepted ones ticked.
    func consents(_ terms: [Terms], accepted: Set<String>) -> [ConsentItem] {
        terms.map { item in
            ConsentItem(terms: item, isTicked: accepted.contains(item.name))
        }
    }
}

extension ButtonStyle {
    /// A grey tile without a symbol.
    fileprivate static let unknown = ButtonStyle(
        background: "#666666", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 12,
        label: BilingualText(ko: "", en: ""), symbol: "")
}

extension Set<String> {
    /// The terms that a form agrees to: the ticked boxes, or all of them by the button that says so.
    ///
    /// - Throws: `form_refused` where it agrees to something that nobody asks for, such as terms of last week's page.
    init(acceptedIn fields: FormFields, of terms: [Terms]) throws {
        let known = Set(terms.map { PageField.consent($0.name) } + [PageField.agreeToAll])
        let isAnswer = fields.fields.allSatisfy { field in
            !field.name.hasPrefix(PageField.consent("")) || known.contains(field.name)
        }
        guard isAnswer else { throw Problem(.formRefused) }
        let agreesToAll = try fields.single(PageField.agreeToAll) != nil
        let ticked = try terms.filter { item in
            try agreesToAll || fields.single(PageField.consent(item.name)) != nil
        }
        self = Set(ticked.map(\.name))
    }
}
