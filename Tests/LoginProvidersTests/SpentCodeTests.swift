// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// What happens between a code and the person behind it.
@Suite("Once a code is spent")
struct SpentCodeTests {
    private static let deadAtNaver: [HTTPResponse] = [
        .json(["resultcode": "024", "message": "m"]), .json(["resultcode": "024", "message": "m"], status: 401),
        .json(["errorCode": "024", "errorMessage": "m"], status: 401),
    ]

    /// Gives these tokens for a code, and the access token `NEW` for a refresh token.
    private static func tokens(_ bought: JSONValue) -> ProviderStub.Answer {
        { request in
            let isRefresh = (try? request.formFields())?.all("grant_type") == ["refresh_token"]
            return .json(isRefresh ? ["access_token": "NEW", "token_type": "bearer", "expires_in": 9] : bought)
        }
    }

    private func naver(refusing dead: HTTPResponse, always: Bool = false, refresh: Bool = true) throws -> Naver {
        var bought = Naver.tokens.object ?? JSONObject()
        if !refresh { bought["refresh_token"] = nil }
        return try Naver([
            Naver.tokenPath: Self.tokens(.object(bought)),
            Naver.mePath: { request in
                guard !always, request.headers["Authorization"] == "Bearer NEW" else { return dead }
                return .json(Naver.me(["id": "n1"]))
            },
        ])
    }

    @Test(
        "an access token that is refused at once is refreshed once, and the new tokens are kept", arguments: deadAtNaver
    )
    func refreshed(dead: HTTPResponse) async throws {
        let naver = try naver(refusing: dead)

        let identity = try await naver.provider.verify(Naver.code)

        #expect(identity.key.subject == "n1")
        #expect(identity.tokens?.accessToken == Secret("NEW"))
        #expect(identity.tokens?.refreshToken == Secret("REFRESH1"))
        #expect(naver.stub.count(Naver.mePath) == 2 && naver.stub.count(Naver.tokenPath) == 2)
    }

    @Test("one that is refused again, or cannot be refreshed, signs nobody in", arguments: [true, false])
    func refusedAgain(refresh: Bool) async throws {
        let naver = try naver(refusing: Self.deadAtNaver[1], always: true, refresh: refresh)

        let error = await failure { () throws(LoginError) in try await naver.provider.verify(Naver.code) }

        #expect(error?.code == .accessTokenRefused && error?.advice == .signInAgain)
        #expect(naver.stub.count(Naver.mePath) == (refresh ? 2 : 1))
        #expect(naver.stub.count(Naver.tokenPath) == (refresh ? 2 : 1))
    }

    @Test("the same holds at Kakao, and its id_token is checked against the access token that it came with")
    func kakao() async throws {
        var bought = Kakao.tokens.object ?? JSONObject()
        bought["id_token"] = .string(
            Kakao.idToken(["at_hash": .string(tokenHash(of: Secret("ACCESS-1")))]).exposed)
        let kakao = try Kakao([
            KakaoStub.tokenPath: Self.tokens(.object(bought)),
            KakaoStub.mePath: { request in
                guard request.headers["Authorization"] == "Bearer NEW" else {
                    return .json(["msg": "this access token does not exist", "code": -401], status: 401)
                }
                return .json(Kakao.me)
            },
        ])

        let identity = try await kakao.provider.verify(
            .code(Secret("C"), redirectURI: nil, verifier: Secret("V"), nonce: .matching(Kakao.nonce)))

        #expect(identity.tokens?.accessToken == Secret("NEW"))
        #expect(identity.nonce == .held)
    }

    @Test(
        "B26: trouble that Naver names with HTTP 200 leaves open what became of the code: it is never sent twice",
        arguments: ["server_error", "temporarily_unavailable"])
    func troubleAtNaver(word: String) async throws {
        let naver = try Naver([Naver.tokenPath: { _ in .json(["error": .string(word)]) }])

        let error = await failure { () throws(LoginError) in try await naver.provider.verify(Naver.code) }

        #expect(error?.code == .restartSignIn && error?.advice == .signInAgain)
        #expect(naver.stub.count(Naver.tokenPath) == 1)
    }

    @Test("B26: the same at the other providers, whatever the status", arguments: [200, 400, 503])
    func troubleElsewhere(status: Int) async throws {
        let facebook = try Facebook([Facebook.tokenPath: { _ in .json(Facebook.error(2), status: status) }])
        let transient = try Facebook([
            Facebook.tokenPath: { _ in .json(Facebook.error(100, isTransient: true), status: status) }
        ])
        let word: ProviderStub.Answer = { _ in .json(["error": "server_error"], status: max(400, status)) }
        let apple = try Apple([Apple.tokenPath: word])
        let kakao = try Kakao([KakaoStub.tokenPath: word])

        for provider in [facebook.provider, transient.provider, apple.provider, kakao.provider] {
            let error = await failure { () throws(LoginError) in
                try await provider.exchange(
                    code: Secret("C"), redirectURI: "https://login.example/callback", verifier: nil)
            }
            #expect(error?.code == .restartSignIn)
        }
    }

    @Test("a limit that turns the call away leaves the code as it is")
    func limits() async throws {
        let facebook = try Facebook([Facebook.tokenPath: { _ in .json(Facebook.error(4), status: 400) }])
        let naver = try Naver([Naver.tokenPath: { _ in .json(["error": "server_error"], status: 429) }])

        for provider in [facebook.provider, naver.provider] {
            let error = await failure { () throws(LoginError) in
                try await provider.exchange(
                    code: Secret("C"), redirectURI: "https://login.example/callback", verifier: nil)
            }
            #expect(error?.advice == .tryLater && error?.code != .restartSignIn)
        }
    }

    @Test("B69: where the keys cannot be had after a rotation, a code asks for a new sign-in and is no refusal")
    func keysOutOfReach() async throws {
        let answer = Apple.tokens(idToken: Apple.idToken(key: ProviderStub.secondKey))
        let apple = try Apple([Apple.tokenPath: { _ in .json(answer) }])
        _ = try await apple.provider.checkIDToken(Apple.idToken(), nonce: .matching(Apple.nonce))
        apple.stub.answer(Apple.keysPath) { _ in .html("<html></html>") }

        let error = await failure { () throws(LoginError) in
            try await apple.provider.verify(
                .code(
                    Secret("C"), redirectURI: "https://login.example/cb", verifier: nil, nonce: .matching(Apple.nonce))
            )
        }

        #expect(error?.code == .restartSignIn)
    }
}
