// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginStore
import Testing

/// An attempt ends once, and its answer can be asked for again.
struct LostAnswerTests {
    @Test func `a sign-in sent again gets the same session and refresh token, and a newly signed access token`()
        async throws
    {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let attempt = AttemptID.fresh()

            let first = try await stage.signIn(proof, attempt: attempt).session().tokens
            stage.clock.advance(by: 599)
            let again = try await stage.signIn(proof, attempt: attempt).session().tokens

            #expect(again.sessionID == first.sessionID)
            #expect(again.refreshToken == first.refreshToken)
            #expect(again.accessToken != first.accessToken)
            #expect(try await stage.call(.get, "/v1/account", token: again.accessToken).status == 200)
        }
    }

    @Test func `a sign-in by code can be repeated although the code is spent`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)

            let first = try await stage.signIn(proof, attempt: attempt).session().tokens
            let again = try await stage.signIn(proof, attempt: attempt).session().tokens
            let other = try await stage.signIn(proof)

            #expect(again.refreshToken == first.refreshToken)
            #expect(try other.problemCode() == .nonceRefused)
        }
    }

    @Test func `the offer of a ticket can be asked for again too, and a sign-up likewise`() async throws {
        try await Stage.play { stage in
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let attempt = AttemptID.fresh()
            let first = try await stage.signIn(proof, attempt: attempt).offer()
            let again = try await stage.signIn(proof, attempt: attempt).offer()
            #expect(again.ticket == first.ticket)

            let signUp = AttemptID.fresh()
            let joined = try await stage.signUp(first.ticket, attempt: signUp).session()
            let repeated = try await stage.signUp(first.ticket, attempt: signUp).session()
            #expect(repeated.tokens.refreshToken == joined.tokens.refreshToken)
            #expect(repeated.account.id == joined.account.id)

            #expect(try await stage.signUp(first.ticket).problemCode() == .ticketUsed)
            #expect(try await stage.signIn(proof, attempt: attempt).problemCode() == .attemptFinished)
        }
    }

    @Test func `after the first refresh, after ten minutes and after the session's end there is nothing to repeat`()
        async throws
    {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)

            let refreshed = AttemptID.fresh()
            let first = try await stage.signIn(proof, attempt: refreshed).session().tokens
            _ = try await stage.refresh(first.refreshToken)
            let late = try await stage.signIn(proof, attempt: refreshed)
            #expect(late.status == 409)
            #expect(try late.problemCode() == .attemptFinished)

            let ended = AttemptID.fresh()
            let second = try await stage.signIn(proof, attempt: ended).session().tokens
            _ = try await stage.call(.delete, "/v1/sessions", token: second.accessToken)
            #expect(try await stage.signIn(proof, attempt: ended).problemCode() == .attemptFinished)

            let old = AttemptID.fresh()
            _ = try await stage.signIn(proof, attempt: old).session()
            stage.clock.advance(by: 600)
            #expect(try await stage.signIn(proof, attempt: old).problemCode() == .attemptFinished)
        }
    }

    @Test func `the same attempt with another credential is a conflict`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let one = try await KakaoApp(stage).tokens(of: 1001).accessToken
            let two = try await KakaoApp(stage).tokens(of: 1002).accessToken
            _ = try await stage.signIn(.accessToken(one), attempt: attempt).offer()

            let answer = try await stage.signIn(.accessToken(two), attempt: attempt)

            #expect(answer.status == 409)
            #expect(try answer.problemCode() == .attemptConflict)
        }
    }

    @Test func `twenty repeats at once make one session and one exchange of the code`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)

            let answers = try await withThrowingTaskGroup(of: SessionTokens.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await stage.signIn(proof, attempt: attempt).session().tokens }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(Set(answers.map(\.refreshToken)).count == 1)
            #expect(Set(answers.map(\.sessionID)).count == 1)
        }
    }

    @Test func `a repeat after a restart of the server gets the same session`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let first = try await stage.signIn(proof, attempt: attempt).session().tokens

            await stage.stopServer()
            try await stage.startServer()

            #expect(try await stage.signIn(proof, attempt: attempt).session().tokens.refreshToken == first.refreshToken)
        }
    }

    @Test func `S18: a hundred first sign-ins of one person make one account`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken

            let accounts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        switch try SignInAnswer(json: try await stage.signIn(.accessToken(token)).json()) {
                        case .session(_, let account): return account.id
                        case .newPerson(let offer):
                            return try await stage.signUp(offer.ticket).session().account.id
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(accounts.count == 100)
            #expect(Set(accounts).count == 1)
            let identities = try await stage.store.identities(of: try required(accounts.first))
            #expect(identities.count == 1)
        }
    }

    @Test func `a sign-up form sent twice makes one account and gets one answer`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let page = try await browser.signIn(as: 1001)
            let (name, ticket) = try required(browser.tickets.first)

            _ = try await browser.signUp(page)
            let session = browser.cookies["login-session"]
            browser.setCookie(name, ticket)
            browser.setCookie("login-session", nil)
            let second = try await browser.signUp(page)

            #expect(second.path == "/account")
            #expect(browser.cookies["login-session"] == session)
        }
    }
}

extension Stage {
    /// A code for the server's own key, as a client would bring it that asked for it itself.
    ///
    /// - Parameter nonce: in place of a good one of this attempt.
    func codeCredential(
        of person: Int64, for attempt: AttemptID, nonce other: Secret? = nil
    ) async throws -> SignInCredential {
        let own = try await nonce(for: attempt)
        let nonce = other ?? own
        let pkce = PKCE(random: SystemRandomSource())
        let redirectURI = "\(address)/auth/kakao/callback"
        let code = try await KakaoApp(self).code(
            of: person, key: "demo-kakao-rest-key", redirectURI, pkce, nonce: nonce)
        return .code(code, redirectURI: redirectURI, verifier: pkce.verifier, nonce: nonce)
    }
}
