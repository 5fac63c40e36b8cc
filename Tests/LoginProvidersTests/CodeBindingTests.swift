// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// S8: what ties a code to the sign-in that it is brought for.
@Suite("A code belongs to one sign-in")
struct CodeBindingTests {
    private static let naverOpenID = NaverSettings(clientID: "CLIENT", clientSecret: Secret("s"), usesOpenID: true)
    private static let naverExempt = NaverSettings(
        clientID: "CLIENT", clientSecret: Secret("s"), usesOpenID: true, isNonceExempt: true)

    private static func code(
        redirectURI: String? = "https://login.example/cb", verifier: Secret? = nil
    ) -> ProviderCredential {
        .code(
            Secret("CODE"), redirectURI: redirectURI, verifier: verifier, nonce: .matching(EveryProvider.nonce))
    }

    private static func answer(_ tokens: JSONValue, idToken: JSONValue?) -> ProviderStub.Answer {
        var members = tokens.object ?? JSONObject()
        members["id_token"] = idToken
        let answer = JSONValue.object(members)
        return { _ in .json(answer) }
    }

    private func kakao(idToken: Secret? = nil) throws -> Provider {
        try Kakao([
            KakaoStub.tokenPath: Self.answer(Kakao.tokens, idToken: idToken.map { .string($0.exposed) }),
            KakaoStub.mePath: { _ in .json(Kakao.me) },
        ]).provider
    }

    private func facebook(idToken: Secret? = nil) throws -> Provider {
        let tokens: JSONValue = ["access_token": "ACCESS-1", "token_type": "bearer"]
        return try Facebook([
            Facebook.tokenPath: Self.answer(tokens, idToken: idToken.map { .string($0.exposed) }),
            Facebook.mePath: { _ in .json(Facebook.me) },
        ]).provider
    }

    private func naver(_ settings: NaverSettings, idToken: JSONValue? = nil) throws -> Naver {
        let answer = Self.answer(Naver.tokens, idToken: idToken)
        return try Naver(
            [
                Naver.tokenPath: answer, Naver.openIDTokenPath: answer,
                Naver.mePath: { _ in .json(Naver.me(["id": "n-AbC_1"])) },
            ], settings: settings)
    }

    private func refusal(_ provider: Provider, _ credential: ProviderCredential) async -> String? {
        await failure { () throws(LoginError) in try await provider.verify(credential) }?.code.rawValue
    }

    @Test("S8: with neither verifier nor id_token a code is refused, since it may be of somebody else's sign-in")
    func neither() async throws {
        #expect(await refusal(try facebook(), Self.code()) == "id_token_absent")
        #expect(await refusal(try kakao(), Self.code()) == "id_token_absent")
    }

    @Test("S8: a verifier is enough, and so is the nonce")
    func either() async throws {
        #expect(await refusal(try facebook(), Self.code(verifier: Secret("V"))) == nil)
        #expect(await refusal(try kakao(), Self.code(verifier: Secret("V"))) == nil)
        #expect(await refusal(try facebook(idToken: Facebook.idToken()), Self.code()) == nil)
        #expect(await refusal(try kakao(idToken: Kakao.idToken()), Self.code()) == nil)
        let foreign = Facebook.idToken(["nonce": "another"])
        #expect(await refusal(try facebook(idToken: foreign), Self.code()) == "id_token_nonce_differs")
    }

    @Test("S8: whoever says outright that nothing is to be compared is asked for nothing")
    func notCompared() async throws {
        let credential = ProviderCredential.code(Secret("C"), redirectURI: nil, verifier: nil, nonce: .notChecked)

        #expect(await refusal(try kakao(), credential) == nil)
    }

    @Test("S8: Naver's older path offers neither, so its codes count as they are")
    func naverOlderPath() async throws {
        for redirectURI in [Naver.redirectURI, nil] {
            #expect(await refusal(try naver(Naver.settings).provider, Self.code(redirectURI: redirectURI)) == nil)
        }
    }

    @Test(
        "S8: with openid a token answer of Naver's without an id_token is refused, unless the operator said otherwise",
        arguments: [nil, "", 7, .null] as [JSONValue?])
    func naverWithoutIDToken(idToken: JSONValue?) async throws {
        let credential = Self.code(redirectURI: Naver.redirectURI, verifier: Secret("V"))

        #expect(await refusal(try naver(Self.naverOpenID, idToken: idToken).provider, credential) == "id_token_absent")
        #expect(await refusal(try naver(Self.naverExempt, idToken: idToken).provider, credential) == nil)
    }

    @Test("S8: with openid a code of Naver's own app goes to the older endpoint, and only where nonces are exempted")
    func naverBareCode() async throws {
        let strict = try naver(Self.naverOpenID)
        let exempt = try naver(Self.naverExempt)
        let credential = Self.code(redirectURI: nil, verifier: Secret("V"))

        let refused = await refusal(strict.provider, credential)
        let identity = try await exempt.provider.verify(credential)

        #expect(refused == "id_token_absent")
        #expect(strict.stub.asked.isEmpty)
        #expect(identity.key.subject == "n-AbC_1" && identity.nonce == .notCarried)
        #expect(exempt.stub.count(Naver.tokenPath) == 1 && exempt.stub.count(Naver.openIDTokenPath) == 0)
        #expect(try exempt.stub.asked.first?.formFields()?.all("code_verifier") == [])
    }
}
