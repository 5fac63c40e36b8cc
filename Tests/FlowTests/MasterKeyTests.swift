// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore
import Testing

@testable import LoginServer

/// S52: a master key takes the place of another while people are signed in, and nobody notices.
struct MasterKeyTests {
    /// Starts the stage's server again with a second key, and takes that into use while it runs.
    private func rotate(_ stage: Stage) async throws -> (keys: MasterKeys, rotation: MasterKeyRotation) {
        let keys = try required(
            MasterKeys(numbered: [1: stage.masterKey, 2: MasterKey(random: SystemRandomSource())]))
        await stage.stopServer()
        try await stage.startServer(masterKeys: keys)
        let rotation = try await MasterKeyRotation(
            of: stage.store, masterKeys: keys,
            environment: ServerEnvironment(
                clock: stage.clock, random: SystemRandomSource(), log: .silent, timer: ContinuousClock()))
        #expect(try await rotation.rotate())
        let form = NumberedToken.refreshToken(KeyRing(keys))
        // What the running server makes tells which key it uses.
        try await eventually("the server changes to the new key") {
            let fresh = try await stage.session(of: 1003).refreshToken
            guard let read = form.read(fresh) else { return false }
            return form.text(id: read.id, counter: read.counter) == fresh
        }
        return (keys, rotation)
    }

    @Test func `S52: apps and browsers stay signed in, change to the new key, and outlive the old one`() async throws {
        try await Stage.play { stage in
            let app = try await stage.session(of: 1001)
            let browser = Browser(stage)
            _ = try await browser.join(as: 1002)
            let cookie = try required(browser.cookies["login-session"])
            let shown = try await browser.open("/account")
            let (keys, rotation) = try await rotate(stage)
            stage.clock.advance(by: 600)

            let open = try await browser.send(
                try required(HTTPRequest(.get, "\(stage.address)/.well-known/jwks.json")))
            #expect(open.headers.all("Set-Cookie").isEmpty, "what anybody may keep brings no cookie")
            let refreshed = try SessionTokens(json: try await stage.refresh(app.refreshToken).json())
            let page = try await browser.open("/account")
            let renewed = try required(browser.cookies["login-session"])

            #expect(page.path == "/account")
            #expect(renewed != cookie, "a cookie of the old key is made anew")
            #expect(try await stage.call(.get, "/v1/account", token: refreshed.accessToken).status == 200)
            _ = try await browser.open("/account")
            #expect(browser.cookies["login-session"] == renewed, "and then left alone")

            _ = try await rotation.retire(1, atOnce: true)
            await stage.stopServer()
            try await stage.startServer(masterKeys: try required(MasterKeys(numbered: [2: try required(keys.keys[2])])))
            #expect(try await stage.refresh(refreshed.refreshToken).status == 200)
            #expect(try await browser.open("/account").path == "/account")
            browser.setCookie("login-session", cookie)
            #expect(try await browser.open("/account").path == "/", "the old cookie is nobody's")

            browser.setCookie("login-session", renewed)
            let sheet = try required(try await browser.open("/account").form(to: "/sign-out"))
            #expect(shown.form(to: "/sign-out")?.hidden.map(\.1) != sheet.hidden.map(\.1))
            _ = try await browser.submit(sheet, on: try await browser.open("/account"))
            #expect(browser.cookies["login-session"] == nil)
        }
    }

    @Test func `S52: a form that was shown before the change is taken after it`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1002)
            let shown = try await browser.open("/account")
            _ = try await rotate(stage)
            _ = try await browser.open("/account")

            let end = try await browser.submit(try required(shown.form(to: "/sign-out")), on: shown)

            #expect(end.path == "/")
            #expect(browser.cookies["login-session"] == nil)
        }
    }

    @Test func `S52: a sign-in that is under way over the change comes to its end`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/auth/kakao")
            _ = try await rotate(stage)

            let form = try await browser.finishAtKakao(start, as: 1001)

            #expect(form.path == "/sign-up")
        }
    }

    @Test func `S52: a server goes on while all that it keeps is sealed anew`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1002)
            let (_, rotation) = try await rotate(stage)

            let done = try await rotation.reseal(batch: 1) { _ in
                let page = try await browser.open("/account")
                #expect(page.path == "/account")
            }

            #expect(done.resealed > 2 && done.unreadable == 0)
            #expect(try await rotation.keys().first?.values == 0)
        }
    }

    @Test func `S52: a repeated sign-in gets its answer again over the change`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let first = try await stage.signIn(proof, attempt: attempt).session()
            _ = try await rotate(stage)

            let again = try await stage.signIn(proof, attempt: attempt).session()

            #expect(again.tokens.sessionID == first.tokens.sessionID)
        }
    }
}
