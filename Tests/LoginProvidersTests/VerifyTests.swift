// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Finding out who is behind a credential")
struct VerifyTests {
    private static func tokens(idToken: Secret? = nil) -> JSONValue {
        guard let idToken, case .object(var members) = Kakao.tokens else { return Kakao.tokens }
        members["id_token"] = .string(idToken.exposed)
        return .object(members)
    }

    private func kakao(idToken: Secret? = nil, me: JSONValue = Kakao.me, info: JSONValue = nil) throws -> Kakao {
        let tokens = Self.tokens(idToken: idToken)
        return try Kakao([
            KakaoStub.tokenPath: { _ in .json(tokens) }, KakaoStub.mePath: { _ in .json(me) },
            KakaoStub.tokenInfoPath: { _ in .json(info) },
        ])
    }

    private let code = ProviderCredential.code(
        Secret("C1"), redirectURI: "https://login.example/cb", verifier: Secret("V"), nonce: .matching(Kakao.nonce))

    @Test("a code gives the person, the profile and the tokens")
    func byCode() async throws {
        let kakao = try kakao(idToken: Kakao.idToken())

        let identity = try await kakao.provider.verify(code)

        #expect(identity.key == IdentityKey(provider: .kakao, scope: "1000001", subject: "1001"))
        #expect(identity.key.description == "Kakao@1001")
        #expect(identity.profile.nickname == "민아")
        #expect(identity.tokens?.accessToken == Secret("ACCESS-1"))
        #expect(identity.clientID == "REST_KEY")
        #expect(identity.idToken?.subject == "1001")
    }

    @Test("an app without OpenID Connect gets no id_token, and the code still tells who it is")
    func byCodeWithoutIDToken() async throws {
        let identity = try await kakao().provider.verify(code)

        #expect(identity.key.subject == "1001")
        #expect(identity.idToken == nil)
    }

    @Test("S12: profile and id_token must speak of one person")
    func differentPeople() async throws {
        let kakao = try kakao(idToken: Kakao.idToken(["sub": "1002"]))

        let error = await failure { () throws(LoginError) in try await kakao.provider.verify(code) }

        #expect(error?.code == .subjectsDiffer)
    }

    @Test("S8, S11: an id_token that comes with a code is checked like any other")
    func idTokenOfACode() async throws {
        let nonce = try kakao(idToken: Kakao.idToken(["nonce": "another"]))
        let hash = try kakao(idToken: Kakao.idToken(["at_hash": "AAAA"]))

        let errors = [
            await failure { () throws(LoginError) in try await nonce.provider.verify(code) },
            await failure { () throws(LoginError) in try await hash.provider.verify(code) },
        ]

        #expect(
            errors.map { $0?.code } == [
                IDTokenRefusal.nonceDiffers.code, IDTokenRefusal.accessTokenDiffers.code,
            ])
    }

    @Test("an id_token alone gives the person and the key that it was made for, and no tokens")
    func byIDToken() async throws {
        let kakao = try Kakao()
        let token = Kakao.idToken(["aud": "NATIVE_KEY"])

        let identity = try await kakao.provider.verify(.idToken(token, nonce: .matching(Kakao.nonce)))

        #expect(identity.key.subject == "1001")
        #expect(identity.clientID == "NATIVE_KEY")
        #expect(identity.tokens == nil)
        #expect(kakao.stub.asked.map(\.host) == ["kauth.kakao.com"])
    }

    @Test("S10: an access token counts once Kakao says that it is our app's, and of the same person")
    func byAccessToken() async throws {
        let ours = try kakao(info: ["id": 1001, "app_id": 1_000_001, "expires_in": 7199])
        let other = try kakao(info: ["id": 1001, "app_id": 2, "expires_in": 7199])
        let mixed = try kakao(info: ["id": 1002, "app_id": 1_000_001, "expires_in": 7199])
        let credential = ProviderCredential.accessToken(Secret("ACCESS-1"))

        let identity = try await ours.provider.verify(credential)
        let errors = [
            await failure { () throws(LoginError) in try await other.provider.verify(credential) },
            await failure { () throws(LoginError) in try await mixed.provider.verify(credential) },
        ]

        #expect(identity.key.subject == "1001")
        #expect(identity.tokens == nil)
        #expect(errors.map { $0?.code } == [.accessTokenOfOtherApp, .subjectsDiffer])
        #expect(other.stub.count(KakaoStub.mePath) == 0)
    }

    @Test("C16: no error, log line or value shows a token, code, verifier, nonce, secret or address")
    func nothingSecretIsShown() async throws {
        let secrets = [
            "ACCESS-1", "REFRESH-1", "C1-the-code", "V-the-verifier", "nonce-0001", "the-client-secret",
            "the-admin-key", "mina@example.test",
        ]
        let me: JSONValue = ["id": 1001, "kakao_account": ["email": "mina@example.test"]]
        let answers: [HTTPResponse] = [
            .json(me), .json(["msg": "mina@example.test", "code": -2, "token": "ACCESS-1"], status: 400),
            .json(["error": "ACCESS-1 mina@example.test", "error_description": "C1-the-code"], status: 400),
            .html("<html>ACCESS-1 mina@example.test</html>"), .redirect(to: "https://a.example/?token=ACCESS-1"),
        ]
        var shown: [String] = []
        let request = try Kakao().provider.authorize(
            redirectURI: "https://login.example/cb", options: AuthorizationOptions(nonce: Kakao.nonce))
        shown.append("\(request) \(String(reflecting: request)) \(request.pending)")

        for answer in answers {
            let kakao = try kakao(idToken: Kakao.idToken())
            kakao.stub.answer(KakaoStub.mePath) { _ in answer }
            let credential = ProviderCredential.code(
                Secret("C1-the-code"), redirectURI: "https://login.example/cb", verifier: Secret("V-the-verifier"),
                nonce: .matching(Kakao.nonce))
            do throws(LoginError) {
                let identity = try await kakao.provider.verify(credential)
                shown.append("\(identity) \(String(reflecting: identity)) \(String(reflecting: identity.idToken))")
                shown.append("\(String(describing: identity.tokens)) \(String(reflecting: identity.tokens))")
                var dumped = ""
                dump(identity, to: &dumped)
                shown.append(dumped)
            } catch {
                shown.append("\(error) \(error.message) \(error.remedy) \(error.vendorCode ?? "")")
            }
            shown.append(contentsOf: kakao.logged.value)
            shown.append("\(kakao.provider)")
        }

        for secret in secrets {
            #expect(!shown.contains { $0.contains(secret) }, "\(secret) is shown")
        }
    }
}
