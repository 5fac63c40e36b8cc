// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension KakaoPage {
    /// What may the app have? All at once by one button, or item by item; no script is needed for either.
    func consent(of person: Person, asked items: [KakaoConsentItem], missingRequired: Bool) -> EmulatorPage {
        let required = items.filter { $0.stage == .required }
        let optional = items.filter { $0.stage != .required }
        let title = language.text("동의하고 계속하기", "Agree and continue")
        let alert = language.text(
            "필수 항목에 모두 동의해야 계속할 수 있습니다.", "To continue, please agree to every required item.")
        return page(
            title, path: Self.consentPath,
            """
            <header>
            \(appMark)
            <h1>\(heading(hasItems: !items.isEmpty))</h1>
            </header>
            <p class="account">\(person.avatar)<span class="who">\
            <span class="nickname">\(HTML.name(person.nickname))</span><span class="detail">\(person.detail)</span></span>\
            <a href="\(address(Self.accountPath))">\(language.text("다른 계정", "Other account"))</a></p>
            \(missingRequired ? "<p class=\"fault\" role=\"alert\" id=\"fault\">\(alert)</p>" : HTML.empty)
            \(form(Self.consentPath, class: "consent", """
            \(group(language.text("필수 동의", "Required"), required, isRequired: true))
            \(group(language.text("선택 동의", "Optional"), optional, isRequired: false))
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

    private func group(_ name: String, _ items: [KakaoConsentItem], isRequired: Bool) -> HTML {
        guard !items.isEmpty else { return .empty }
        let rows = items.map { item -> HTML in
            """
            <li><label><input type="checkbox" name="item" value="\(item.scope.id)"\
            \(isRequired ? " required" : HTML.empty)><span class="who">\
            <span class="item">\(item.scope.name.text(in: language))</span>\
            <span class="detail">\(language.text("목적", "Purpose")): \(item.purpose.text(in: language))</span>\
            </span></label></li>

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
            "계속하면 <code>\(place)</code> 주소로 돌아갑니다.", "You go back to <code>\(place)</code> when you continue.")
    }
}
