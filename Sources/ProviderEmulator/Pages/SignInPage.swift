// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A page of a sign-in at an emulated provider: where its forms go and how it is addressed.
struct SignInPage {
    /// Where accounts are chosen.
    static let accountPath = "/emulator/account"
    /// Where consent is given.
    static let consentPath = "/emulator/consent"

    let brand: EmulatorPage.Brand
    let visit: Visit
    let language: Language
    /// The id of the sign-in.
    let id: String
    /// What people see the app as.
    let appName: String

    /// The address of one of the two paths for this sign-in.
    func address(_ path: String, in language: Language? = nil) -> String {
        let choice = language.map { "&lang=\($0.rawValue)" } ?? ""
        return "\(visit.link(path))?sign_in=\(percentEncoded(id))\(choice)"
    }

    /// Sends the browser on. After a POST only 303 makes every browser go on with GET.
    func redirect(to location: String) -> HTTPResponse {
        .redirect(to: location, status: visit.request.method == .post ? 303 : 302)
    }

    /// A form of this sign-in.
    func form(_ path: String, class name: String = "", _ content: HTML) -> HTML {
        """
        <form method="post" action="\(visit.link(path))" class="\(name)">
        <input type="hidden" name="sign_in" value="\(id)">
        \(content)
        </form>
        """
    }

    /// The whole page.
    func page(_ title: String, path: String, _ content: HTML) -> EmulatorPage {
        EmulatorPage(
            brand: brand, title: title, language: language, address: { address(path, in: $0) },
            lettingFormsGoOn: true, content: content)
    }

    /// The app's name and first letter, on top of the page.
    var appMark: HTML {
        "<span class=\"app-mark\" aria-hidden=\"true\">\(shownName(appName).prefix(1))</span>"
    }
}
