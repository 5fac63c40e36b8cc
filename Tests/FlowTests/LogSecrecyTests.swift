// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// Whatever the log says when it says most, it says no secret and nobody's name.
struct LogSecrecyTests {
    @Test func `S54: no secret of a person's whole story is in the most talkative log`() async throws {
        try await Stage.play { stage in
            try await liveInABrowser(stage)
            try await liveInAnApp(stage)
            try await liveByTheAPI(stage)
            try await goAstray(stage)
            try await eventually("Kakao hears of the withdrawals") { try await stage.store.outbox(limit: 10).isEmpty }

            let log = stage.log.text
            for secret in stage.secrets.all {
                #expect(!log.contains(secret.value), "a \(secret.name) is in the log")
            }
            let seen: Set = [
                "access_token", "Authorization", "client_secret", "code", "code_challenge", "code_verifier", "Cookie",
                "email", "form_proof", "id_token", "nickname", "nonce", "refresh_token", "state", "ticket", "token",
            ]
            #expect(seen.subtracting(stage.secrets.names).isEmpty, "the story has each of them")
            let told: Set = [
                "request.answered", "sign_up.succeeded", "sign_in.succeeded", "session.refreshed", "session.ended",
                "account.withdrawn", "listener.refused",
            ]
            #expect(told.subtracting(stage.log.events).isEmpty, "the log tells the story")
        }
    }

    @Test(arguments: Stage.providers)
    func `S54: nor is one of a story with any of the providers`(provider: ProviderID) async throws {
        try await Stage.play(.with(provider)) { stage in
            try await liveInABrowser(stage, with: provider)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(at: provider, of: 1002, for: attempt)
            let offer = try await stage.signIn(proof, attempt: attempt, provider: provider).offer()
            let tokens = try await stage.signUp(offer.ticket).session().tokens
            #expect(try await stage.signIn(proof, provider: provider).status >= 400)
            #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
            try await eventually("the provider hears of the withdrawals") {
                try await stage.store.outbox(limit: 10).isEmpty
            }

            let log = stage.log.text
            for secret in stage.secrets.all {
                #expect(!log.contains(secret.value), "a \(secret.name) is in the log")
            }
            #expect(stage.secrets.names.isSuperset(of: ["Authorization", "code", "client_secret", "nonce", "ticket"]))
            let told: Set = ["sign_up.succeeded", "sign_in.succeeded", "account.withdrawn"]
            #expect(told.subtracting(stage.log.events).isEmpty, "the log tells the story")
        }
    }

    /// Signs up, signs out, comes back and leaves for good.
    private func liveInABrowser(_ stage: Stage, with provider: ProviderID = .kakao) async throws {
        let browser = Browser(stage)
        var page = try await browser.signUp(
            try await browser.signIn(with: provider, as: 1001), nickname: "secret-nickname")
        page = try await browser.submit(try required(page.form(to: "/sign-out")), on: page)
        page = try await browser.signIn(with: provider, as: 1001)
        #expect(page.path == "/account")
        page = try await browser.open("/account/withdraw")
        page = try await browser.submit(try required(page.form(to: "/account/withdraw")), on: page)
        #expect(page.query == "notice=withdrawn")
    }

    /// Signs up for an app, which refreshes, repeats a token that is spent, and revokes.
    private func liveInAnApp(_ stage: Stage) async throws {
        let app = OAuthApp(site: stage)
        let code = try await app.code(of: 1002, in: Browser(stage))
        let tokens = try SessionTokens(json: try await app.redeem(code).json())
        let next = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())
        let last = try SessionTokens(json: try await stage.refresh(next.refreshToken).json())
        #expect(try await app.redeem(code).status == 400)
        let answer = try await stage.post(["token": last.refreshToken.exposed], to: "/oauth/revoke")
        #expect(answer.status == 200)
    }

    /// Signs in by a code with a nonce of ours, names the device, and withdraws.
    private func liveByTheAPI(_ stage: Stage) async throws {
        let attempt = AttemptID.fresh()
        _ = try await stage.nonce(for: attempt)
        let tokens = try await stage.session(of: 1003)
        let device: JSONValue = ["name": "Seoyeon's phone", "push_token": "push-token-of-the-phone"]
        #expect(
            try await stage.call(.patch, "/v1/sessions", device, token: tokens.accessToken).status == 204)
        #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
    }

    /// Goes where nothing is, with secrets in every place, also where the listener itself refuses.
    private func goAstray(_ stage: Stage) async throws {
        let path = "/auth/kakao/callback"
        stage.secrets.note(try required(HTTPRequest.form(["token": "a-token-in-a-path"], to: stage.address)))
        let query: FormFields = ["code": "a-code-gone-astray", "state": "a-state-gone-astray"]
        _ = try await Browser(stage).open("\(path)?\(query.encoded)")
        for path in ["/a-token-in-a-path", "/v1/sessions/a-token-in-a-path", "/auth/a-token-in-a-path"] {
            _ = try await stage.call(.get, path, token: Secret("a-token-gone-astray"))
        }
        let long = String(repeating: "a-token-that-is-too-long", count: 1_000)
        #expect(try await stage.call(.get, "/v1/account", token: Secret(long)).status == 431)
    }
}
