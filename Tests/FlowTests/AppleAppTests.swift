// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// An app on an Apple system that signs in through the API, by id_token, by code, or by both.
struct AppleAppTests {
    /// A credential of the system for a new attempt, whose nonce this server gave out.
    private func credential(
        _ stage: Stage, of person: Int64 = 1001
    ) async throws -> (AppleApp.Credential, attempt: AttemptID, nonce: Secret) {
        let attempt = AttemptID.fresh()
        let nonce = try await stage.nonce(for: attempt)
        return (try await AppleApp(stage).credential(of: person, nonce: nonce), attempt, nonce)
    }

    @Test func `B90: id_token and code sign in, the name that was told is suggested, and withdrawal revokes once`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let (first, attempt, nonce) = try await credential(stage)

            let offer = try await stage.signIn(
                .idToken(first.idToken, nonce: nonce, code: first.code), attempt: attempt, provider: .apple,
                name: first.name
            ).offer()
            let (tokens, account) = try await stage.signUp(offer.ticket, nickname: "서연").session()

            #expect(offer.nickname == "김서연")
            #expect(offer.email == EmailAddress("seoyeon@example.com", isVerified: true))
            #expect(account.identities.map(\.provider) == [.apple])
            let identity = try required(try await stage.store.identities(of: account.id).first)
            #expect(identity.providerClientID == AppleApp.bundleID)
            #expect(identity.key.scope == "DEMOTEAM01")

            #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
            try await eventually("Apple hears of the withdrawal") {
                try await stage.control(.get, "apple/links").json() == []
            }
            // Apple's answer is a 200 with nothing in it, which is no reason to ask again.
            try await eventually("nothing is left to do") { try await stage.store.outbox(limit: 10).isEmpty }
            #expect(stage.requests(for: "/appleid.apple.com/auth/revoke") == 1)
        }
    }

    @Test func `app and browser of one team are one person`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)
            _ = try await browser.signUp(try await browser.signInWithApple(as: 1001))
            let (native, attempt, nonce) = try await credential(stage)

            let (_, account) = try await stage.signIn(
                .idToken(native.idToken, nonce: nonce), attempt: attempt, provider: .apple
            ).session()

            #expect(account.nickname == "김서연")
        }
    }

    @Test func `B65: a name that came with an attempt that was given up is suggested at the next`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (first, attempt, nonce) = try await credential(stage)
            _ = try await stage.signIn(
                .idToken(first.idToken, nonce: nonce), attempt: attempt, provider: .apple, name: first.name
            ).offer()
            let (second, again, newNonce) = try await credential(stage)

            let offer = try await stage.signIn(
                .idToken(second.idToken, nonce: newNonce), attempt: again, provider: .apple, name: ""
            ).offer()

            #expect(second.name == nil)
            #expect(offer.nickname == "김서연")
        }
    }

    @Test func `S25: a name that comes with a known person is kept nowhere, and none outlives the account`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            func signIn(_ name: String?) async throws -> HTTPResponse {
                let (one, attempt, nonce) = try await credential(stage)
                return try await stage.signIn(
                    .idToken(one.idToken, nonce: nonce, code: one.code), attempt: attempt, provider: .apple, name: name)
            }
            let offer = try await signIn("김서연").offer()
            let (tokens, _) = try await stage.signUp(offer.ticket, nickname: "서연").session()

            #expect(try await signIn("Second Name").status == 200)
            #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
            try await eventually("Apple hears of the withdrawal") {
                try await stage.control(.get, "apple/links").json() == []
            }
            let again = try await signIn(nil).offer()

            #expect(again.nickname == nil)
        }
    }

    @Test func `S8: a code without a redirect URI needs the nonce of this server and signs in for its bundle id`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let (one, attempt, nonce) = try await credential(stage)
            func code(_ code: Secret, nonce: Secret?, clientID: String? = AppleApp.bundleID) -> SignInCredential {
                .code(code, redirectURI: nil, verifier: nil, nonce: nonce, clientID: clientID)
            }

            let without = try await stage.signIn(code(one.code, nonce: nil), attempt: attempt, provider: .apple)
            let invented = try await stage.signIn(
                code(one.code, nonce: Secret("n")), attempt: attempt, provider: .apple)
            let others = try await stage.signIn(code(one.code, nonce: nonce), provider: .apple)
            let foreign = try await stage.signIn(
                code(one.code, nonce: nonce, clientID: "com.example.other"), attempt: attempt, provider: .apple)
            #expect(stage.requests(for: "/appleid.apple.com/auth/token") == 0)
            // Apple's id_token for an app holds the hash of the nonce, so the nonce itself is what the server compares.
            let good = try await stage.signIn(code(one.code, nonce: nonce), attempt: attempt, provider: .apple)

            #expect(
                try [without, invented, others].map { try $0.problemCode() }
                    == Array(repeating: .nonceRefused, count: 3))
            #expect(try foreign.problemCode() == .wrongAudience)
            #expect(good.status == 200, "\(good.text)")
        }
    }

    @Test func `a redirect URI with an app's code is the client's fault and named as such`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (one, attempt, nonce) = try await credential(stage)

            let answer = try await stage.signIn(
                .code(
                    one.code, redirectURI: "https://shop.example/cb", verifier: nil, nonce: nonce,
                    clientID: AppleApp.bundleID), attempt: attempt, provider: .apple)

            #expect(answer.status == 400)
            #expect(try answer.problemCode() == .invalidRequest)
            #expect(try answer.json()["field"]?.string == "credential.redirect_uri")
            #expect(stage.requests(for: "/appleid.apple.com/auth/token") == 0)
        }
    }

    @Test func `without a Services ID the pages offer no Apple, and say so where somebody comes all the same`()
        async throws
    {
        var options = StageOptions()
        options.others = { environment throws(LoginError) in
            [
                try .apple(
                    AppleSettings(
                        teamID: "DEMOTEAM01", bundleIDs: [AppleApp.bundleID], keyID: "DEMOKEY001",
                        privateKey: SigningKey.generateES256().pem), environment: environment)
            ]
        }
        try await Stage.play(options) { stage in
            let (browser, app) = (Browser(stage), OAuthApp(site: stage))
            let first = try await browser.open("/")
            let page = try await browser.open("/auth/apple")
            let refused = try await browser.open(app.address(["provider": "apple"]))
            let choice = try await browser.open(app.address([:]))

            #expect(first.markup.contains("/auth/kakao") && !first.markup.contains("/auth/apple"))
            #expect(choice.markup.contains("/auth/kakao") && !choice.markup.contains("/auth/apple"))
            #expect(page.origin == stage.address && page.markup.contains("unknown_provider"))
            #expect(try app.answer(at: refused)["error"] == "invalid_request")
            #expect(browser.cookies.keys.allSatisfy { !$0.hasPrefix("login-tx-") })
        }
    }

    @Test func `S9, S11, S12: what was used, mixed up or made for somebody else signs nobody in`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (hers, attempt, nonce) = try await credential(stage)
            let (his, _, _) = try await credential(stage, of: 1002)

            let mixed = try await stage.signIn(
                .idToken(hers.idToken, nonce: nonce, code: his.code), attempt: attempt, provider: .apple)
            let good = try await stage.signIn(
                .idToken(hers.idToken, nonce: nonce, code: hers.code), attempt: attempt, provider: .apple)
            let replay = try await stage.signIn(.idToken(hers.idToken, nonce: nonce), provider: .apple)
            let hisAttempt = AttemptID.fresh()
            let hisNonce = try await stage.nonce(for: hisAttempt, provider: .apple)
            let otherNonce = try await stage.signIn(
                .idToken(hers.idToken, nonce: hisNonce), attempt: hisAttempt, provider: .apple)
            let atKakaoAttempt = AttemptID.fresh()
            let atKakao = try await stage.signIn(
                .idToken(hers.idToken, nonce: try await stage.nonce(for: atKakaoAttempt)), attempt: atKakaoAttempt)

            #expect(try mixed.problemCode() == .idTokenRefused)
            #expect(good.status == 200, "\(good.text)")
            #expect(try replay.problemCode() == .nonceRefused)
            #expect(try otherNonce.problemCode() == .nonceRefused)
            #expect(try atKakao.problemCode() == .idTokenRefused)
        }
    }

    @Test func `an access token of Apple's proves nothing`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let answer = try await stage.signIn(.accessToken(Secret("a.x")), provider: .apple)

            #expect(answer.status == 400)
            #expect(try answer.problemCode() == .invalidRequest)
            #expect(try answer.json()["field"]?.string == "credential.type")
        }
    }

    @Test func `B90: Apple's empty answer to a revocation is a success, and it is asked once`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (one, attempt, nonce) = try await credential(stage)
            let offer = try await stage.signIn(
                .idToken(one.idToken, nonce: nonce, code: one.code), attempt: attempt, provider: .apple
            ).offer()
            let (tokens, _) = try await stage.signUp(offer.ticket).session()

            #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
            try await eventually("the unlink is done") { stage.log.entries("unlink.done").count == 1 }

            #expect(try await stage.store.outbox(limit: 10).isEmpty)
            #expect(stage.requests(for: "/appleid.apple.com/auth/revoke") == 1)
            #expect(stage.log.entries("unlink.failed").isEmpty)
        }
    }

    @Test func `B26: a used code is refused and asked once`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (one, attempt, nonce) = try await credential(stage)
            _ = try await stage.signIn(
                .idToken(one.idToken, nonce: nonce, code: one.code), attempt: attempt, provider: .apple
            ).offer()
            let (two, second, nextNonce) = try await credential(stage)

            let answer = try await stage.signIn(
                .code(one.code, redirectURI: nil, verifier: nil, nonce: nextNonce, clientID: AppleApp.bundleID),
                attempt: second,
                provider: .apple)

            #expect(try answer.problemCode() == .credentialRefused)
            #expect(try answer.json()["vendor_code"]?.string == "invalid_grant")
            #expect(stage.requests(for: "/appleid.apple.com/auth/token") == 2)
            #expect(two.name == nil)
        }
    }
}
