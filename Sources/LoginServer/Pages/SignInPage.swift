// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the sign-in page shows.
struct SignInPage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// The ways to sign in, in the order in which they are shown.
    var providers: [ProviderButton]
    /// What happened just before, if anything.
    var notice: SignInNotice?
    /// The app that the person comes from; nil for the browser itself.
    var app: VisitingApp?
}

/// The app that a person comes from and goes back to.
struct VisitingApp: Sendable {
    /// What it is called.
    var name: BilingualText
    /// Its sealed request.
    var request: String
}

/// Why somebody is back on the sign-in page.
enum SignInNotice: Sendable, Hashable {
    /// The person stopped at the provider's pages.
    case cancelled
    /// The person signed out.
    case signedOut
    /// The person deleted the account.
    case withdrawn
    /// A sign-in or a session took or lasted longer than allowed.
    case expired

    /// Reads the value of the `notice` field of the page's address; what is unknown says nothing.
    init?(name: String) {
        switch name {
        case "cancelled": self = .cancelled
        case "signed-out": self = .signedOut
        case "withdrawn": self = .withdrawn
        case "expired": self = .expired
        default: return nil
        }
    }
}

/// The page with a button for each provider.
func signInPage(_ model: SignInPage, in language: Language) -> HTML {
    let service = HTML.name(model.frame.serviceName.text(in: language))
    let app = model.app.map { HTML.name($0.name.text(in: language)) }
    let lead =
        app.map { language.html("\($0)에서 계속하려면 로그인해 주세요.", "Sign in to continue to \($0).") }
        ?? language.html("이미 쓰고 있는 계정으로 바로 시작할 수 있어요.", "Continue with an account you already have.")
    return page(
        model.frame, title: language.text("로그인", "Sign in"), width: .narrow, in: language,
        content: """
            <section class="card sign-in">
            <header>
            \(serviceMark(model.frame, in: language))
            <h1>\(language.html("\(service)에 로그인", "Sign in to \(service)"))</h1>
            <p class="lead">\(lead)</p>
            </header>
            \(model.notice.map { draw($0, in: language) })
            \(providerList(model, in: language))
            </section>
            """)
}

private func providerList(_ model: SignInPage, in language: Language) -> HTML {
    guard !model.providers.isEmpty else {
        let text = language.text(
            "지금 쓸 수 있는 로그인 방법이 없어요. 서비스 운영자에게 알려 주세요.",
            "There is no way to sign in at the moment. Please tell whoever runs this service.")
        return notice(.problem, "<p>\(text)</p>")
    }
    let assurance = language.text(
        "비밀번호는 이 서비스에 전달되지 않아요.", "Your password is never shared with this service.")
    let buttons = model.providers.map { "<li>\($0.link(in: language, for: model.app?.request))</li>" as HTML }
    return """
        <ul class="providers" role="list">\(buttons)</ul>
        <p class="assurance">\(Symbol.lock)<span>\(assurance)</span></p>
        """
}

private func draw(_ what: SignInNotice, in language: Language) -> HTML {
    switch what {
    case .cancelled:
        let text = language.text(
            "로그인을 취소했어요. 언제든 다시 시작할 수 있어요.", "Sign-in was cancelled. You can start again whenever you like.")
        return notice(.information, "<p>\(text)</p>")
    case .signedOut:
        return notice(.success, "<p>\(language.text("로그아웃했어요.", "You’re signed out."))</p>")
    case .withdrawn:
        let text = language.text(
            "탈퇴가 끝났어요. 계정과 개인정보를 삭제했어요.", "Your account and your personal information have been deleted.")
        return notice(.success, "<p>\(text)</p>")
    case .expired:
        let text = language.text(
            "로그인 유효 시간이 지났어요. 다시 로그인해 주세요.", "Your sign-in has expired. Please sign in again.")
        return notice(.information, "<p>\(text)</p>")
    }
}
