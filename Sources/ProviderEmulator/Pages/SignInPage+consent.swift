// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// One thing to agree to, as it stands on a consent page.
struct ConsentBox {
    /// The name of the form's field: one for each kind of thing.
    let field: String
    /// What the field says when it is ticked.
    let value: String
    /// Whether there is no sign-in without it.
    let isRequired: Bool
    /// What it is called.
    let name: String
    /// What it is for.
    let detail: String
}

extension SignInPage {
    /// What may the app have? All at once by one button, or item by item; no script is needed for either.
    func consent(
        of person: Person, boxes: [ConsentBox], for request: some AuthorizeRequest, missingRequired: Bool
    ) -> EmulatorPage {
        let required = boxes.filter(\.isRequired)
        let optional = boxes.filter { !$0.isRequired }
        let other: HTML =
            request.isBoundToPerson
            ? .empty
            : "<a href=\"\(address(Self.accountPath))\">\(language.text("다른 계정", "Other account"))</a>"
        let title = brand.consentTitle.text(in: language)
        let alert = language.text(
            "필수 항목에 모두 동의해야 계속할 수 있습니다.", "To continue, please agree to every required item.")
        return page(
            title, path: Self.consentPath,
            """
            <header>
            \(appMark)
            <h1>\(heading(hasItems: !boxes.isEmpty))</h1>
            </header>
            <p class="account">\(person.avatar)<span class="who">\
            <span class="nickname">\(HTML.name(person.nickname))</span><span class="detail">\(person.detail)</span></span>\(other)</p>
            \(missingRequired ? "<p class=\"fault\" role=\"alert\" id=\"fault\">\(alert)</p>" : HTML.empty)
            \(form(Self.consentPath, class: "consent", """
            \(group(language.text("필수 동의", "Required"), required))
            \(group(language.text("선택 동의", "Optional"), optional))
            \(buttons(hasChoice: !optional.isEmpty))
            """))
            <p class="small">\(small(request.redirectURI))</p>
            """)
    }

    private func heading(hasItems: Bool) -> HTML {
        let name = HTML.name(appName)
        return hasItems
            ? language.html("\(name)에서 다음 정보를 요청합니다", "\(name) asks for the following")
            : language.html("\(name)에 연결합니다", "Connect with \(name)")
    }

    private func group(_ name: String, _ boxes: [ConsentBox]) -> HTML {
        guard !boxes.isEmpty else { return .empty }
        let rows = boxes.map { box -> HTML in
            """
            <li><label><input type="checkbox" name="\(box.field)" value="\(box.value)"\
            \(box.isRequired ? " required" : HTML.empty)><span class="who">\
            <span class="item">\(box.name)</span><span class="detail">\(box.detail)</span></span></label></li>

            """
        }
        return "<fieldset><legend>\(name)</legend><ul>\n\(rows)</ul></fieldset>"
    }

    /// "All" comes first, so that it is what the Enter key does; it and "cancel" pass by the browser's own check of the
    /// required boxes.
    private func buttons(hasChoice: Bool) -> HTML {
        let some: HTML = """
            <button name="decision" value="agree">\(language.text("고른 항목만 동의하고 계속", "Agree to selected and continue"))\
            </button>
            """
        let all =
            hasChoice
            ? brand.agreeToAll.text(in: language)
            : language.text("동의하고 계속", "Agree and continue")
        return """
            <div class="buttons">
            <button name="decision" value="agree_all" class="primary" formnovalidate>\(all)</button>
            \(hasChoice ? some : .empty)
            <button name="decision" value="cancel" formnovalidate>\(language.text("취소", "Cancel"))</button>
            </div>
            """
    }

    private func small(_ target: RedirectURI) -> HTML {
        let place = HTTPAddress(target.text).map(\.origin) ?? "\(target.scheme)://"
        return language.html(
            "계속하면 <code>\(place)</code> 주소로 돌아갑니다.", "When you continue, you return to <code>\(place)</code>.")
    }
}
