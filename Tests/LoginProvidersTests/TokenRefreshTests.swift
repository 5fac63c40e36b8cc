// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Refreshing tokens")
struct TokenRefreshTests {
    private let held = TokenSet(
        accessToken: Secret("ACCESS-1"), expiresAt: Date(timeIntervalSince1970: 1_699_999_000),
        refreshToken: Secret("REFRESH-1"), refreshTokenExpiresAt: Date(timeIntervalSince1970: 1_705_183_999),
        idToken: Secret("old.id.token"), scopes: ["profile_nickname"])

    private func answering(_ answer: JSONValue, status: Int = 200) throws -> Kakao {
        try Kakao([KakaoStub.tokenPath: { _ in .json(answer, status: status) }])
    }

    @Test("the form holds the refresh token and who we are")
    func formOfTheRefresh() async throws {
        let kakao = try answering(Kakao.tokens)

        _ = try await kakao.provider.refresh(held)

        let form = try #require(try kakao.stub.asked.last?.formFields())
        #expect(try form.single("grant_type") == "refresh_token")
        #expect(try form.single("refresh_token") == "REFRESH-1")
        #expect(try form.single("client_id") == "REST_KEY")
        #expect(try form.single("client_secret") == "the-client-secret")
    }

    @Test(
        "B33, B34: without a new refresh token the old one stays, and its end too",
        arguments: [
            ["access_token": "ACCESS-2", "token_type": "bearer", "expires_in": 21_599],
            ["access_token": "ACCESS-2", "expires_in": 21_599, "refresh_token": nil],
            ["access_token": "ACCESS-2", "expires_in": 21_599, "refresh_token": ""],
            ["access_token": "ACCESS-2", "expires_in": 21_599, "refresh_token_expires_in": 1],
        ] as [JSONValue])
    func refreshTokenStays(answer: JSONValue) async throws {
        let tokens = try await answering(answer).provider.refresh(held)

        #expect(tokens.accessToken == Secret("ACCESS-2"))
        #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_700_021_599))
        #expect(tokens.refreshToken == Secret("REFRESH-1"))
        #expect(tokens.refreshTokenExpiresAt == held.refreshTokenExpiresAt)
        #expect(tokens.scopes == ["profile_nickname"])
    }

    @Test("B34: a new refresh token and its end come together")
    func refreshTokenRotates() async throws {
        let tokens = try await answering([
            "access_token": "ACCESS-2", "expires_in": 21_599, "refresh_token": "REFRESH-2",
            "refresh_token_expires_in": 5_184_000,
        ]).provider.refresh(held)

        #expect(tokens.refreshToken == Secret("REFRESH-2"))
        #expect(tokens.refreshTokenExpiresAt == Date(timeIntervalSince1970: 1_705_184_000))
    }

    @Test("B36: an id_token that is of no use costs nobody the new tokens")
    func uselessIDToken() async throws {
        let tokens = try await answering(["access_token": "ACCESS-2", "expires_in": 1, "id_token": "not.a.token"])
            .provider.refresh(held)

        #expect(tokens.accessToken == Secret("ACCESS-2"))
    }

    @Test(
        "only a refused refresh token ends the tokens",
        arguments: [
            (400, ["error": "invalid_grant", "error_code": "KOE322"], true),
            (401, ["error": "invalid_grant", "error_code": "KOE322"], true),
            (400, ["error": "invalid_grant"], true),
            (401, ["error": "invalid_client", "error_code": "KOE010"], false),
            (400, ["error": "invalid_request", "error_code": "KOE237"], false),
            (500, ["error": "invalid_grant", "error_code": "KOE322"], false),
            (429, ["error": "invalid_grant"], false), (503, [:], false), (401, [:], false), (404, [:], false),
        ] as [(Int, JSONValue, Bool)])
    func definiteRefusals(status: Int, body: JSONValue, isDefinite: Bool) async throws {
        let kakao = try answering(body, status: status)

        let error = try #require(
            await failure { () throws(LoginError) in try await kakao.provider.refresh(held) })

        #expect(error.isDefiniteRefusal == isDefinite)
    }

    @Test("no network fault ends the tokens", arguments: [true, false])
    func networkFault(mayHaveBeenReceived: Bool) async throws {
        let kakao = try Kakao(
            transport: BrokenTransport(reason: .timedOut, mayHaveBeenReceived: mayHaveBeenReceived))

        let error = try #require(
            await failure { () throws(LoginError) in try await kakao.provider.refresh(held) })

        #expect(error.advice == .tryLater)
    }

    @Test("without a refresh token nothing is sent and only a sign-in helps")
    func nothingToRefresh() async throws {
        let kakao = try Kakao()
        let bare = TokenSet(accessToken: Secret("ACCESS-1"), expiresAt: nil)

        let error = try #require(
            await failure { () throws(LoginError) in try await kakao.provider.refresh(bare) })

        #expect(error.code == .refreshRefused)
        #expect(kakao.stub.asked.isEmpty)
    }
}
