// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import Testing

/// Sign-in for an app through the login server: the ways that end well, and a person's own no.
struct BrokerTests {
    @Test func `a new person signs up and comes back to the app with a code for a session`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            let form = try await browser.finishAtKakao(try await browser.open(app.address()), as: 1001)
            let end = try await browser.signUp(form)

            let answer = try app.answer(at: end)
            let tokens = try SessionTokens(json: try await app.redeem(Secret(try required(answer["code"]))).json())

            #expect(Set(answer.keys) == ["code", "state", "iss"])
            #expect(answer["state"] == app.state)
            #expect(answer["iss"] == stage.address)
            #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
            #expect(try await stage.refresh(tokens.refreshToken, ["client_id": "social-login"]).status == 200)
            #expect(browser.cookies["login-session"] == nil, "the session is the app's, not the browser's")
        }
    }

    @Test func `Chromium may send the sign-up form on to the app, and nowhere else`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let targets = [
                "http://127.0.0.1:49152/callback": "http://127.0.0.1:49152", "http://[::1]:7/callback": "http:",
            ]
            for (redirectURI, target) in targets {
                let app = OAuthApp(site: stage, redirectURI: redirectURI)
                let form = try await browser.finishAtKakao(try await browser.open(app.address()), as: 1001)
                let policy = try required(form.response.headers["Content-Security-Policy"])

                #expect(policy.contains("form-action 'self' \(target);"))
            }
            let shop = OAuthApp(site: stage, clientID: "shop", redirectURI: "com.example.shop:/signed-in")
            let form = try await browser.finishAtKakao(try await browser.open(shop.address()), as: 1001)
            let own = try await browser.finishAtKakao(try await browser.open("/auth/kakao"), as: 1001)

            #expect(form.response.headers["Content-Security-Policy"]?.contains("'self' com.example.shop:;") == true)
            #expect(own.response.headers["Content-Security-Policy"]?.contains("form-action 'self';") == true)
            let end = try await browser.signUp(own)
            #expect(end.path == "/account", "an app that was left on the way is not gone back to")
        }
    }

    @Test func `without a provider the person chooses one on the sign-in page`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))

            let page = try await browser.open(app.address([:]))
            let button = try required(page.markup.pieces(from: "<a class=\"provider-button", to: ">").first)
            let address = try required(button.attribute("href"))
            let form = try await browser.finishAtKakao(try await browser.open(address), as: 1001)
            let end = try await browser.signUp(form)

            #expect(page.path == "/oauth/authorize")
            #expect(try app.answer(at: end)["state"] == app.state)
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback", "http://[::1]:5000/callback",
        "http://127.0.0.1/callback",
    ])
    func `RFC 8252, 7.3: a loopback address is taken with any port`(redirectURI: String) async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage, redirectURI: redirectURI), Browser(stage))

            let code = try await app.code(of: 1001, in: browser)

            #expect(try await app.redeem(code).status == 200)
        }
    }

    @Test(arguments: [OAuthApp.shopRedirectURI, "com.example.shop:/signed-in"])
    func `a registered app gets its answer, with whatever stood in its address`(redirectURI: String) async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage, clientID: "shop", redirectURI: redirectURI)

            let code = try await app.code(of: 1001, in: Browser(stage))
            let tokens = try SessionTokens(json: try await app.redeem(code).json())

            #expect(try await stage.refresh(tokens.refreshToken, ["client_id": "shop"]).status == 200)
            #expect(try await stage.refresh(tokens.refreshToken).problemCode() == .clientMismatch)
        }
    }

    @Test func `a person who cancels comes back to the app as access_denied`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            let chooser = try await browser.open(app.address())
            let form = try required(chooser.form(with: "cancel"))

            let end = try await browser.submit(form, on: chooser, [("decision", "cancel")])

            #expect(try app.answer(at: end) == ["error": "access_denied", "state": app.state, "iss": stage.address])
        }
    }

    @Test func `two tabs sign in for two apps, and each gets the answer to its own request`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let (first, second) = (
                OAuthApp(site: stage), OAuthApp(site: stage, redirectURI: "http://127.0.0.1:9/callback")
            )
            let firstCallback = try await stage.callback(of: browser, as: 1001, from: first.address())
            let secondCallback = try await stage.callback(of: browser, as: 1001, from: second.address())

            let secondEnd = try await browser.open(secondCallback)
            let firstEnd = try await browser.open(firstCallback)

            #expect(try first.answer(at: firstEnd)["state"] == first.state)
            #expect(try second.answer(at: secondEnd)["state"] == second.state)
            let code = Secret(try required(try second.answer(at: secondEnd)["code"]))
            #expect(try await first.redeem(code).problemCode() == .codeRefused, "S41: the code is bound to its request")
            #expect(try await second.redeem(code).status == 200)
        }
    }

    @Test func `an answer that was lost is there again until the session was used`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))
            let first = try SessionTokens(json: try await app.redeem(code).json())

            let again = try SessionTokens(json: try await app.redeem(code).json())

            #expect(again.sessionID == first.sessionID)
            #expect(again.refreshToken == first.refreshToken)
            _ = try await stage.refresh(again.refreshToken)
            #expect(try await app.redeem(code).problemCode() == .codeReuse)
            #expect(try await stage.call(.get, "/v1/account", token: first.accessToken).problemCode() == .sessionEnded)
        }
    }

    @Test func `S39: revoking ends the session, and what is unknown is over already`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            for kind in ["refresh", "access"] {
                let tokens = try SessionTokens(
                    json: try await app.redeem(try await app.code(of: 1001, in: browser)).json())
                let token = kind == "refresh" ? tokens.refreshToken : tokens.accessToken

                let others = try await stage.post(["token": token.exposed, "client_id": "shop"], to: "/oauth/revoke")
                let own = try await stage.post(["token": token.exposed], to: "/oauth/revoke")
                let again = try await stage.post(["token": token.exposed], to: "/oauth/revoke")

                #expect(try others.problemCode() == .clientMismatch)
                #expect([own.status, again.status] == [200, 200])
                #expect(try await stage.refresh(tokens.refreshToken).problemCode() == .sessionEnded)
            }
            #expect(try await stage.post(["token": "nonsense"], to: "/oauth/revoke").status == 200)
            #expect(try await stage.post([:], to: "/oauth/revoke").problemCode() == .invalidRequest)
        }
    }

    @Test func `S46, RFC 8414: the server describes itself to clients`() async throws {
        try await Stage.play { stage in
            let description = try await stage.call(.get, "/.well-known/oauth-authorization-server").json()

            #expect(description["issuer"]?.string == stage.address)
            for endpoint in ["authorization_endpoint", "token_endpoint", "revocation_endpoint", "jwks_uri"] {
                #expect(description[endpoint]?.string?.hasPrefix(stage.address + "/") == true)
            }
            #expect(description["code_challenge_methods_supported"] == ["S256"])
            #expect(description["authorization_response_iss_parameter_supported"] == true)
            #expect(description["token_endpoint_auth_methods_supported"] == ["none"])
        }
    }
}
