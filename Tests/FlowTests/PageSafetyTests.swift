// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginServer
import Testing

/// What pages and cookies do not let happen.
struct PageSafetyTests {
    @Test(arguments: ["/", "/sign-up", "/account", "/account/withdraw", "/nowhere"])
    func `P1: every page forbids scripts, framing, foreign forms and guessing types`(path: String) async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let form = try await browser.signIn(as: 1001)
            let page = path == "/sign-up" ? form : try await visit(path, browser, form)

            let headers = page.response.headers
            let policy = try required(headers["Content-Security-Policy"])
            for rule in [
                "default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'",
                "base-uri 'none'",
            ] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe"))
            #expect(headers["X-Content-Type-Options"] == "nosniff")
            #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin")
            #expect(headers["Referrer-Policy"] == "same-origin")
            #expect(headers["Cache-Control"] == "no-store")
            #expect(!page.markup.contains("<script"))
        }
    }

    private func visit(_ path: String, _ browser: Browser, _ form: Page) async throws -> Page {
        if path.hasPrefix("/account") { _ = try await browser.signUp(form) }
        return try await browser.open(path)
    }

    @Test func `P2: over https cookies carry __Host-, Secure, HttpOnly and Lax, and answers HSTS`() async throws {
        var options = StageOptions()
        options.isSecure = true
        try await Stage.play(options) { stage in
            // The listener is plain, as behind a proxy that ends TLS; the server believes its public address.
            var request = try required(HTTPRequest(.get, "\(stage.address)/auth/kakao"))
            request.scheme = "https"
            let response = await (try stage.server).respond(to: request)

            let cookie = try required(response.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-login-tx-"))
            for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=600"] {
                #expect(cookie.contains(attribute))
            }
            #expect(!cookie.contains("Domain"))
            #expect(response.headers["Strict-Transport-Security"] == "max-age=31536000")
        }
    }

    @Test func `P2: the cookies of session and ticket are HttpOnly and Lax, and the ticket goes at sign-up`()
        async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let response = try await browser.send(
                try required(HTTPRequest(.get, try await stage.callback(of: browser, as: 1001))))
            let ticket = try required(
                response.headers.all("Set-Cookie").first { $0.hasPrefix("login-ticket-") && $0.contains("=slt1.") })
            #expect(ticket.contains("; HttpOnly; SameSite=Lax"))

            let page = try await browser.open("/sign-up")
            _ = try await browser.signUp(page)

            #expect(browser.cookies.keys.sorted() == ["login-session"])
        }
    }

    /// A form of a signed-in person, and what it would do.
    static let forms = ["/sign-out", "/account/withdraw", "/account/profile", "/account/sessions/end-others"]

    @Test(arguments: forms)
    func `P3: a form without our own value, or from another site, changes nothing`(path: String) async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let account = try await browser.join(as: 1001)
            let proof = try required(account.form(with: "form_proof")?.hidden.first { $0.0 == "form_proof" }?.1)
            let stranger = Browser(stage)
            let others = try await stranger.join(as: 1002)
            let foreignProof = try required(others.form(with: "form_proof")?.hidden.first { $0.0 == "form_proof" }?.1)

            let good: FormFields = ["form_proof": proof, "nickname": "이름"]
            let attempts: [(FormFields, HTTPHeaders)] = [
                (["nickname": "이름"], [:]), (["form_proof": "", "nickname": "이름"], [:]),
                (["form_proof": foreignProof, "nickname": "이름"], [:]),
                (good, ["Origin": "https://evil.example.test"]), (good, ["Origin": "null"]),
                (good, ["Sec-Fetch-Site": "cross-site"]), (good, ["Sec-Fetch-Site": "same-site"]),
            ]
            for (fields, headers) in attempts {
                let request = try required(HTTPRequest.form(fields, to: stage.address + path, headers: headers))
                let response = try await browser.send(request)
                #expect(response.status == 403)
                #expect(response.text.contains("form_refused"))
            }
            #expect(try await browser.open("/account").markup.contains("김서연"))
        }
    }

    @Test func `P3: no page changes anything by GET`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)

            for path in ["/sign-out", "/account/profile", "/account/sessions/end", "/account/sessions/end-others"] {
                #expect(try await browser.open(path).status == 405)
            }
            _ = try await browser.open("/account/withdraw")

            #expect(try await browser.open("/account").path == "/account")
        }
    }

    @Test(arguments: ["<script>alert(1)</script>", "\u{202E}evil", "a\u{200B}b", String(repeating: "긴", count: 1_000)])
    func `P5: a nickname of markup, direction marks or great length is shown as text`(nickname: String) async throws {
        try await Stage.play { stage in
            try await stage.control(.patch, "people/1001", ["nickname": .string(nickname)])
            let browser = Browser(stage)

            let form = try await browser.signIn(as: 1001)
            let account = try await browser.signUp(form)

            for page in [form, account] {
                #expect(page.status == 200)
                #expect(!page.markup.contains("<script"))
            }
            #expect(account.path == "/account")
        }
    }

    @Test func `a sign-up form says what is wrong with it and keeps what was typed`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let page = try await browser.signIn(as: 1001)
            let form = try required(page.form(with: "form_proof"))

            let empty = try await browser.submit(form, on: page, [("nickname", "  "), ("agree_service", "yes")])
            #expect(empty.status == 422)
            #expect(empty.markup.contains("닉네임을 입력해 주세요"))
            #expect(empty.markup.contains("agree_privacy-fault"))
            #expect(!empty.markup.contains("agree_service-fault"))

            let long = try await browser.submit(
                form, on: page, [("nickname", String(repeating: "가", count: 31)), ("agree_to_all", "yes")])
            #expect(long.status == 422)
            #expect(long.markup.contains(String(repeating: "가", count: 31)))

            #expect(try await browser.signUp(page, nickname: "서연", agreeToAll: true).path == "/account")
            let token = try await stage.session(of: 1001).accessToken
            #expect(try await stage.call(.get, "/v1/account", token: token).json()["marketing"]?.bool == true)
        }
    }

    @Test func `the account page changes nickname and consent, and ends other devices`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let app = try await stage.session(of: 1001)
            let other = try await stage.session(of: 1001)
            let page = try await browser.open("/account")

            let profile = try required(page.form(to: "/account/profile"))
            let saved = try await browser.submit(
                profile, on: page, [("nickname", "새 이름"), ("agree_marketing", "yes")])
            #expect(saved.query == "notice=saved")
            #expect(saved.markup.contains("새 이름"))
            let refused = try await browser.submit(profile, on: page, [("nickname", "")])
            #expect(refused.status == 422)

            let end = try required(page.form(to: "/account/sessions/end"))
            let ended = try await browser.submit(
                end, on: page, end.hidden.contains { $0.0 == "session" } ? [] : [("session", app.sessionID)])
            #expect(ended.query == "notice=device-signed-out")

            let others = try required(page.form(to: "/account/sessions/end-others"))
            #expect(try await browser.submit(others, on: page).query == "notice=others-signed-out")
            #expect(try await stage.refresh(app.refreshToken).problemCode() == .sessionEnded)
            #expect(try await stage.refresh(other.refreshToken).problemCode() == .sessionEnded)
            #expect(try await browser.open("/account").path == "/account")
        }
    }

    @Test func `the language is the browser's, until one is chosen`() async throws {
        try await Stage.play { stage in
            let korean = Browser(stage, language: "ko")
            let english = Browser(stage, language: "en-GB,en;q=0.9")
            #expect(try await korean.open("/").markup.contains("lang=\"ko\""))
            #expect(try await english.open("/").markup.contains("lang=\"en\""))

            let chosen = try await english.open("/?lang=ko&notice=signed-out")

            #expect(chosen.query == "notice=signed-out")
            #expect(chosen.markup.contains("lang=\"ko\""))
            #expect(try await english.open("/").markup.contains("lang=\"ko\""))
            #expect(try await english.open("/?lang=fr").status == 200)
        }
    }

    @Test func `the stylesheet is found under the name that pages use, and kept for good`() async throws {
        try await Stage.play { stage in
            let page = try await Browser(stage).open("/")
            let path = try required(
                page.markup.pieces(from: "<link", to: ">").compactMap { $0.attribute("href") }
                    .first { $0.hasPrefix("/assets/") })

            let response = try await stage.call(.get, path)

            #expect(response.contentType == "text/css")
            #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
        }
    }
}
