// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

@Suite("A whole sign-in with Kakao, against the emulator")
struct EmulatorFlowTests {
    private func error(of call: () async throws(LoginError) -> some Sendable) async -> LoginError? {
        await failure { () throws(LoginError) in try await call() }
    }

    @Test("a person signs in: code, id_token and profile agree")
    func signsIn() async throws {
        let kakao = try EmulatedKakao()

        let identity = try await kakao.provider.verify(kakao.credential())

        #expect(identity.key == IdentityKey(provider: .kakao, scope: "1000001", subject: "1001"))
        #expect(identity.profile.nickname == "김서연")
        #expect(identity.profile.email == EmailAddress("seoyeon@example.com", isVerified: true))
        #expect(identity.profile.pictureURL?.hasPrefix("https://") == true)
        #expect(identity.idToken?.audience == "demo-kakao-rest-key")
        #expect(identity.tokens?.refreshToken != nil)
    }

    @Test(
        "B43, B49, B61, B91: people with little, much or odd to show sign in all the same",
        arguments: [
            (1004, "민지", nil, nil), (1005, "🐰하늘🌤️", "haneul@example.com", true),
            (1006, "도윤", "doyun@example.com", false),
            (9_007_199_254_740_993, "큰번호", "big@example.com", true),
        ] as [(Int64, String, String?, Bool?)])
    func oddPeople(person: Int64, nickname: String, email: String?, isVerified: Bool?) async throws {
        let kakao = try EmulatedKakao()

        let identity = try await kakao.provider.verify(kakao.credential(by: person))

        #expect(identity.key.subject == String(person))
        #expect(identity.profile.nickname == nickname)
        #expect(identity.profile.email?.address == email)
        #expect(identity.profile.email?.isVerified == isVerified)
    }

    @Test("B61: a nickname that was cut inside an emoji costs nobody the sign-in")
    func cutNickname() async throws {
        let kakao = try EmulatedKakao()

        let identity = try await kakao.provider.verify(kakao.credential(by: 1007))

        #expect(identity.key.subject == "1007")
        #expect(identity.profile.nickname?.isEmpty == false)
    }

    @Test("B04: saying no on the page is a cancel")
    func cancels() async throws {
        let kakao = try EmulatedKakao()
        let request = kakao.provider.authorize(redirectURI: EmulatedKakao.redirectURI)

        let result = try await kakao.visit(request, decision: "cancel")

        guard case .cancelled = result else { return #expect(Bool(false), "\(result)") }
    }

    @Test("C2: the callback of one attempt is not the other's")
    func attemptsDoNotMix() async throws {
        let kakao = try EmulatedKakao()
        let (first, second) = (
            kakao.provider.authorize(redirectURI: EmulatedKakao.redirectURI),
            kakao.provider.authorize(redirectURI: EmulatedKakao.redirectURI)
        )
        let visitor = Visitor(emulator: kakao.emulator, person: 1001, decision: "agree_all")

        let address = try await visitor.go(to: first.url)

        guard case .notOurs = kakao.provider.readCallback(address: address, for: second.pending) else {
            return #expect(Bool(false))
        }
        guard case .code = kakao.provider.readCallback(address: address, for: first.pending) else {
            return #expect(Bool(false))
        }
    }

    @Test("B15: a redirect URI that has a query already goes the whole way")
    func redirectURIWithAQuery() async throws {
        let uri = "https://login.example/cb?from=app"
        let kakao = try EmulatedKakao(seed: .demo(redirectURIs: ["kakao": [uri]]))
        let request = kakao.provider.authorize(redirectURI: uri)
        guard case .code(let code) = try await kakao.visit(request) else { return #expect(Bool(false)) }

        let tokens = try await kakao.provider.exchange(
            code: code.code, redirectURI: uri, verifier: request.verifier)

        #expect(tokens.refreshToken != nil)
    }

    @Test("B26: a code is good once")
    func usedCode() async throws {
        let kakao = try EmulatedKakao()
        let credential = try await kakao.credential()
        _ = try await kakao.provider.verify(credential)

        let error = await error { () throws(LoginError) in try await kakao.provider.verify(credential) }

        #expect(error?.code == .codeRefused)
        #expect(error?.vendorCode == "KOE320")
    }

    @Test("C1: a code without its verifier, or with another's, is refused")
    func otherVerifier() async throws {
        let kakao = try EmulatedKakao()
        for verifier in [nil, Secret(String(repeating: "v", count: 43))] {
            guard case .code(let code, let uri, _, let nonce, _) = try await kakao.credential() else { continue }
            let stolen = ProviderCredential.code(code, redirectURI: uri, verifier: verifier, nonce: nonce)

            let error = await error { () throws(LoginError) in try await kakao.provider.verify(stolen) }

            #expect(error != nil)
        }
    }

    @Test("S8: a code that was put into somebody else's sign-in fails by its nonce")
    func otherNonce() async throws {
        let kakao = try EmulatedKakao()
        guard case .code(let code, let uri, let verifier, _, _) = try await kakao.credential() else { return }
        let planted = ProviderCredential.code(
            code, redirectURI: uri, verifier: verifier, nonce: .matching(Secret("the-victims-nonce")))

        let error = await error { () throws(LoginError) in try await kakao.provider.verify(planted) }

        #expect(error?.code == IDTokenRefusal.nonceDiffers.code)
    }

    @Test("a wrong secret, an unknown key and an unregistered redirect URI are the operator's to mend")
    func wrongSetup() async throws {
        let kakao = try EmulatedKakao()
        var settings = EmulatedKakao.settings
        settings.clientSecret = Secret("wrong")
        let wrongSecret = try kakao.provider(settings)
        let credential = try await kakao.credential()

        let error = await error { () throws(LoginError) in try await wrongSecret.verify(credential) }

        #expect(error?.code == .clientRefused)
        #expect(error?.vendorCode == "KOE010")
        #expect(error?.advice == .fixSetup)
    }

    @Test("users-ask 7: an app signs in by its native key, and the server takes its id_token and its access token")
    func nativeApp() async throws {
        let kakao = try EmulatedKakao()
        let app = try kakao.provider(KakaoSettings(nativeKey: "demo-kakao-native-key"))
        let uri = "kakaodemo-kakao-native-key://oauth"
        let request = app.authorize(redirectURI: uri)
        let visitor = Visitor(emulator: kakao.emulator, person: 1001, decision: "agree_all")
        let callback = app.readCallback(address: try await visitor.go(to: request.url), for: request.pending)
        guard case .code(let code) = callback else { return #expect(Bool(false), "\(callback)") }

        let tokens = try await app.exchange(code: code.code, redirectURI: uri, verifier: request.verifier)
        let byIDToken = try await kakao.provider.verify(
            .idToken(try #require(tokens.idToken), nonce: .matching(request.nonce), accessToken: tokens.accessToken))
        let byAccessToken = try await kakao.provider.verify(.accessToken(tokens.accessToken))

        #expect(byIDToken.key.subject == "1001")
        #expect(byIDToken.clientID == "demo-kakao-native-key")
        #expect(byIDToken.profile.email?.isVerified != true)
        #expect(byAccessToken.key == byIDToken.key)
    }

    @Test("S6, S10: tokens of another app are refused, and the refusal names it")
    func otherApp() async throws {
        let seed = try EmulatorSeed(
            parsing: """
                {"people": [{"id": 1001, "nickname": "김서연"}], "kakao": {"apps": [
                 {"id": 1000001, "rest_key": "demo-kakao-rest-key", "client_secret": "demo-kakao-client-secret",
                  "redirect_uris": ["\(EmulatedKakao.redirectURI)"]},
                 {"id": 2000002, "rest_key": "other-rest-key", "redirect_uris": ["https://other.example/cb"]}]}}
                """)
        let kakao = try EmulatedKakao(seed: seed)
        let other = try kakao.provider(KakaoSettings(appID: "2000002", restKey: "other-rest-key"))
        let request = other.authorize(redirectURI: "https://other.example/cb")
        let visitor = Visitor(emulator: kakao.emulator, person: 1001, decision: "agree_all")
        let callback = other.readCallback(address: try await visitor.go(to: request.url), for: request.pending)
        guard case .code(let code) = callback else { return #expect(Bool(false), "\(callback)") }
        let tokens = try await other.exchange(
            code: code.code, redirectURI: request.redirectURI, verifier: request.verifier)
        let idToken = try #require(tokens.idToken)

        let byAccessToken = await error { () throws(LoginError) in
            try await kakao.provider.verify(.accessToken(tokens.accessToken))
        }
        let byIDToken = await error { () throws(LoginError) in
            try await kakao.provider.verify(.idToken(idToken, nonce: .matching(request.nonce)))
        }

        #expect(byAccessToken?.code == .accessTokenOfOtherApp)
        #expect(byAccessToken?.message.english.contains("2000002") == true)
        #expect(byIDToken?.code == IDTokenRefusal.audience([]).code)
        #expect(byIDToken?.message.english.contains("other-rest-key") == true)
    }
}
