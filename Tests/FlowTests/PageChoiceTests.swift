// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginServer
import Testing

/// What a person chooses on a page, and what nobody could have chosen there.
struct PageChoiceTests {
    @Test func `changing the language on the sign-up form keeps what was typed and ticked, and signs nobody up`()
        async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let korean = try await browser.signIn(as: 1001)
            let form = try required(korean.form(with: "form_proof"))

            let english = try await browser.submit(
                form, on: korean, [("nickname", "새 이름"), ("agree_service", "yes"), ("lang", "en")])

            #expect(english.status == 200)
            #expect(english.markup.contains("<html lang=\"en\">"))
            #expect(!english.markup.contains("role=\"alert\""))
            let next = try required(english.form(with: "form_proof"))
            #expect(next.value(of: "nickname") == "새 이름")
            let boxes = english.markup.pieces(from: "<input type=\"checkbox\"", to: ">").filter {
                $0.contains(" checked")
            }
            #expect(boxes.map { $0.attribute("name") } == ["agree_service"])
            #expect(browser.cookies["login-lang"] == "en")
            #expect(browser.cookies["login-session"] == nil)
            #expect(try await browser.signUp(english).path == "/account")
        }
    }

    @Test func `an error page names the service and can be read in the other language, without doing anything again`()
        async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let page = try await browser.open("/auth/kakao/callback?code=secret-code&state=secret-state")
            let links = page.markup.pieces(from: "<a href=\"/problem", to: ">").compactMap { $0.attribute("href") }

            let english = try await browser.open(try required(links.first))

            #expect(page.status == 400)
            #expect(page.markup.contains("<bdi>맛집 지도</bdi>"))
            #expect(!page.markup.contains("secret-"))
            #expect(english.markup.contains("<bdi>Tasty Map</bdi>"))
            #expect(english.markup.contains("This sign-in can’t be continued."))
            let id = try required(page.response.headers["X-Request-ID"])
            #expect(english.markup.contains("<dd>\(id)</dd>"))
        }
    }

    @Test(arguments: [
        "", "?code=sign_in_over", "?code=no_such_code&request=0123456789", "?code=sign_in_over&request=%3Cb%3E",
        "?code=sign_in_over&request=01234567890", "?request=0123456789",
    ])
    func `a page about a problem that is none of ours does not exist`(query: String) async throws {
        try await Stage.play { stage in
            let page = try await Browser(stage).open("/problem\(query)")

            #expect(page.status == 404)
        }
    }

    @Test func `a form that agrees to something nobody asks for is refused, and the person may try again`()
        async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let page = try await browser.signIn(as: 1001)
            let form = try required(page.form(with: "form_proof"))
            let consents = [("nickname", "서연"), ("agree_service", "yes"), ("agree_privacy", "yes")]

            let refused = try await browser.submit(form, on: page, consents + [("agree_everything", "yes")])

            #expect(refused.status == 403)
            #expect(refused.markup.contains("form_refused"))
            #expect(try await browser.signUp(try await browser.open("/sign-up")).path == "/account")
        }
    }

    @Test func `a sign-up that accepts terms nobody knows is told the field and the terms there are`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            let offer = try await stage.signIn(.accessToken(token)).offer()

            let refused = try await stage.signUp(offer.ticket, terms: ["service", "privacy", "secret-terms"])

            #expect(refused.status == 400)
            let problem = try refused.json()
            #expect(problem["code"] == "invalid_request")
            #expect(problem["field"] == "accepted_terms")
            #expect(problem["detail"]?.string?.hasSuffix("It knows: service, privacy, marketing.") == true)
            #expect(!refused.text.contains("secret-terms"))
            _ = try await stage.signUp(offer.ticket).session()
        }
    }

    @Test func `the service's own logo is on its pages, and browsers may keep it`() async throws {
        let picture = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        let logo = try Logo(file: picture)
        try await Stage.play(StageOptions(change: { $0.logo = logo })) { stage in
            let browser = Browser(stage)
            let page = try await browser.open("/")
            let mark = try required(page.markup.pieces(from: "<img class=\"mark\"", to: ">").first)

            let answer = try await browser.open(try required(mark.attribute("src"))).response

            #expect(answer.body == picture)
            #expect(answer.headers["Content-Type"] == "image/svg+xml")
            #expect(answer.headers["Cache-Control"]?.contains("immutable") == true)
            #expect(answer.headers["Content-Security-Policy"]?.contains("sandbox") == true)
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
            #expect(page.response.headers["Content-Security-Policy"]?.contains("img-src 'self' data: ") == true)
        }
    }

    @Test func `a logo elsewhere is the one more place that pictures may come from`() async throws {
        let logo = try Logo(address: "https://img.example.com/logo.png?v=2")
        try await Stage.play(StageOptions(change: { $0.logo = logo })) { stage in
            let page = try await Browser(stage).open("/")

            #expect(page.markup.contains("src=\"https://img.example.com/logo.png?v=2\""))
            let policy = try required(page.response.headers["Content-Security-Policy"])
            #expect(policy.contains(" https://img.example.com;"))
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self';"))
        }
    }

    @Test(arguments: ["http://img.example.com/logo.png", "javascript:alert(1)", "logo.png", "https://a/b#c", ""])
    func `a logo is loaded by https only`(address: String) {
        #expect(throws: LoginError.self) { try Logo(address: address) }
    }

    @Test(arguments: ["", "<html>", "not a picture", "<?xml version='1.0'?><rss/>"])
    func `a file that is no picture is no logo`(text: String) {
        #expect(throws: LoginError.self) { try Logo(file: Array(text.utf8)) }
        #expect(throws: LoginError.self) {
            try Logo(file: [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 256 << 10))
        }
    }
}
