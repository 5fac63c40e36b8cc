// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The last page of a sign-in whose answer is a form (`form_post`): its button posts the answer to the app.
///
/// The real page sends itself off by a script. Here no page needs one, so there is a button.
enum AppleReturnPage {
    /// Where it is.
    static let path = "/emulator/return"
}

extension SignInPage {
    /// The form that brings the answer to the app.
    func answer(_ fields: [(name: String, value: String)], to target: RedirectURI) -> EmulatorPage {
        let isCancelled = fields.contains { $0.name == "error" }
        let title =
            isCancelled ? language.text("취소했습니다", "Cancelled") : language.text("로그인했습니다", "Signed in")
        let place = HTTPAddress(target.text).map(\.origin) ?? target.text
        let inputs = fields.map { field -> HTML in
            "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
        }
        return page(
            title, path: AppleReturnPage.path,
            """
            <header>
            \(appMark)
            <h1>\(title)</h1>
            <p class="lead">\(language.html(
                "<code>\(place)</code> 주소로 결과를 보냅니다.", "The outcome goes to <code>\(place)</code>."))</p>
            </header>
            <form method="post" action="\(target.text)" class="buttons">
            \(inputs)<button class="primary">\(language.text("앱으로 돌아가기", "Return to the app"))</button>
            </form>
            """)
    }
}
