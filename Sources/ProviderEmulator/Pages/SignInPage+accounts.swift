// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension SignInPage {
    /// Which of the people is it? One button each, and a form to make a new account.
    func accounts(_ people: [Person], for request: some AuthorizeRequest) -> EmulatorPage {
        let creates = request.createsAccount
        let suggested = people.filter { person in request.loginHint.map(person.isMeant) ?? false }
        let others = people.filter { !suggested.contains($0) }
        let title = creates ? language.text("계정 만들기", "Create an account") : language.text("계정 선택", "Choose an account")
        return page(
            title, path: Self.accountPath,
            """
            <header>
            \(appMark)
            <h1>\(title)</h1>
            <p class="lead">\(lead(asksAgain: request.asksAgain))</p>
            </header>
            \(creates ? creation(isOpen: true) : .empty)
            \(form(Self.accountPath, class: "people", """
            <ul aria-label="\(language.text("계정", "Accounts"))">
            \(suggested.map { $0.accountRow(mark: suggestion) })\(others.map { $0.accountRow() })
            </ul>
            """))
            \(creates ? .empty : creation(isOpen: false))
            \(form(Self.accountPath, class: "buttons", """
            <button name="decision" value="cancel">\(language.text("취소", "Cancel"))</button>
            """))
            """)
    }

    private func lead(asksAgain: Bool) -> HTML {
        let name = HTML.name(appName)
        return asksAgain
            ? language.html("\(name)에서 다시 로그인해 달라고 합니다.", "\(name) asks you to log in again.")
            : language.html("\(name)에 로그인할 계정을 누르세요.", "Choose who logs in to \(name).")
    }

    private var suggestion: HTML {
        "<span class=\"tag\">\(language.text("앱이 제안", "Suggested by the app"))</span>"
    }

    private func creation(isOpen: Bool) -> HTML {
        """
        <details\(isOpen ? " open" : HTML.empty)>
        <summary>\(language.text("새 계정 만들기", "Create a new account"))</summary>
        \(form(Self.accountPath, class: "creation", """
        <p><label for="nickname">\(language.text("닉네임", "Nickname"))</label>
        <input id="nickname" name="nickname" required maxlength="40" autocomplete="off"></p>
        <p><label for="email">\(language.text("이메일 주소 (없어도 됨)", "E-mail address (may stay empty)"))</label>
        <input id="email" name="email" type="email" maxlength="120" autocomplete="off"></p>
        <p class="buttons"><button class="primary">\(language.text("만들고 로그인", "Create and log in"))</button></p>
        """))
        </details>
        """
    }
}
