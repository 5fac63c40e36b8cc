// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// Something that a person is asked to agree to, with the box that says so.
struct ConsentItem: Sendable, Hashable {
    /// What it is about.
    var terms: Terms
    /// Whether its box is ticked; never at first.
    var isTicked = false
}

extension ConsentItem {
    /// A box to tick, with a link to the whole text where there is one.
    ///
    /// - Parameter isMissing: whether the form was sent without it although it is required.
    func html(isMissing: Bool = false, in language: Language) -> HTML {
        let field = PageField.consent(terms.name)
        let required: HTML? = terms.isRequired ? " required" : nil
        let ticked: HTML? = isTicked ? " checked" : nil
        let faultState: HTML? = isMissing ? " aria-invalid=\"true\" aria-describedby=\"\(field)-fault\"" : nil
        let kind = terms.isRequired ? language.text("필수", "required") : language.text("선택", "optional")
        return """
            <div class="consent">
            <label for="\(field)"><input type="checkbox" id="\(field)" name="\(field)" value="yes"\
            \(required)\(ticked)\(faultState)>\
            <span>\(terms.title.text(in: language)) <span class="kind">(\(kind))</span></span></label>
            \(wholeText(in: language))
            \(isMissing ? "<p class=\"fault\" id=\"\(field)-fault\">\(Self.missing(in: language))</p>" : HTML.empty)
            </div>
            """
    }

    /// What to say when a required item was left out.
    static func missing(in language: Language) -> String {
        language.text("필수 항목에 동의해 주세요.", "Please agree to the required item.")
    }

    /// The same where it stands apart from the item.
    func missingByName(in language: Language) -> String {
        let title = terms.title.text(in: language)
        return language.text("필수 항목에 동의해 주세요: \(title)", "Please agree to the required item: \(title)")
    }

    /// Opens beside the form, so that nothing typed is lost; says so to whoever cannot see it.
    private func wholeText(in language: Language) -> HTML? {
        guard let address = terms.address else { return nil }
        let title = terms.title.text(in: language)
        let label = language.text("전문 보기(새 창): \(title)", "Read in full (new window): \(title)")
        return """
            <a href="\(address)" target="_blank" rel="noopener noreferrer" aria-label="\(label)">\
            \(language.text("보기", "Read"))</a>
            """
    }
}
