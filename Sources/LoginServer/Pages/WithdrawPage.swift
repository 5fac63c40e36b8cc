// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the page shows that asks before an account is deleted.
struct WithdrawPage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// The value for `PageField.proof`.
    var proof: String
    /// The providers with which the account is linked.
    var providers: [ProviderButton]
    /// Those whose link the server cannot cut, and what the person can do about it.
    var left: [(provider: ProviderID, remedy: BilingualText)] = []
    /// On how many devices the person is signed in, this one included.
    var deviceCount: Int
}

/// Says in plain words what is lost, and asks once.
func withdrawPage(_ model: WithdrawPage, in language: Language) -> HTML {
    let lead = language.text(
        "탈퇴하면 바로 처리되고, 되돌릴 수 없어요.", "This happens right away and can’t be undone.")
    let stay = language.text("계속 이용하기", "Keep my account")
    return page(
        model.frame, title: language.text("회원 탈퇴", "Delete account"), width: .narrow, in: language,
        content: """
            <section class="card withdraw">
            <header>
            <span class="mark problem">\(Symbol.problem)</span>
            <h1>\(language.text("정말 탈퇴하시겠어요?", "Delete your account?"))</h1>
            <p class="lead">\(lead)</p>
            </header>
            <ul class="losses" role="list">\(losses(model, in: language).map { "<li>\($0)</li>" as HTML })</ul>
            <form method="post" action="\(PageAddress.withdraw)">
            <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
            <div class="buttons">
            <a class="button primary" href="\(PageAddress.account)">\(stay)</a>
            <button class="button danger" type="submit">\(language.text("탈퇴하기", "Delete account"))</button>
            </div>
            </form>
            </section>
            """)
}

private func losses(_ model: WithdrawPage, in language: Language) -> [String] {
    var losses = [
        language.text(
            "닉네임, 이메일, 사진 같은 프로필 정보를 모두 삭제해요.",
            "Your profile is deleted: nickname, e-mail address, picture.")
    ]
    losses += model.providers.map { provider in
        let name = provider.name.text(in: language)
        if let left = model.left.first(where: { $0.provider == provider.id }) { return left.remedy.text(in: language) }
        return language.text(
            "\(name) 연결을 끊어요. \(name) 계정은 그대로 남아요.",
            "You are disconnected from \(name). Your \(name) account itself stays as it is.")
    }
    losses.append(
        model.deviceCount > 1
            ? language.text(
                "로그인된 기기 \(model.deviceCount)대에서 모두 로그아웃해요.",
                "You’re signed out on all \(model.deviceCount) devices.")
            : language.text("이 기기에서 로그아웃해요.", "You’re signed out on this device."))
    losses.append(
        language.text(
            "다시 가입하면 새 계정으로 시작해요.", "If you sign up again, you start with a new account."))
    return losses
}
