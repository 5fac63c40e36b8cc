// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// Says why a sign-in cannot go on, and to whoever builds the app what to change.
struct RefusalPage: Sendable {
    let title: BilingualText
    let remedy: BilingualText
    /// The provider's own code, where there is one.
    var code: String?
    /// Details for whoever builds the app, in English.
    var detail: String?
    /// Where another account can be chosen, where that would help.
    var accountAddress: String?

    func response(status: Int, of brand: EmulatorPage.Brand, in language: Language, address: ((Language) -> String)?)
        -> HTTPResponse
    {
        let reference = code.map { code -> HTML in
            """
            <dl class="reference"><div><dt>\(language.text("오류 코드", "Error code"))</dt><dd>\(code)</dd></div>\
            \(detail.map { "<div><dt>error_description</dt><dd lang=\"en\">\($0)</dd></div>" as HTML })</dl>
            """
        }
        let other = accountAddress.map { address -> HTML in
            """
            <p class="buttons"><a class="button primary" href="\(address)">\
            \(language.text("다른 계정으로 로그인", "Use another account"))</a></p>
            """
        }
        let content: HTML = """
            <header>
            <h1>\(title.text(in: language))</h1>
            <p class="lead">\(remedy.text(in: language))</p>
            </header>
            \(reference)
            \(other)
            """
        return EmulatorPage(
            brand: brand, title: title.text(in: language), language: language, address: address, content: content
        ).response(status: status)
    }
}

extension RefusalPage {
    /// The sign-in is not there any more.
    static let expired = RefusalPage(
        title: BilingualText(ko: "이 로그인은 끝났습니다", en: "This sign-in is over"),
        remedy: BilingualText(
            ko: "앱으로 돌아가 로그인을 다시 시작해 주세요.", en: "Go back to the app and start the sign-in again."))

    /// The account that was chosen cannot be used.
    static func unusable(_ state: Person.AccountState) -> RefusalPage {
        RefusalPage(
            title: state == .dormant
                ? BilingualText(ko: "휴면 계정입니다", en: "This account is dormant")
                : BilingualText(ko: "이용이 제한된 계정입니다", en: "This account is restricted"),
            remedy: BilingualText(
                ko: "다른 계정을 쓰거나, 에뮬레이터에서 이 사람의 account_state를 active로 바꿔 주세요.",
                en: "Use another account, or set this person's account_state to active in the emulator."))
    }
}
