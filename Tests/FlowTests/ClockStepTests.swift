// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import Testing

/// A clock that is put back, by an hour or to before the server's first start: nobody loses anything that was going on.
struct ClockStepTests {
    @Test(arguments: [3_600, 3_456_000] as [Double])
    func `sessions of apps and browsers go on, also after a restart`(step: Double) async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let tokens = try await stage.session(of: 1002)
            stage.clock.advance(by: -step)

            // Its access token is from the future now; a refresh gives one that is not.
            let next = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())
            #expect(try await stage.call(.get, "/v1/account", token: next.accessToken).status == 200)
            #expect(try await browser.open("/account").path == "/account")

            await stage.stopServer()
            try await stage.startServer()
            let last = try SessionTokens(json: try await stage.refresh(next.refreshToken).json())
            #expect(try await stage.call(.get, "/v1/account", token: last.accessToken).status == 200)
            #expect(try await browser.open("/account").path == "/account")
            #expect(try await stage.call(.get, "/.well-known/jwks.json").text.contains("\"kid\""))
        }
    }

    @Test func `a sign-in, a sign-up and a code that are on their way arrive`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            let callback = try await stage.callback(of: browser, as: 1001, from: app.address())
            stage.clock.advance(by: -3_600)
            let form = try await browser.open(callback)
            stage.clock.advance(by: -3_600)
            let end = try await browser.signUp(form)
            stage.clock.advance(by: -3_600)

            let code = Secret(try required(try app.answer(at: end)["code"]))
            let tokens = try SessionTokens(json: try await app.redeem(code).json())

            #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
        }
    }

    @Test func `what was used once stays used`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))
            let first = try SessionTokens(json: try await app.redeem(code).json())
            let second = try SessionTokens(json: try await stage.refresh(first.refreshToken).json())
            let third = try SessionTokens(json: try await stage.refresh(second.refreshToken).json())
            stage.clock.advance(by: -3_600)

            #expect(try await app.redeem(code).problemCode() == .codeReuse)
            #expect(try await stage.refresh(third.refreshToken).problemCode() == .sessionEnded)
        }
    }

    @Test func `the grace of a refresh token does not come back`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let second = try SessionTokens(json: try await stage.refresh(first.refreshToken).json())
            _ = try await stage.refresh(second.refreshToken)
            stage.clock.advance(by: -3_600)

            #expect(try await stage.refresh(first.refreshToken).problemCode() == .refreshReuse)
        }
    }
}
