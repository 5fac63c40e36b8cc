// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginServer
import Testing

/// How long the session of an app lasts that came by a code.
struct AppSessionTests {
    @Test func `a code that nobody redeems leaves no device behind`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let browser = Browser(stage)
            _ = try await app.code(of: 1001, in: browser)
            let mine = try await stage.session(of: 1001)

            stage.clock.advance(by: 601)
            let next = try SessionTokens(json: try await stage.refresh(mine.refreshToken).json())
            let sessions = try await stage.call(.get, "/v1/sessions", token: next.accessToken).json()

            #expect(sessions["sessions"]?.array?.compactMap { $0["id"]?.string } == [mine.sessionID])
        }
    }

    @Test func `a session that was redeemed lasts as long as any other`() async throws {
        try await Stage.play { stage in
            let app = OAuthApp(site: stage)
            let code = try await app.code(of: 1001, in: Browser(stage))
            stage.clock.advance(by: 59)
            let tokens = try SessionTokens(json: try await app.redeem(code).json())

            stage.clock.advance(by: 30 * 86_400 - 1)

            #expect(try await stage.refresh(tokens.refreshToken).status == 200)
        }
    }

    @Test func `S34: a session on the word of the browser's ends with it at the latest`() async throws {
        var options = StageOptions()
        options.change = {
            $0.lives.session = 86_400
            $0.lives.sessionIdle = 86_400
        }
        try await Stage.play(options) { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            _ = try await browser.join(as: 1001)
            stage.clock.advance(by: 80_000)
            let page = try await browser.open(app.address([:]))
            let end = try await browser.submit(try required(page.form(to: "/oauth/authorize")), on: page)
            let code = Secret(try required(try app.answer(at: end)["code"]))
            let tokens = try SessionTokens(json: try await app.redeem(code).json())

            stage.clock.advance(by: 6_300)
            let next = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())
            stage.clock.advance(by: 101)

            #expect(try await stage.refresh(next.refreshToken).problemCode() == .refreshExpired)
        }
    }
}
