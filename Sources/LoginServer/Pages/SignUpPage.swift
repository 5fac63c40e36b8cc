// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the sign-up form shows: what the provider gave, what the person changed, and what is still wrong.
struct SignUpPage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// Where the person comes from.
    var provider: ProviderButton
    /// The value for `PageField.proof`.
    var proof: String
    /// The nickname in the field: the provider's at first, later what was typed.
    var nickname: String
    /// How many characters a nickname may have.
    var nicknameLimit: Int
    /// The address that the provider gave with the person's consent; nil shows nothing.
    var email: EmailAddress?
    /// What the person is asked to agree to.
    var consents: [ConsentItem]
    /// What was wrong with the form as it was sent.
    var faults: [SignUpFault] = []
}

/// Something a person is asked to agree to; operators list their own.
struct ConsentItem: Sendable, Hashable {
    /// Its name in the form and in the API, for example `terms`: letters, digits and `_`.
    var name: String
    /// What the person agrees to, in the words of the person who agrees.
    var title: BilingualText
    /// Whether there is no account without it.
    var isRequired: Bool
    /// Where its whole text can be read.
    var address: String?
    /// Whether its box is ticked; never at first.
    var isTicked = false
}

/// Why a sign-up form cannot be accepted yet.
enum SignUpFault: Sendable, Hashable {
    /// No nickname, or nothing in it that can be seen.
    case nicknameMissing
    /// The nickname is longer than allowed.
    case nicknameTooLong
    /// A required consent is missing.
    case consentMissing(String)
}

/// The sign-up form.
///
/// Enter in a text field presses the first button, which agrees to exactly what is ticked. The button that agrees to all
/// comes second, so that nobody consents to marketing by a key press.
func signUpPage(_ model: SignUpPage, in language: Language) -> HTML {
    let provider = model.provider.name.text(in: language)
    let lead = language.text(
        "\(provider)에서 받은 정보를 확인해 주세요.", "Check what we received from \(provider).")
    return page(
        model.frame, title: language.text("회원가입", "Sign up"), width: .narrow, in: language,
        content: """
            <section class="card sign-up">
            <header>
            \(serviceMark(model.frame, in: language))
            <h1>\(language.text("가입을 마무리해 주세요", "Finish signing up"))</h1>
            <p class="lead">\(lead)</p>
            </header>
            \(summary(of: model, in: language))
            <form method="post" action="\(PageAddress.signUp)">
            <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
            \(NicknameField(value: model.nickname, limit: model.nicknameLimit, fault: nicknameFault(model.faults)).html(in: language))
            \(model.email.map { emailRow($0, from: provider, in: language) })
            \(consentList(model, in: language))
            \(buttons(model.consents, in: language))
            </form>
            <p class="aside"><a href="\(PageAddress.signIn)">\(language.text("가입하지 않고 돌아가기", "Go back without signing up"))</a></p>
            </section>
            """)
}

private func nicknameFault(_ faults: [SignUpFault]) -> NicknameField.Fault? {
    if faults.contains(.nicknameMissing) { return .missing }
    return faults.contains(.nicknameTooLong) ? .tooLong : nil
}

/// Names every fault at the top, each as a link to its field.
private func summary(of model: SignUpPage, in language: Language) -> HTML? {
    guard !model.faults.isEmpty else { return nil }
    let rows = model.faults.map { fault -> HTML in
        switch fault {
        case .nicknameMissing, .nicknameTooLong:
            let text = nicknameFault([fault]).map { $0.text(limit: model.nicknameLimit, in: language) }
            return "<li><a href=\"#\(PageField.nickname)\">\(text ?? "")</a></li>"
        case .consentMissing(let name):
            return "<li><a href=\"#\(PageField.consent(name))\">\(consentMissing(in: language))</a></li>"
        }
    }
    return notice(
        .problem,
        """
        <p><strong>\(language.text("확인이 필요해요.", "Please check the form."))</strong></p>
        <ul>\(rows)</ul>
        """)
}

private func emailRow(_ email: EmailAddress, from provider: String, in language: Language) -> HTML {
    let verdict: HTML =
        email.isVerified
        ? "<span class=\"tag good\">\(language.text("확인된 주소", "Verified"))</span>"
        : "<span class=\"tag\">\(language.text("확인되지 않은 주소", "Not verified"))</span>"
    return """
        <dl class="given">
        <dt>\(language.text("이메일", "E-mail"))</dt>
        <dd>\(HTML.name(email.address, atMost: 254))\
        <span class="tags"><span class="tag">\(language.text("\(provider)에서 받음", "From \(provider)"))</span>\(verdict)</span></dd>
        </dl>
        """
}

private func consentList(_ model: SignUpPage, in language: Language) -> HTML? {
    guard !model.consents.isEmpty else { return nil }
    let rows = model.consents.map { item in
        consentRow(item, isMissing: model.faults.contains(.consentMissing(item.name)), in: language)
    }
    return """
        <fieldset class="consents">
        <legend>\(language.text("약관 동의", "Agreements"))</legend>
        \(rows)
        </fieldset>
        """
}

private func consentRow(_ item: ConsentItem, isMissing: Bool, in language: Language) -> HTML {
    let field = PageField.consent(item.name)
    let title = item.title.text(in: language)
    let kind = item.isRequired ? language.text("필수", "Required") : language.text("선택", "Optional")
    let fault: HTML? =
        isMissing ? "<p class=\"fault\" id=\"\(field)-fault\">\(consentMissing(in: language))</p>" : nil
    let faultReference: HTML? = isMissing ? " aria-invalid=\"true\" aria-describedby=\"\(field)-fault\"" : nil
    let ticked: HTML? = item.isTicked ? " checked" : nil
    let required: HTML? = item.isRequired ? " required" : nil
    let link = item.address.map { address -> HTML in
        let label = language.text("\(title) 전문 보기, 새 창", "Read in full: \(title), opens in a new window")
        return """
            <a href="\(address)" target="_blank" rel="noopener noreferrer" aria-label="\(label)">\
            \(language.text("보기", "Read"))</a>
            """
    }
    return """
        <div class="consent">
        <label for="\(field)"><input type="checkbox" id="\(field)" name="\(field)" value="yes"\
        \(required)\(ticked)\(faultReference)>\
        <span><span class="kind">\(kind)</span> \(title)</span></label>
        \(link)
        \(fault)
        </div>
        """
}

private func consentMissing(in language: Language) -> String {
    language.text("필수 항목에 동의해 주세요.", "Please agree to the required item.")
}

private func buttons(_ consents: [ConsentItem], in language: Language) -> HTML {
    let proceed: HTML = """
        <button class="button primary" type="submit">\(language.text("계속하기", "Continue"))</button>
        """
    guard consents.contains(where: { !$0.isRequired }) else { return "<div class=\"buttons\">\(proceed)</div>" }
    return """
        <div class="buttons">
        \(proceed)
        <button class="button" type="submit" name="\(PageField.agreeToAll)" value="yes" formnovalidate \
        aria-describedby="agree-to-all-hint">\(language.text("모두 동의하고 계속하기", "Agree to all and continue"))</button>
        <p class="hint" id="agree-to-all-hint">\(language.text("‘모두 동의’에는 선택 항목도 포함돼요.", "“Agree to all” includes the optional items."))</p>
        </div>
        """
}
