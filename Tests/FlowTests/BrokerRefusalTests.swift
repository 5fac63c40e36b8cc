// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import Testing

/// What an app may not ask of the login server, and what is answered (RFC 6749, 7636, 8252, 9207, 9700).
struct BrokerRefusalTests {
    @Test(
        arguments: [
            ["client_id": nil], ["client_id": "stranger"], ["client_id": "SOCIAL-LOGIN"], ["redirect_uri": nil],
            ["redirect_uri": ""], ["redirect_uri": "https://evil.example/callback"],
            ["redirect_uri": "http://127.0.0.1:49152/callback/"],
            ["redirect_uri": "http://127.0.0.1:49152/callback?x=1"],
            ["redirect_uri": "http://127.0.0.1:49152/callback#x"], ["redirect_uri": "http://127.0.0.1:49152/Callback"],
            ["redirect_uri": "http://127.0.0.1:49152/a/../callback"],
            ["redirect_uri": "http://localhost:49152/callback"],
            ["redirect_uri": "https://127.0.0.1:49152/callback"],
            ["redirect_uri": "http://127.0.0.1.evil.example/callback"],
            ["redirect_uri": "http://127.0.0.1@evil.example/callback"], ["redirect_uri": "http://127.0.0.2:1/callback"],
            ["redirect_uri": "http://evil.example\\@127.0.0.1/callback"], ["redirect_uri": "javascript:alert(1)"],
            ["redirect_uri": "http://127.0.0.1:49152/callback\r\nX: y"],
            ["client_id": "shop", "redirect_uri": "https://shop.example/signed-in"],
            ["client_id": "shop", "redirect_uri": "https://shop.example:444/signed-in?from=login"],
            ["client_id": "shop", "redirect_uri": "com.example.shop:/signed-in/more"],
            ["client_id": "shop", "redirect_uri": "http://127.0.0.1:49152/callback"],
            ["client_id": "shop", "redirect_uri": "http://localhost:49152/signed-in"],
        ] as [[String: String?]])
    func `S40, S44: an unknown client or redirect URI is told to the person and never followed`(
        changes: [String: String?]
    )
        async throws
    {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)

            let page = try await Browser(stage).open(app.address(changes))

            #expect([400, 401].contains(page.status))
            #expect(page.response.headers["Location"] == nil)
            #expect(!page.markup.contains("evil"))
        }
    }

    @Test(
        arguments: [
            (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code token"], "unsupported_response_type"),
            (["code_challenge": nil], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge": "short"], "invalid_request"),
            (["code_challenge": String(repeating: "a", count: 44)], "invalid_request"),
            (["code_challenge": String(repeating: "=", count: 43)], "invalid_request"),
            (["response_mode": "fragment"], "invalid_request"), (["prompt": "none"], "interaction_required"),
            (["provider": "myspace"], "invalid_request"),
            (["prompt": "login none"], "interaction_required"), (["scope": "openid"], "invalid_scope"),
            (["scope": "a b"], "invalid_scope"), (["response_type": "id_token"], "unsupported_response_type"),
            (["login_hint": String(repeating: "x", count: 321)], "invalid_request"),
        ] as [([String: String?], String)])
    func `S42, S43, S46: any other fault goes back to the app, with its state and our name`(
        changes: [String: String?], error: String
    ) async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)

            let page = try await Browser(stage).open(app.address(changes))

            #expect(try app.answer(at: page) == ["error": error, "state": app.state, "iss": stage.address])
        }
    }

    @Test(arguments: ["state", "client_id", "redirect_uri", "code_challenge", "response_type", "scope", "prompt"])
    func `RFC 6749, 3.1: a repeated parameter is refused`(name: String) async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)

            let page = try await Browser(stage).open(app.address() + "&\(name)=x&\(name)=x")

            if ["client_id", "redirect_uri"].contains(name) {
                #expect(page.status == 400)
                #expect(page.response.headers["Location"] == nil)
            } else {
                #expect(try app.answer(at: page)["error"] == "invalid_request")
            }
        }
    }

    @Test(
        arguments: [
            (["code_verifier": nil], .invalidRequest), (["code_verifier": "short"], .invalidRequest),
            (["code_verifier": String(repeating: "a", count: 43)], .codeRefused),
            (["code_verifier": String(repeating: "ä", count: 43)], .invalidRequest),
            (["redirect_uri": nil], .invalidRequest),
            (["redirect_uri": "http://127.0.0.1:1/callback"], .codeRefused), (["client_id": "shop"], .codeRefused),
            (["client_id": "stranger"], .invalidClient), (["code": nil], .invalidRequest),
            (["code": "nonsense"], .codeRefused),
            (["grant_type": nil], .invalidRequest), (["grant_type": "implicit"], .unsupportedGrantType),
            (["grant_type": "password"], .unsupportedGrantType),
            (["grant_type": "client_credentials"], .unsupportedGrantType), (["client_id": nil], .invalidRequest),
            (["client_secret": "secret"], .invalidClient),
        ] as [([String: String?], ProblemCode)])
    func `S41: a code is good with everything that it was asked for with, and a wrong try takes nothing away`(
        changes: [String: String?], problem: ProblemCode
    ) async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))

            let refused = try await app.redeem(code, changes)

            #expect(try refused.problemCode() == problem)
            #expect(refused.headers["Cache-Control"] == "no-store")
            #expect(try await app.redeem(code).status == 200)
        }
    }

    @Test func `S41: a code is good for a minute`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let browser = Browser(stage)
            let codes = [try await app.code(of: 1001, in: browser), try await app.code(of: 1001, in: browser)]

            stage.clock.advance(by: 55)
            #expect(try await app.redeem(codes[0]).status == 200)
            stage.clock.advance(by: 6)

            #expect(try await app.redeem(codes[1]).problemCode() == .codeRefused)
        }
    }

    @Test func `RFC 6749, 5.2: a client that tries to authenticate is told that it has nothing to do so with`()
        async throws
    {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))
            let form: FormFields = [
                "grant_type": "authorization_code", "code": code.exposed, "redirect_uri": app.redirectURI,
                "code_verifier": app.pkce.verifier.exposed,
            ]
            for path in ["/oauth/token", "/oauth/revoke"] {
                var request = try required(HTTPRequest.form(form, to: stage.address + path))
                if path == "/oauth/revoke" {
                    request = try required(HTTPRequest.form(["token": "x"], to: stage.address + path))
                }
                request.headers["Authorization"] = "Basic c29jaWFsLWxvZ2luOg=="

                let answer = try await stage.transport.send(request, limits: TransferLimits())

                #expect(answer.status == 401)
                #expect(try answer.json()["error"]?.string == "invalid_client")
                #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
            }
            #expect(try await app.redeem(code).status == 200)
        }
    }

    @Test(
        arguments: [
            (["client_secret": "hush"], false, "client_secret", "leave client_secret out of the body"),
            ([:], true, nil, "leave the Authorization field out"),
            (
                ["client_secret": "hush"], true, "client_secret",
                "leave out both the Authorization field and client_secret"
            ),
            (["client_id": ""], false, "client_id", "client_id is empty"),
        ] as [([String: String], Bool, String?, String)])
    func `each way to authenticate a client that cannot is refused by its own name`(
        fields: [String: String], basic: Bool, field: String?, text: String
    ) async throws {
        try await Stage.play { stage in
            for path in ["/oauth/token", "/oauth/revoke"] {
                var form: FormFields = ["grant_type": "refresh_token", "refresh_token": "x", "token": "x"]
                for (name, value) in fields { form.add(name, value) }
                var request = try required(HTTPRequest.form(form, to: stage.address + path))
                if basic { request.headers["Authorization"] = "Basic c29jaWFsLWxvZ2luOg==" }

                let answer = try await stage.transport.send(request, limits: TransferLimits()).json()

                #expect(answer["error"] == "invalid_client")
                #expect(answer["field"]?.string == field)
                #expect(answer["detail"]?.string?.contains(text) == true)
            }
        }
    }

    @Test func `RFC 6749, 3.2: the token endpoint takes one form by POST, with each parameter once`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))
            let form: FormFields = [
                "grant_type": "authorization_code", "code": code.exposed, "redirect_uri": app.redirectURI,
                "code_verifier": app.pkce.verifier.exposed, "client_id": app.clientID,
            ]

            let byGet = try await stage.call(.get, "/oauth/token?\(form.encoded)")
            let asJSON = try await stage.call(.post, "/oauth/token", ["code": .string(code.exposed)])
            for name in ["code", "code_verifier", "grant_type", "client_id", "redirect_uri"] {
                var twice = form
                twice.add(name, try form.single(name))
                #expect(try await stage.post(twice, to: "/oauth/token").problemCode() == .invalidRequest, "\(name)")
            }

            #expect(byGet.status == 405)
            #expect(asJSON.status == 415 || asJSON.status == 400)
            #expect(try await app.redeem(code).status == 200)
        }
    }

    @Test func `S41: whoever presents a used code with another verifier ends the session`() async throws {
        try await Stage.play { stage in
            let (app, thief) = (OAuthApp(site: stage), OAuthApp(site: stage))
            let code = try await app.code(of: 1001, in: Browser(stage))
            let tokens = try SessionTokens(json: try await app.redeem(code).json())

            let stolen = try await thief.redeem(code)

            #expect(try stolen.problemCode() == .codeReuse)
            #expect(try await stage.refresh(tokens.refreshToken).problemCode() == .sessionEnded)
            #expect(stage.log.entries("code.reuse").map { $0["session"] } == [tokens.sessionID])
        }
    }

    @Test func `a hundred at once redeem a code for one session`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))

            let tokens = try await withThrowingTaskGroup(of: SessionTokens.self) { group in
                for _ in 0..<100 { group.addTask { try SessionTokens(json: try await app.redeem(code).json()) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(Set(tokens.map(\.sessionID)).count == 1)
            #expect(Set(tokens.map(\.refreshToken.exposed)).count == 1)
        }
    }

    @Test func `a request that was changed or is old leads to the sign-in page, not to an app`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            let page = try await browser.open(app.address([:]))
            let button = try required(page.markup.pieces(from: "<a class=\"provider-button", to: ">").first)
            let address = try required(button.attribute("href"))

            let changed = try await browser.open(String(address.dropLast(3)) + "AAA")
            stage.clock.advance(by: 3_600)
            let late = try await browser.open(address)

            for page in [changed, late] {
                #expect(page.status == 400)
                #expect(page.response.headers["Location"] == nil)
            }
        }
    }
}
