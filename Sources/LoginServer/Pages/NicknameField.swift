// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The field in which a person chooses what to be called, at sign-up and later.
///
/// There is no `maxlength`: browsers count UTF-16 units and would cut an emoji that the server counts as one character.
struct NicknameField: Sendable {
    /// What stands in it.
    var value: String
    /// How many characters it may have.
    var limit: Int
    /// What is wrong with what was sent.
    var fault: Nickname.Fault?

    /// Label, field, hint and fault, tied together for screen readers.
    func html(in language: Language) -> HTML {
        let name = PageField.nickname
        let hint = language.text("\(limit)자까지 쓸 수 있어요.", "Up to \(limit) characters.")
        let faultRow = fault.map { fault -> HTML in
            "<p class=\"fault\" id=\"\(name)-fault\">\(fault.text(limit: limit, in: language))</p>"
        }
        let faultState: HTML? = fault == nil ? nil : " aria-invalid=\"true\""
        let describedBy: HTML = fault == nil ? "\(name)-hint" : "\(name)-fault \(name)-hint"
        return """
            <div class="field">
            <label for="\(name)">\(language.text("닉네임", "Nickname"))</label>
            <input id="\(name)" name="\(name)" type="text" value="\(value)" autocomplete="nickname" dir="auto" \
            spellcheck="false" required aria-describedby="\(describedBy)"\(faultState)>
            \(faultRow)
            <p class="hint" id="\(name)-hint">\(hint)</p>
            </div>
            """
    }
}

extension Nickname.Fault {
    /// Says what to do about it.
    func text(limit: Int, in language: Language) -> String {
        switch self {
        case .missing: language.text("닉네임을 입력해 주세요.", "Enter a nickname.")
        case .tooLong: language.text("닉네임은 \(limit)자까지 쓸 수 있어요.", "Use \(limit) characters or fewer.")
        }
    }
}
