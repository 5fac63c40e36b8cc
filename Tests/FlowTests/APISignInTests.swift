// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// An app that signs in through the API, by each kind of proof.
struct APISignInTests {
    /// The kinds of proof that an app can bring.
    enum Proof: String, CaseIterable {
        case code, idToken, accessToken
    }

    private func credential(
        _ proof: Proof, of person: Int64, _ stage: Stage, _ attempt: AttemptID
    ) async throws -> SignInCredential {
        let app = KakaoApp(stage)
        switch proof {
        case .code:
            let pkce = PKCE(random: SystemRandomSource())
            let redirectURI = "\(stage.address)/auth/kakao/callback"
            let nonce = try await stage.nonce(for: attempt)
            let code = try await app.code(of: person, key: "demo-kakao-rest-key", redirectURI, pkce, nonce: nonce)
            return .code(code, redirectURI: redirectURI, verifier: pkce.verifier, nonce: nonce)
        case .idToken:
            let nonce = try await stage.nonce(for: attempt)
            return .idToken(try await app.tokens(of: person, nonce: nonce).idToken, nonce: nonce)
        case .accessToken:
            return .accessToken(try await app.tokens(of: person).accessToken)
        }
    }

    @Test(arguments: Proof.allCases)
    func `each proof offers a new person to sign up and signs a known one in`(proof: Proof) async throws {
        try await Stage.play { stage in
            let first = AttemptID.fresh()
            let offer = try await stage.signIn(
                try await credential(proof, of: 1001, stage, first), attempt: first
            ).offer()
            let joined = try await stage.signUp(offer.ticket).session()

            let second = AttemptID.fresh()
            let device = Device(name: "서연의 iPhone", platform: "ios", pushToken: Secret("push-token-value"))
            let back = try await stage.signIn(
                try await credential(proof, of: 1001, stage, second), attempt: second, device: device
            ).session()

            #expect(offer.nickname == "김서연")
            #expect(offer.requiredTerms == ["service", "privacy"])
            #expect(back.account.id == joined.account.id)
            #expect(back.tokens.sessionID != joined.tokens.sessionID)
            #expect(back.account.identities.map(\.provider) == [.kakao])
            #expect(!stage.log.text.contains("push-token-value"))
        }
    }

    @Test func `S20: an address from an id_token counts as unverified, one from the profile as Kakao says`()
        async throws
    {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let byIDToken = try await stage.signIn(
                try await credential(.idToken, of: 1001, stage, attempt), attempt: attempt
            ).offer()
            let byProfile = try await stage.signIn(
                try await credential(.accessToken, of: 1001, stage, .fresh())
            ).offer()
            let unverified = try await stage.signIn(
                try await credential(.accessToken, of: 1006, stage, .fresh())
            ).offer()

            #expect(byIDToken.email == EmailAddress("seoyeon@example.com", isVerified: false))
            #expect(byProfile.email == EmailAddress("seoyeon@example.com", isVerified: true))
            #expect(unverified.email?.isVerified == false)
        }
    }

    @Test func `B93: a person without an address gets an account without one`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1004).accessToken
            let offer = try await stage.signIn(.accessToken(token)).offer()
            let (_, account) = try await stage.signUp(offer.ticket, nickname: "민지").session()

            #expect(offer.email == nil)
            #expect(account.email == nil)
        }
    }

    @Test(arguments: [(1005, "🐰하늘🌤️"), (9_007_199_254_740_993, "큰번호")])
    func `B49, B60: numbers beyond a double and names of emoji arrive whole`(
        person: Int64, nickname: String
    ) async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: person).accessToken
            let offer = try await stage.signIn(.accessToken(token)).offer()
            let (tokens, account) = try await stage.signUp(offer.ticket, nickname: nickname).session()
            let identities = try await stage.store.identities(of: account.id)

            #expect(offer.nickname == nickname)
            #expect(account.nickname == nickname)
            #expect(identities.map(\.key.subject) == ["\(person)"])
            #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
        }
    }

    @Test func `B61: half an emoji in a nickname loses the half and not the sign-in`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1007).accessToken

            let offer = try await stage.signIn(.accessToken(token)).offer()

            #expect(offer.nickname?.hasPrefix("유나") == true)
        }
    }

    @Test func `S19: two people with one address have two accounts`() async throws {
        try await Stage.play { stage in
            try await stage.control(.patch, "people/1002", ["email": "seoyeon@example.com"])

            let one = try await stage.session(of: 1001)
            let two = try await stage.session(of: 1002)

            let accounts = [
                try await stage.call(.get, "/v1/account", token: one.accessToken).json(),
                try await stage.call(.get, "/v1/account", token: two.accessToken).json(),
            ]
            #expect(accounts[0]["email"] == accounts[1]["email"])
            #expect(accounts[0]["id"] != accounts[1]["id"])
        }
    }

    @Test func `what was agreed to later arrives with the next sign-in`() async throws {
        try await Stage.play { stage in
            try await stage.control(.put, "kakao/apps/1000001/people/1001", ["agreed": ["profile_nickname"]])
            let first = try await stage.session(of: 1001)
            #expect(try await stage.call(.get, "/v1/account", token: first.accessToken).json()["email"] == nil)

            try await stage.control(
                .put, "kakao/apps/1000001/people/1001", ["agreed": ["profile_nickname", "account_email"]])
            let second = try await stage.session(of: 1001)

            let account = try await stage.call(.get, "/v1/account", token: second.accessToken).json()
            #expect(account["email"]?.string == "seoyeon@example.com")
            #expect(account["email_verified"]?.bool == true)
        }
    }
}
