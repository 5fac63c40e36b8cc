// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// Somebody who is signed in is asked for more consents, and comes back to the page that needed them.
struct ConsentTests {
    private static let consent = "/auth/kakao/consent?scopes=friends,gender&back=%2Faccount%3Ftab%3Dfriends"

    /// A browser in which somebody is signed in who has not agreed to share friends.
    private func member(_ stage: Stage) async throws -> Browser {
        let browser = Browser(stage)
        _ = try await browser.join(as: 1001)
        return browser
    }

    @Test func `Kakao is asked for exactly the missing consents, by a ticket, and the page comes again`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)

            let question = try await browser.open(Self.consent)
            let page = try await browser.finishAtKakao(question, as: 1001)

            #expect(question.origin == stage.emulatorAddress)
            #expect(stage.requests(for: "/kauth.kakao.com/api/agt") == 1)
            #expect(question.form(with: "agree_all") != nil, "no account to choose: the ticket says who it is")
            #expect(page.origin == stage.address && page.path == "/account")
            #expect(page.query == "tab=friends&notice=consent-given")
            #expect(page.markup.contains("추가 항목에 동의했어요"))
            #expect(!browser.cookies.keys.contains { $0.hasPrefix("login-tx-") })
            #expect(stage.log.entries("consent.answered").map { $0["whole"] } == ["true"])
        }
    }

    @Test func `the request names the scopes and nothing else`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)

            let answer = try await browser.send(try required(HTTPRequest(.get, stage.address + Self.consent)))

            let target = try required(answer.headers["Location"]?.split(separator: "?", maxSplits: 1).last)
            let fields = try FormFields(parsing: String(target))
            #expect(try fields.single("scope") == "friends,gender")
            #expect(try fields.single("agt") != nil)
            #expect(try fields.single("state") != nil)
        }
    }

    @Test func `a no leads back with a word on it, and again by Back`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)
            let question = try await browser.open(Self.consent)

            let page = try await browser.submit(
                try required(question.form(with: "cancel")), on: question, [("decision", "cancel")])

            #expect(page.path == "/account")
            #expect(page.query == "tab=friends&notice=consent-cancelled")
            #expect(page.markup.contains("추가 동의를 취소했어요"))
            #expect(browser.cookies["login-session"] != nil)
        }
    }

    @Test func `consents of somebody else's Kakao account are not taken`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)
            // Without a token of hers the browser's own sign-in at Kakao decides, and there it is another person's.
            try await stage.order(["kind": "error", "code": "KOE001"], at: "/api/agt")
            let other = Browser(stage)
            for (name, value) in browser.cookies { other.setCookie(name, value) }

            let page = try await other.finishAtKakao(try await other.open(Self.consent), as: 1002)

            #expect(page.status == 401)
            #expect(page.markup.contains("identity_mismatch"))
            #expect(stage.log.entries("consent.answered").isEmpty)
        }
    }

    @Test func `B36: an old token of the person is refreshed for the ticket, and kept`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)
            stage.clock.advance(by: 86_400)

            _ = try await browser.open(Self.consent)
            let question = try await browser.open(Self.consent)

            // One for the sign-in, one refresh; the second asking uses what was kept of it.
            #expect(stage.requests(for: "/kauth.kakao.com/oauth/token") == 2)
            #expect(stage.requests(for: "/kauth.kakao.com/api/agt") == 2)
            #expect(question.form(with: "agree_all") != nil)
            #expect(try await browser.finishAtKakao(question, as: 1001).query?.hasSuffix("consent-given") == true)
        }
    }

    @Test(arguments: [
        "https://evil.example", "//evil.example", "/\\evil.example", "/%09/evil.example", "evil", "/a%0Ab", "/a%23b",
        "/\u{AC00}",
    ])
    func `S44: the way back is a page of this server and nothing else`(back: String) async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)
            let escaped = back.replacing("\\", with: "%5C").replacing("\u{AC00}", with: "%EA%B0%80")

            let answer = try await browser.open("/auth/kakao/consent?scopes=friends&back=\(escaped)")

            #expect(answer.status == 400)
            #expect(answer.markup.contains("invalid_request"))
        }
    }

    @Test(arguments: ["", "scopes=", "scopes=a%20b", "scopes=a&scopes=b", "scopes=%3Cb%3E"])
    func `scopes that are none are refused`(query: String) async throws {
        try await Stage.play { stage in
            let answer = try await (try await member(stage)).open("/auth/kakao/consent?\(query)")

            #expect(answer.status == 400)
        }
    }

    @Test(
        arguments: [
            (.facebook, "rerequest", "email", "consent-given"), (.naver, "reprompt", nil, "consent-given"),
        ] as [(ProviderID, String, String?, String)])
    func `whoever declined something is asked for it again, in each provider's own way`(
        provider: ProviderID, wish: String, scope: String?, notice: String
    ) async throws {
        try await Stage.play(.also(.naver, .facebook)) { stage in
            let browser = Browser(stage)
            _ = try await browser.signUp(try await browser.signIn(with: provider, as: 1001))
            let path = "/auth/\(provider)/consent?scopes=email&back=%2Faccount"

            let answer = try await browser.send(try required(HTTPRequest(.get, stage.address + path)))
            let target = try required(answer.headers["Location"]?.split(separator: "?", maxSplits: 1).last)
            let fields = try FormFields(parsing: String(target))
            let page = try await browser.finishAtKakao(try await browser.open(path), as: 1001)

            #expect(try fields.single("auth_type") == wish)
            #expect(try fields.single("scope") == scope)
            #expect(page.path == "/account" && page.query == "notice=\(notice)")
        }
    }

    @Test func `a permission of Facebook's that was declined again is said to be missing`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            let browser = Browser(stage)
            func decline(_ start: Page) async throws -> Page {
                var page = start
                if let form = page.form(with: "person") {
                    page = try await browser.submit(form, on: page, [("person", "1001")])
                }
                return try await browser.submit(
                    try required(page.form(with: "agree")), on: page,
                    [("item", "public_profile"), ("decision", "agree")])
            }
            _ = try await browser.signUp(try await decline(try await browser.open("/auth/facebook")))

            let question = try await browser.open("/auth/facebook/consent?scopes=email")
            let page = try await decline(question)

            #expect(question.origin == stage.emulatorAddress)
            #expect(page.path == "/account" && page.query == "notice=consent-incomplete")
        }
    }

    @Test func `nobody is asked who is not signed in, or who comes from another site`() async throws {
        try await Stage.play { stage in
            let browser = try await member(stage)
            var request = try required(HTTPRequest(.get, stage.address + Self.consent))
            request.headers["Sec-Fetch-Site"] = "cross-site"

            #expect(try await browser.send(request).status == 403)
            #expect(try await Browser(stage).open(Self.consent).path == "/")
            #expect(try await browser.open("/auth/naver/consent?scopes=a").status == 404)
        }
    }
}
