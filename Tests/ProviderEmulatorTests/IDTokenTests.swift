// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The id_token and the keys behind it")
struct IDTokenTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func publishedKeys() async throws -> [String] {
        let answer = try await world.get("https://kauth.kakao.com/.well-known/jwks.json").json()
        return try #require(answer["keys"]?.array).compactMap { $0["kid"]?.string }
    }

    private func tokenInfo(_ idToken: String?) async throws -> HTTPResponse {
        try await world.post("https://kauth.kakao.com/oauth/tokeninfo", ["id_token": idToken])
    }

    @Test("It says who, for which key, until when the access token lasts, and repeats the nonce")
    func claims() async throws {
        let tokens = try await world.signIn(1001, authorize: ["nonce": "n+/= 가"])
        let claims = try await world.idClaims(in: tokens)
        let start = EmulatedWorld.startSeconds

        #expect(claims["iss"]?.string == "https://kauth.kakao.com")
        #expect(claims["aud"]?.string == "demo-kakao-rest-key")
        #expect(claims["sub"]?.string == "1001")
        #expect(claims["iat"]?.integer == start)
        #expect(claims["exp"]?.integer == start + 21_599)
        #expect(claims["auth_time"]?.integer == start)
        #expect(claims["nonce"]?.string == "n+/= 가")
        #expect(claims["nickname"]?.string == "김서연")
        #expect(claims["email"]?.string == "seoyeon@example.com")
        #expect(claims["picture"]?.string?.hasPrefix("https://k.kakaocdn.net/") == true)
    }

    @Test("Without a nonce in the request there is none in the token")
    func noNonce() async throws {
        #expect(try await world.idClaims(in: world.signIn())["nonce"] == nil)
    }

    @Test("It names only what was agreed to")
    func agreedOnly() async throws {
        try await world.control(.put, "kakao/apps/1000001/people/1001", ["agreed": ["profile_nickname"]])
        let claims = try await world.idClaims(in: world.signIn())

        #expect(claims["nickname"]?.string == "김서연")
        #expect(claims["email"] == nil)
        #expect(claims["picture"] == nil)
    }

    @Test("An address that is not verified, or not valid any more, does not stand in it", arguments: [false, true])
    func unverifiedEmail(_ isVerified: Bool) async throws {
        try await world.control(
            .patch, "people/1001", ["email_verified": .bool(isVerified), "email_valid": .bool(!isVerified)])

        #expect(try await world.idClaims(in: world.signIn())["email"] == nil)
    }

    @Test("After a rotation new tokens name the new key, and the key before still checks the old ones")
    func rotation() async throws {
        let before = try await world.signIn()
        try await world.control(.post, "kakao/keys")
        let after = try await world.signIn(1002)

        #expect(try await publishedKeys().count == 2)
        #expect(try await world.idClaims(in: before)["sub"]?.string == "1001")
        #expect(try await world.idClaims(in: after)["sub"]?.string == "1002")
        let header = try UnverifiedJWT(parsing: Secret(try #require(after["id_token"]?.string)))
        #expect(header.keyID == (try await publishedKeys().first))
        #expect(header.algorithm == "RS256")

        try await world.control(.post, "kakao/keys")
        #expect(try await publishedKeys().count == 2, "of the older keys only one stays")
    }

    @Test("tokeninfo shows what a good token says")
    func goodTokenInfo() async throws {
        let tokens = try await world.signIn()

        let answer = try await tokenInfo(tokens["id_token"]?.string)

        #expect(answer.status == 200)
        #expect(try answer.json()["sub"]?.string == "1001")
    }

    @Test("tokeninfo refuses what is no token, was changed, has run out, or was signed by somebody else")
    func badTokenInfo() async throws {
        let good = try #require(try await world.signIn()["id_token"]?.string)
        let claims: JSONObject = JSONObject([.init(name: "iss", value: "https://kauth.kakao.com")])
        let foreign = signJWT(claims: claims, type: "JWT", key: .generateRS256(id: "first")).exposed

        for token in ["x", "a.b.c", good.dropLast() + "_", foreign] {
            let answer = try await tokenInfo(String(token))
            #expect(answer.status == 400)
            #expect(try answer.errorCode() == "KOE400")
            #expect(try answer.json()["error"]?.string == "invalid_token")
        }
        world.clock.advance(by: 21_599)
        #expect(try await tokenInfo(good).errorCode() == "KOE400")
    }

    @Test("Discovery names the real hosts whatever address the emulator has")
    func discovery() async throws {
        let document = try await world.get("https://kauth.kakao.com/.well-known/openid-configuration").json()

        #expect(document["issuer"]?.string == "https://kauth.kakao.com")
        #expect(document["authorization_endpoint"]?.string == "https://kauth.kakao.com/oauth/authorize")
        #expect(document["token_endpoint"]?.string == "https://kauth.kakao.com/oauth/token")
        #expect(document["userinfo_endpoint"]?.string == "https://kapi.kakao.com/v1/oidc/userinfo")
        #expect(document["jwks_uri"]?.string == "https://kauth.kakao.com/.well-known/jwks.json")
        #expect(document["code_challenge_methods_supported"]?.array == ["S256"])
        #expect(document["token_endpoint_auth_methods_supported"]?.array == ["client_secret_post"])
    }

    @Test("With links: self discovery leads to the emulator, and the issuer stays the real one")
    func linksToSelf() async throws {
        let world = try EmulatedWorld(try EmulatorSeed(parsing: #"{"links": "self"}"#))

        let document = try await world.get("https://kauth.kakao.com/.well-known/openid-configuration").json()

        #expect(document["issuer"]?.string == "https://kauth.kakao.com")
        #expect(document["token_endpoint"]?.string == "http://127.0.0.1:9900/kauth.kakao.com/oauth/token")
        #expect(document["userinfo_endpoint"]?.string == "http://127.0.0.1:9900/kapi.kakao.com/v1/oidc/userinfo")
    }
}
