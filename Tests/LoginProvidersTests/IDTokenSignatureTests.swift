// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Checking who signed an id_token")
struct IDTokenSignatureTests {
    private let kakao: Kakao

    init() throws {
        kakao = try Kakao()
    }

    private func code(_ token: Secret) async -> String? {
        await code(token, at: kakao.provider)
    }

    private func code(_ token: Secret, at provider: Provider) async -> String? {
        await failure { () throws(LoginError) in
            try await provider.checkIDToken(token, nonce: .matching(EveryProvider.nonce))
        }?.code.rawValue
    }

    /// A token with a header of our making and the signature of `key` over it.
    private func token(
        header: JSONValue, key: SigningKey = ProviderStub.key, of every: EveryProvider = .kakao
    ) -> Secret {
        let payload = every.idToken().exposed.split(separator: ".")[1]
        let input = "\(Base64URL.encode(header.serialized())).\(payload)"
        return Secret("\(input).\(Base64URL.encode(key.sign(Array(input.utf8))))")
    }

    @Test("S1: a changed token is refused before any claim is looked at", arguments: EveryProvider.allCases)
    func changedToken(at every: EveryProvider) async throws {
        let parts = every.idToken().exposed.split(separator: ".").map(String.init)
        let claims = every.idToken(["aud": "SOMEBODY_ELSES_KEY"]).exposed.split(separator: ".").map(String.init)

        let changed = Secret("\(parts[0]).\(claims[1]).\(parts[2])")
        #expect(try await every.refusal(of: changed) == "id_token_signature")
    }

    @Test(
        "S1: only RS256 is taken, whatever the header asks for", arguments: EveryProvider.allCases,
        ["none", "HS256", "ES256", "RS512", "rs256"])
    func algorithms(at every: EveryProvider, algorithm: String) async throws {
        let (provider, stub) = try every.made()
        let asked = token(header: ["alg": .string(algorithm), "kid": "k1"], of: every)

        #expect(await code(asked, at: provider) == "id_token_algorithm")
        #expect(stub.asked.isEmpty)
    }

    @Test(
        "S1: an ES256 key among the provider's does not help a token that says ES256", arguments: EveryProvider.allCases
    )
    func keyOfAnotherKind(at every: EveryProvider) async throws {
        let (provider, stub) = try every.made()
        let key = SigningKey.generateES256(id: "e1")
        stub.answer(every.keysPath) { _ in .json(JWKSet.json(of: [key.publicJWK])) }

        #expect(await code(every.idToken(key: key), at: provider) == "id_token_algorithm")
    }

    @Test("B68: the key is chosen by its id, and a token without one is refused", arguments: EveryProvider.allCases)
    func keyByID(at every: EveryProvider) async throws {
        let (provider, stub) = try every.made()
        let second = ProviderStub.secondKey
        stub.answer(every.keysPath) { _ in .json(JWKSet.json(of: [ProviderStub.key.publicJWK, second.publicJWK])) }

        #expect(await code(every.idToken(key: second), at: provider) == nil)
        let mixed = token(header: ["alg": "RS256", "kid": "k2"], of: every)
        #expect(await code(mixed, at: provider) == "id_token_signature")
        #expect(await code(token(header: ["alg": "RS256"], of: every), at: provider) == "id_token_key_missing")
    }

    @Test("S2: keys that a header carries or points to are not looked at", arguments: EveryProvider.allCases)
    func keysInTheHeader(at every: EveryProvider) async throws {
        let (provider, stub) = try every.made()
        let own = ProviderStub.forgedKey
        let header: JSONValue = [
            "alg": "RS256", "kid": "k1", "jwk": own.publicJWK.json, "jku": "https://evil.example/keys",
            "x5u": "https://evil.example/cert",
        ]

        #expect(await code(token(header: header, key: own, of: every), at: provider) == "id_token_signature")
        #expect(stub.asked.map { $0.host + $0.path } == [every.keysPath])
    }

    @Test("B69: a rotated key is fetched once, and the old one keeps verifying")
    func rotation() async {
        #expect(await code(Kakao.idToken()) == nil)
        let third = SigningKey.generateRS256(id: "k3")
        kakao.stub.answer(KakaoStub.keysPath) { _ in .json(JWKSet.json(of: [KakaoStub.key.publicJWK, third.publicJWK]))
        }

        #expect(await code(Kakao.idToken(key: third)) == nil)
        #expect(await code(Kakao.idToken()) == nil)
        #expect(kakao.stub.count(KakaoStub.keysPath) == 2)
    }

    @Test("S3: a flood of invented key ids reaches Kakao once")
    func inventedKeyIDs() async {
        #expect(await code(Kakao.idToken()) == nil)
        for number in 0..<50 {
            let invented = token(header: ["alg": "RS256", "kid": .string("made-up-\(number)")])

            #expect(await code(invented) == (number == 0 ? "id_token_key_unknown" : "provider_unavailable"))
        }

        #expect(kakao.stub.count(KakaoStub.keysPath) == 2)
    }

    @Test(
        "where the keys cannot be had, the token is not refused: try later",
        arguments: [
            HTTPResponse.html("<html>bad gateway</html>", status: 502), .json(["keys": "none"]), .text("nonsense"),
        ])
    func keysOutOfReach(answer: HTTPResponse) async throws {
        kakao.stub.answer(KakaoStub.keysPath) { _ in answer }

        let error = try #require(
            await failure { () throws(LoginError) in
                try await kakao.provider.checkIDToken(Kakao.idToken(), nonce: .matching(Kakao.nonce))
            })

        #expect(error.advice == .tryLater)
    }

    @Test(
        "B69: where the keys cannot be had after a rotation, the token is not refused either, and the next look finds it",
        arguments: EveryProvider.allCases)
    func keysOutOfReachAfterRotation(at every: EveryProvider) async throws {
        let (provider, stub) = try every.made()
        #expect(await code(every.idToken(), at: provider) == nil)
        let second = ProviderStub.secondKey
        stub.answer(every.keysPath) { _ in .html("<html>bad gateway</html>", status: 502) }

        for _ in 0..<7 {
            let error = await failure { () throws(LoginError) in
                try await provider.checkIDToken(every.idToken(key: second), nonce: .matching(EveryProvider.nonce))
            }
            #expect(error?.code == .providerUnavailable && error?.advice == .tryLater)
        }

        #expect(stub.count(every.keysPath) == 6)
        #expect(await code(every.idToken(), at: provider) == nil)
    }

    @Test("B69: an invented key id just before a rotation turns nobody away for good")
    func inventedBeforeRotation() async throws {
        #expect(await code(Kakao.idToken()) == nil)
        #expect(await code(token(header: ["alg": "RS256", "kid": "made-up"])) == "id_token_key_unknown")
        let second = ProviderStub.secondKey
        kakao.stub.answer(KakaoStub.keysPath) { _ in .json(JWKSet.json(of: [second.publicJWK])) }

        let error = await failure { () throws(LoginError) in
            try await kakao.provider.checkIDToken(Kakao.idToken(key: second), nonce: .matching(Kakao.nonce))
        }
        kakao.clock.advance(by: 60)

        #expect(error?.code == .providerUnavailable && error?.advice == .tryLater)
        #expect(await code(Kakao.idToken(key: second)) == nil)
        #expect(kakao.stub.count(KakaoStub.keysPath) == 3)
    }

    @Test("B80: keys behind a redirect are not followed, and the target is named")
    func redirectedKeys() async throws {
        kakao.stub.answer(KakaoStub.keysPath) { _ in .redirect(to: "https://www.kakao.example/keys?x=1", status: 301) }

        let error = try #require(
            await failure { () throws(LoginError) in
                try await kakao.provider.checkIDToken(Kakao.idToken(), nonce: .matching(Kakao.nonce))
            })

        #expect(error.code == .unexpectedRedirect)
        #expect(error.message.english.contains("www.kakao.example"))
        #expect(!error.message.english.contains("keys?x"))
    }

    @Test(
        "S14: what is no token is malformed",
        arguments: ["", "a.b", "a.b.c", "a.b.c.d", "e30.e30.", String(repeating: "a", count: 9000)])
    func noToken(text: String) async {
        #expect(await code(Secret(text)) == "id_token_malformed")
    }
}
