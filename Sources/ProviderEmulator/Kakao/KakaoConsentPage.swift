// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension KakaoPage {
    /// What may the app have? All at once by one button, or item by item; no script is needed for either.
    func consent(
        of person: Person, asked items: [KakaoConsentItem], terms: [KakaoServiceTerm], missingRequired: Bool
    ) -> EmulatorPage {
        let boxes = terms.map { box(for: $0) } + items.map { box(for: $0) }
        let required = boxes.filter(\.isRequired)
        let optional = boxes.filter { !$0.isRequired }
        let other: HTML =
            signIn.isBoundToPerson
            ? .empty : "<a href=\"\(address(Self.accountPath))\">\(language.text("다른 계정", "Other account"))</a>"
        let title = language.text("동의하고 계속하기", "Agree and continue")
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
            <p class="small">\(small)</p>
            """)
    }

    private func heading(hasItems: Bool) -> HTML {
        let name = HTML.name(app.name)
        return hasItems
            ? language.html("\(name)에서 다음 정보를 요청합니다", "\(name) asks for the following")
            : language.html("\(name)에 연결합니다", "Connect with \(name)")
    }

    /// One thing to agree to, as it stands on the page.
    private struct Box {
        let field: String
        let value: String
        let isRequired: Bool
        let name: String
        let detail: String
    }

    private func box(for item: KakaoConsentItem) -> Box {
        Box(
            field: "item", value: item.scope.id, isRequired: item.stage == .required,
            name: item.scope.name.text(in: language),
            detail: language.text("목적", "Purpose") + ": " + item.purpose.text(in: language))
    }

    private func box(for term: KakaoServiceTerm) -> Box {
        Box(
            field: "term", value: term.tag, isRequired: term.isRequired, name: term.title.text(in: language),
            detail: language.text("서비스 약관", "Terms of the service"))
    }

    private func group(_ name: String, _ boxes: [Box]) -> HTML {
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
            ? language.text("모두 동의하고 계속", "Agree to all and continue")
            : language.text("동의하고 계속", "Agree and continue")
        return """
            <div class="buttons">
            <button name="decision" value="agree_all" class="primary" formnovalidate>\(all)</button>
            \(hasChoice ? some : .empty)
            <button name="decision" value="cancel" formnovalidate>\(language.text("취소", "Cancel"))</button>
            </div>
            """
    }

    private var small: HTML {
        let target = signIn.request.redirectURI
        let place = HTTPAddress(target.text).map(\.origin) ?? "\(target.scheme)://"
        return language.html(
            "계속하면 <code>\(place)</code> 주소로 돌아갑니다.", "When you continue, you return to <code>\(place)</code>.")
    }
}
