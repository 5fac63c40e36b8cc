// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Beginning a sign-in")
struct AuthorizationTests {
    private func fields(of request: AuthorizationRequest) throws -> FormFields {
        try FormFields(parsing: #require(HTTPAddress(request.url)?.query))
    }

    @Test("C1: the address carries state, nonce and an S256 challenge that belong to what is kept")
    func carriesWhatIsKept() throws {
        let kakao = try Kakao()

        let request = kakao.provider.authorize(redirectURI: "https://login.example/auth/kakao/callback")

        let sent = try fields(of: request)
        #expect(request.url.hasPrefix("https://kauth.kakao.com/oauth/authorize?"))
        #expect(try sent.single("client_id") == "REST_KEY")
        #expect(try sent.single("response_type") == "code")
        #expect(try sent.single("redirect_uri") == "https://login.example/auth/kakao/callback")
        #expect(try sent.single("state") == request.state.exposed)
        #expect(try sent.single("nonce") == request.nonce.exposed)
        #expect(try sent.single("code_challenge") == PKCE.challenge(for: request.pkce.verifier))
        #expect(try sent.single("code_challenge_method") == "S256")
        #expect(!request.url.contains(request.pkce.verifier.exposed))
    }

    @Test("C1: no two requests share a state, a nonce or a verifier, and each has 256 bits")
    func everyRequestIsFresh() throws {
        let kakao = try Kakao()

        let requests = (0..<20).map { _ in kakao.provider.authorize(redirectURI: "https://login.example/cb") }

        let secrets = requests.flatMap { [$0.state, $0.nonce, $0.pkce.verifier] }
        #expect(Set(secrets).count == 60)
        #expect(secrets.allSatisfy { Base64URL.decode($0.exposed)?.count == 32 })
    }

    @Test("B57: without scopes no scope is sent at all, and openid is never added")
    func emptyScopeIsNotSent() throws {
        let kakao = try Kakao()

        let request = kakao.provider.authorize(redirectURI: "https://login.example/cb")

        #expect(!request.url.contains("scope"))
        #expect(!request.url.contains("openid"))
    }

    @Test("scopes of a request take the place of those in the settings")
    func scopesCanBeNamed() throws {
        var settings = Kakao.settings
        settings.scopes = ["openid", "profile_nickname"]
        let kakao = try Kakao(settings: settings)

        let usual = kakao.provider.authorize(redirectURI: "https://login.example/cb")
        let friends = kakao.provider.authorize(
            redirectURI: "https://login.example/cb", options: AuthorizationOptions(scopes: ["friends"]))

        #expect(try fields(of: usual).single("scope") == "openid,profile_nickname")
        #expect(try fields(of: friends).single("scope") == "friends")
    }

    @Test("prompts, a hint, terms and channels reach Kakao in its own form")
    func optionsReachKakao() throws {
        let kakao = try Kakao()
        var options = AuthorizationOptions(prompts: [.login, .selectAccount], loginHint: "mina@example.test")
        options.showInKakao(serviceTerms: ["terms_1", "terms_2"], channelPublicIDs: ["_abc"])

        let request = kakao.provider.authorize(redirectURI: "https://login.example/cb", options: options)

        let sent = try fields(of: request)
        #expect(try sent.single("prompt") == "login,select_account")
        #expect(try sent.single("login_hint") == "mina@example.test")
        #expect(try sent.single("service_terms") == "terms_1,terms_2")
        #expect(try sent.single("channel_public_id") == "_abc")
    }

    @Test("a nonce that somebody else issued is the one that is sent")
    func issuedNonceIsSent() throws {
        let kakao = try Kakao()
        let options = AuthorizationOptions(nonce: Secret("issued-by-the-server"))

        let request = kakao.provider.authorize(redirectURI: "https://login.example/cb", options: options)

        #expect(try fields(of: request).single("nonce") == "issued-by-the-server")
        #expect(request.nonce == Secret("issued-by-the-server"))
    }

    @Test("a redirect URI with a query arrives whole")
    func redirectURIMayHoldAQuery() throws {
        let kakao = try Kakao()

        let request = kakao.provider.authorize(redirectURI: "https://login.example/cb?from=app&x=가")

        #expect(try fields(of: request).single("redirect_uri") == "https://login.example/cb?from=app&x=가")
    }

    @Test("an app without a REST key asks with its native key")
    func nativeKeyAsks() throws {
        let kakao = try Kakao(settings: KakaoSettings(nativeKey: "NATIVE_KEY"))

        let request = kakao.provider.authorize(redirectURI: "kakaoNATIVE_KEY://oauth")

        #expect(try fields(of: request).single("client_id") == "NATIVE_KEY")
    }
}
