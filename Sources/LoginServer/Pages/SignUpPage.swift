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
    /// The value for `PageField.signUp`.
    var signUp: String
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

/// Why a sign-up form cannot be accepted yet.
enum SignUpFault: Sendable, Hashable {
    /// The nickname cannot be taken.
    case nickname(Nickname.Fault)
    /// A required consent is missing.
    case consentMissing(String)
}

/// The sign-up form.
///
/// Enter in a text field presses the first button, which agrees to exactly what is ticked. The button that agrees to
/// all comes second, so that nobody consents to marketing by a key press.
func signUpPage(_ model: SignUpPage, in language: Language) -> HTML {
    let provider = model.provider.name.text(in: language)
    let nickname = NicknameField(
        value: model.nickname, limit: model.nicknameLimit, fault: model.faults.compactMap(\.ofNickname).first)
    var frame = model.frame
    frame.form = formID
    let wayBack = language.text("가입하지 않고 돌아가기", "Go back without signing up")
    return page(
        frame, title: language.text("회원가입", "Sign up"), width: .narrow, in: language,
        content: """
            <section class="card sign-up">
            <header>
            \(serviceMark(model.frame, in: language))
            <h1>\(language.text("가입을 마무리해 주세요", "Finish signing up"))</h1>
            <p class="lead">\(lead(of: model, from: provider, in: language))</p>
            </header>
            \(faultSummary(of: model, in: language))
            <form method="post" action="\(PageAddress.signUp)" id="\(formID)">
            <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
            <input type="hidden" name="\(PageField.signUp)" value="\(model.signUp)">
            \(nickname.html(in: language))
            \(model.email.map { emailRow($0, from: provider, in: language) })
            \(consentList(model, in: language))
            \(buttons(model.consents, in: language))
            </form>
            <p class="aside"><a href="\(PageAddress.signIn)">\(wayBack)</a></p>
            </section>
            """)
}

private let formID = "sign-up-form"

extension SignUpFault {
    fileprivate var ofNickname: Nickname.Fault? {
        if case .nickname(let fault) = self { fault } else { nil }
    }
}

private func lead(of model: SignUpPage, from provider: String, in language: Language) -> String {
    guard model.nickname.isEmpty, model.email == nil else {
        return language.text("\(provider)에서 받은 정보예요.", "This is what \(provider) told us.")
    }
    return language.text("여기에서 쓸 이름을 정해 주세요.", "Choose the name that you will have here.")
}

/// Names every fault at the top, each as a link to its field.
private func faultSummary(of model: SignUpPage, in language: Language) -> HTML? {
    guard !model.faults.isEmpty else { return nil }
    let rows = model.faults.map { fault -> HTML in
        switch fault {
        case .nickname(let fault):
            let text = fault.text(limit: model.nicknameLimit, in: language)
            return "<li><a href=\"#\(PageField.nickname)\">\(text)</a></li>"
        case .consentMissing(let name):
            let item = model.consents.first { $0.terms.name == name }
            let text = item?.missingByName(in: language) ?? ConsentItem.missing(in: language)
            return "<li><a href=\"#\(PageField.consent(name))\">\(text)</a></li>"
        }
    }
    return notice(
        .problem,
        """
        <p><strong>\(language.text("아래 내용을 확인해 주세요.", "Please check the form."))</strong></p>
        <ul>\(rows)</ul>
        """)
}

private func emailRow(_ email: EmailAddress, from provider: String, in language: Language) -> HTML {
    let source = language.text("\(provider)에서 받음", "From \(provider)")
    let verdict: HTML =
        email.isVerified
        ? "<span class=\"tag good\">\(language.text("확인된 주소", "Verified"))</span>"
        : "<span class=\"tag\">\(language.text("확인되지 않은 주소", "Not verified"))</span>"
    return """
        <dl class="given">
        <dt>\(language.text("이메일", "E-mail"))</dt>
        <dd>\(HTML.name(email.address, atMost: 254))\
        <span class="tags"><span class="tag">\(source)</span>\(verdict)</span></dd>
        </dl>
        """
}

private func consentList(_ model: SignUpPage, in language: Language) -> HTML? {
    guard !model.consents.isEmpty else { return nil }
    let rows = model.consents.map { item in
        item.html(isMissing: model.faults.contains(.consentMissing(item.terms.name)), in: language)
    }
    return """
        <fieldset class="consents">
        <legend>\(language.text("약관 동의", "Agreements"))</legend>
        \(rows)
        </fieldset>
        """
}

private func buttons(_ consents: [ConsentItem], in language: Language) -> HTML {
    let proceed: HTML = """
        <button class="button primary" type="submit">\(language.text("계속하기", "Continue"))</button>
        """
    guard consents.contains(where: { !$0.terms.isRequired }) else { return "<div class=\"buttons\">\(proceed)</div>" }
    let hint = language.text("‘모두 동의’에는 선택 항목도 포함돼요.", "“Agree to all” includes the optional items.")
    return """
        <div class="buttons">
        \(proceed)
        <button class="button" type="submit" name="\(PageField.agreeToAll)" value="yes" formnovalidate \
        aria-describedby="agree-to-all-hint">\(language.text("모두 동의하고 계속하기", "Agree to all and continue"))</button>
        <p class="hint" id="agree-to-all-hint">\(hint)</p>
        </div>
        """
}
