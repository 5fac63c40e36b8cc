// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// Several people, or one in several tabs, who are about to sign up in one browser.
struct TwoSignUpsTests {
    /// Signs somebody in for the first time in a tab of its own: the form there.
    private func fresh(_ stage: Stage, _ browser: Browser, _ person: Int64) async throws -> Page {
        try await browser.open(try await stage.callback(of: Browser(stage), as: person, carriedBy: browser))
    }

    @Test func `each tab's form works on its own, in either order, with its own name and person`() async throws {
        for order in [[0, 1], [1, 0]] {
            try await Stage.play { stage in
                let browser = Browser(stage)
                let forms = [try await fresh(stage, browser, 1001), try await fresh(stage, browser, 1002)]
                #expect(forms.allSatisfy { $0.path == "/sign-up" && $0.status == 200 })

                for number in order {
                    let done = try await browser.signUp(forms[number], nickname: "사람\(number)")
                    #expect(done.status == 200 && done.path == "/account")
                    #expect(done.markup.contains("사람\(number)"))
                }

                #expect(browser.tickets.isEmpty)
                #expect(try await stage.isLinked(1001))
                #expect(try await stage.isLinked(1002))
            }
        }
    }

    @Test func `a tab that is loaded again, or in another language, shows its own form`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let first = try await fresh(stage, browser, 1001)
            _ = try await fresh(stage, browser, 1002)
            let address = "\(first.path)?\(try required(first.query))"

            let again = try await browser.open(address)
            let english = try await browser.open("\(address)&lang=en")

            for page in [again, english] {
                #expect(page.form(with: "form_proof")?.value(of: "nickname") == "김서연")
            }
            #expect(english.markup.contains("Finish signing up"))
            #expect(!again.markup.contains("slt1.") && !address.contains("slt1."), "S57: no ticket in address or page")
        }
    }

    @Test func `P3: a form proves its own ticket and no other, and nothing without the cookie`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let one = try required(try await fresh(stage, browser, 1001).form(with: "form_proof"))
            let two = try required(try await fresh(stage, browser, 1002).form(with: "form_proof"))
            func hidden(_ form: Page.Form, _ name: String) -> String? { form.hidden.first { $0.0 == name }?.1 }

            var mixed: FormFields = ["nickname": "이름", "agree_service": "yes", "agree_privacy": "yes"]
            mixed.add("form", hidden(one, "form"))
            mixed.add("form_proof", hidden(two, "form_proof"))
            let request = try required(HTTPRequest.form(mixed, to: stage.address + "/sign-up"))
            let refused = try await browser.send(request)
            let stranger = try await Browser(stage).send(request)

            #expect(refused.status == 403)
            #expect(refused.text.contains("form_refused"))
            #expect(stranger.status == 410)
            #expect(try await !stage.isSignedUp(1001))
            #expect(try await !stage.isSignedUp(1002))
        }
    }

    @Test(
        arguments: [
            (.naver, .facebook), (.facebook, .naver), (.kakao, .naver), (.naver, .kakao), (.apple, .kakao),
            (.kakao, .apple),
        ] as [(ProviderID, ProviderID)])
    func `a callback that is loaded again leads to the form of its own attempt, and to nobody else's`(
        first: ProviderID, second: ProviderID
    ) async throws {
        try await Stage.play(.also(first, second)) { stage in
            let browser = Browser(stage)
            let hers = try await browser.signIn(with: first, as: 1001)
            let callback = try required(browser.lastCallback)
            let his = try await browser.signIn(with: second, as: 1002)
            try #require(hers.path == "/sign-up" && his.path == "/sign-up" && hers.query != his.query)

            let again = try await browser.open(callback)
            #expect(again.path == "/sign-up" && again.query == hers.query)

            for ticket in browser.tickets where try required(hers.query).contains(ticket.name.suffix(8)) {
                browser.setCookie(ticket.name, nil)
            }
            #expect(browser.tickets.count == 1)
            let over = try await browser.open(callback)
            #expect(over.status == 400 && over.markup.contains("sign_in_over"))
        }
    }

    @Test func `at most five sign-ups wait in a browser, the oldest goes first`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let oldest = try await fresh(stage, browser, 1001)
            for person in [1002, 1003, 1005, 1006, 1007] as [Int64] {
                stage.clock.advance(by: 2)
                _ = try await fresh(stage, browser, person)
            }

            #expect(browser.tickets.count == 5)
            #expect(try await browser.open("/sign-up?\(try required(oldest.query))").path == "/")
        }
    }

    @Test func `an app's sign-up in one tab and the browser's own in another each end where they belong`() async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let app = OAuthApp(site: stage)
            let forApp = try await browser.open(
                try await stage.callback(of: Browser(stage), as: 1001, carriedBy: browser, from: app.address()))
            let own = try await fresh(stage, browser, 1002)

            let ended = try await browser.signUp(own)
            let back = try await browser.signUp(forApp)

            #expect(ended.path == "/account")
            #expect(try app.answer(at: back)["code"] != nil)
        }
    }
}

extension Stage {
    /// A callback for a sign-in of one browser at whose provider another person is signed in than before: our cookies are the
    /// first browser's, Kakao's are a new one's.
    func callback(
        of fresh: Browser, as person: Int64, carriedBy browser: Browser, from start: String = "/auth/kakao"
    ) async throws -> String {
        for (name, value) in browser.cookies { fresh.setCookie(name, value) }
        let callback = try await callback(of: fresh, as: person, from: start)
        for (name, value) in fresh.cookies { browser.setCookie(name, value) }
        return callback
    }

    /// Whether an account belongs to a person of Kakao's.
    func isSignedUp(_ person: Int64) async throws -> Bool {
        let token = try await KakaoApp(self).tokens(of: person).accessToken
        if case .session = try SignInAnswer(json: try await signIn(.accessToken(token)).json()) { return true }
        return false
    }
}
