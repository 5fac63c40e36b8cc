// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Apple's id_token")
struct AppleIDTokenTests {
    private static let hash = "d3668b1e104f62fa90db942864a6e676638a29a10f4e92d62895ebf0ee6557fc"

    private func refusal(_ token: Secret, settings: AppleSettings = Apple.settings) async throws -> String? {
        let apple = try Apple(settings: settings)
        return await failure { () throws(LoginError) in
            try await apple.provider.checkIDToken(token, nonce: .matching(Apple.nonce))
        }?.code.rawValue
    }

    @Test(
        "B71, B74: a token for the Services ID holds the nonce as it is, one for an app its hash, and neither the other's",
        arguments: [
            ("com.example.web", "nonce-0001", nil), ("com.example.app", .string(hash), nil),
            ("com.example.web", .string(hash), "id_token_nonce_differs"),
            ("com.example.app", "nonce-0001", "id_token_nonce_differs"),
            ("com.example.app", nil, "id_token_nonce_missing"),
            ("com.example.other", "nonce-0001", "id_token_audience"),
        ] as [(String, JSONValue?, String?)])
    func nonceByKindOfClient(audience: String, nonce: JSONValue?, expected: String?) async throws {
        let token = Apple.idToken(["aud": .string(audience), "nonce": nonce])

        #expect(try await refusal(token) == expected)
    }

    @Test("S8: a nonce that was sent must come back, even from a system that says it knows none")
    func nonceUnsupported() async throws {
        #expect(
            try await refusal(Apple.idToken(["nonce": nil, "nonce_supported": false])) == "id_token_nonce_missing")
    }

    @Test("S1: an elliptic signature is refused, whatever Apple's page on verifying says")
    func otherAlgorithm() async throws {
        #expect(try await refusal(Apple.idToken(key: .generateES256(id: "k1"))) == "id_token_algorithm")
    }

    @Test("S5: an issuer that Apple changes to is a matter of settings alone")
    func issuers() async throws {
        let token = Apple.idToken(["iss": "https://account.apple.com"])
        var settings = Apple.settings
        settings.issuers.insert("https://account.apple.com")

        #expect(try await refusal(token) == "id_token_issuer")
        #expect(try await refusal(token, settings: settings) == nil)
        #expect(try await refusal(Apple.idToken(), settings: settings) == nil)
    }

    @Test(
        "B63, S13: the flag of an address is read as truth value and as text, and whatever else it is means false",
        arguments: [
            (true, true), ("true", true), (false, false), ("false", false), (nil, false), ("yes", false), (1, false),
        ] as [(JSONValue?, Bool)])
    func flags(flag: JSONValue?, isVerified: Bool) async throws {
        let apple = try Apple()
        let token = Apple.idToken(["email_verified": flag, "is_private_email": flag])

        let identity = try await apple.provider.verify(.idToken(token, nonce: .matching(Apple.nonce)))

        #expect(identity.profile.email?.address == "q1@privaterelay.appleid.com")
        #expect(identity.profile.email?.isVerified == isVerified)
    }

    @Test("B93: an account without an address signs in", arguments: [nil, "", 7] as [JSONValue?])
    func noAddress(email: JSONValue?) async throws {
        let apple = try Apple()

        let identity = try await apple.provider.verify(
            .idToken(Apple.idToken(["email": email]), nonce: .matching(Apple.nonce)))

        #expect(identity.profile.email == nil)
        #expect(identity.key.subject == Apple.subject)
    }

    @Test("B69: a key that Apple adds is fetched once, and tokens by the old one go on")
    func newKey() async throws {
        let second = SigningKey.generateRS256(id: "k2")
        let apple = try Apple()
        _ = try await apple.provider.checkIDToken(Apple.idToken(), nonce: .matching(Apple.nonce))
        apple.stub.answer(Apple.keysPath) { _ in
            .json(JWKSet.json(of: [second.publicJWK, ProviderStub.key.publicJWK]))
        }
        apple.clock.advance(by: 400)

        _ = try await apple.provider.checkIDToken(Apple.idToken(key: second), nonce: .matching(Apple.nonce))
        _ = try await apple.provider.checkIDToken(Apple.idToken(), nonce: .matching(Apple.nonce))

        #expect(apple.stub.count(Apple.keysPath) == 2)
    }
}
