// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Tokens of the emulated Naver")
struct NaverTokenTests {
    let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func refresh(_ tokens: JSONValue, _ path: String = "/oauth2.0/token") async throws -> HTTPResponse {
        try await world.nid(
            path, ["grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string])
    }

    @Test("B28: a code becomes tokens whose life is text, and which may hold + / and =")
    func exchange() async throws {
        let tokens = try await world.naverTokens()

        #expect(tokens.object?.names == ["access_token", "refresh_token", "token_type", "expires_in"])
        #expect(tokens["expires_in"] == "3600" && tokens["token_type"] == "bearer")
        let token = try #require(tokens["access_token"]?.string)
        #expect(["+", "/", "="].allSatisfy(token.contains))
        #expect(try await world.openapi("/v1/nid/me", token: token).status == 200)
    }

    @Test("a GET with everything in its query does the same; a POST's query does not count")
    func exchangeByGet() async throws {
        let code = try await Agent(world).naverCode(of: 1001)
        var query = EmulatedWorld.naverClient
        query.add("grant_type", "authorization_code")
        query.add("code", code)

        let posted = try await world.post("https://nid.naver.com/oauth2.0/token?\(query.encoded)", [:])
        let got = try await world.get("https://nid.naver.com/oauth2.0/token?\(query.encoded)")

        #expect(try posted.json()["error"] == "invalid_request")
        #expect(try got.json()["access_token"] != nil)
    }

    @Test("a code is good once, for its client, and its redirect URI may be left out but not changed")
    func codes() async throws {
        let code = try await Agent(world).naverCode(of: 1001)
        let exchange = { (more: FormFields) in
            var form: FormFields = ["grant_type": "authorization_code", "code": .some(code)]
            for field in more.fields { form.add(field.name, field.value) }
            return try await world.nid("/oauth2.0/token", form)
        }

        let wrongSecret = try await exchange(["client_secret": "wrong"])
        let otherAddress = try await exchange(["redirect_uri": "https://other.example"])
        let first = try await exchange([:])
        let second = try await exchange([:])

        #expect(wrongSecret.status == 200)
        #expect(try wrongSecret.json()["error_description"] == "wrong client id / client secret pair")
        #expect(try otherAddress.json()["error"] == "invalid_request")
        #expect(try first.json()["error"] == nil)
        #expect(second.status == 200)
        #expect(try second.json()["error_description"] == "no valid data in session")
    }

    @Test("B100: a code lives ten minutes by the emulated clock", arguments: [600, 601])
    func codeLife(seconds: Double) async throws {
        let code = try await Agent(world).naverCode(of: 1001)
        world.clock.advance(by: seconds)
        let answer = try await world.nid("/oauth2.0/token", ["grant_type": "authorization_code", "code": .some(code)])

        #expect(try (answer.json()["access_token"] != nil) == (seconds <= 600))
    }

    @Test("whoever has no secret exchanges a code by its verifier, on the OpenID Connect path and for a code alone")
    func publicClient() async throws {
        let pkce = PKCE(random: SystemRandomSource())
        func exchange(_ code: String, verifier: String?, at path: String = "/oauth2/token") async throws -> HTTPResponse
        {
            try await world.post(
                "https://nid.naver.com\(path)",
                [
                    "client_id": "demo-naver-client-id", "grant_type": "authorization_code", "code": .some(code),
                    "code_verifier": verifier,
                ])
        }
        let bound = try await Agent(world).naverCode(
            of: 1001, ["code_challenge": .some(pkce.challenge), "code_challenge_method": "S256"], isOpenID: true)
        let unbound = try await Agent(world).naverCode(of: 1001, isOpenID: true)
        let older = try await Agent(world).naverCode(of: 1001)
        let document = try await world.get("https://nid.naver.com/.well-known/openid-configuration").json()

        let wrong = try await exchange(bound, verifier: PKCE(random: SystemRandomSource()).verifier.exposed)
        let tokens = try await exchange(bound, verifier: pkce.verifier.exposed).json()
        let refresh = try await world.post(
            "https://nid.naver.com/oauth2/token",
            [
                "client_id": "demo-naver-client-id", "grant_type": "refresh_token",
                "refresh_token": tokens["refresh_token"]?.string,
            ])

        #expect(document["token_endpoint_auth_methods_supported"] == ["client_secret_post", "none"])
        #expect(wrong.status == 400)
        #expect(tokens["access_token"] != nil)
        #expect(try await exchange(unbound, verifier: nil).status == 401)
        #expect(try await exchange(older, verifier: nil, at: "/oauth2.0/token").json()["error"] != nil)
        #expect(refresh.status == 401)
    }

    @Test("an order changes the status of OAuth's errors, which is 200 otherwise")
    func statuses() async throws {
        try await world.control(.patch, "naver/rules", ["statuses": ["invalid_request": 400]])

        let answer = try await world.nid("/oauth2.0/token", ["grant_type": "authorization_code", "code": "none"])

        #expect(answer.status == 400)
    }

    @Test(
        "on the OpenID Connect path there is an id_token, a verifier exactly when there was a challenge, and real statuses"
    )
    func openID() async throws {
        let pkce = PKCE(random: SystemRandomSource())
        let challenge: FormFields = [
            "code_challenge": .some(pkce.challenge), "code_challenge_method": "S256", "nonce": "the-nonce",
        ]
        let code = try await Agent(world).naverCode(of: 1001, challenge, isOpenID: true)
        let exchange = { (verifier: String?) in
            try await world.nid(
                "/oauth2/token",
                ["grant_type": "authorization_code", "code": .some(code), "code_verifier": verifier])
        }

        let none = try await exchange(nil)
        let wrong = try await exchange(PKCE(random: SystemRandomSource()).verifier.exposed)
        let right = try await exchange(pkce.verifier.exposed).json()
        let claims = try await world.naverClaims(right)
        let stranger = try await world.nid(
            "/oauth2/token", ["client_id": "x", "grant_type": "authorization_code", "code": "x"])

        #expect(none.status == 400 && wrong.status == 400)
        #expect(claims["iss"] == "https://nid.naver.com" && claims["aud"] == "demo-naver-client-id")
        #expect(claims["nonce"] == "the-nonce")
        let token = try #require(right["access_token"]?.string)
        #expect(try await world.openapi("/v1/nid/me", token: token).json()["response"]?["id"] == claims["sub"])
        #expect(stranger.status == 401)
        #expect(try stranger.json()["error"] == "invalid_client")
    }

    @Test("a code of one path is unknown on the other")
    func pathsStayApart() async throws {
        let code = try await Agent(world).naverCode(of: 1001, isOpenID: true)

        let answer = try await world.nid(
            "/oauth2.0/token", ["grant_type": "authorization_code", "code": .some(code)])

        #expect(try answer.json()["error_description"] == "no valid data in session")
    }

    @Test("a refresh brings an access token and nothing else; the one before works on unless a rule says no")
    func refreshes() async throws {
        let tokens = try await world.naverTokens()
        let old = try #require(tokens["access_token"]?.string)

        let fresh = try await refresh(tokens).json()
        let worksOn = try await world.openapi("/v1/nid/me", token: old).status
        try await world.control(.patch, "naver/rules", ["refresh_ends_access_tokens": true])
        _ = try await refresh(tokens)

        #expect(fresh.object?.names == ["access_token", "token_type", "expires_in"])
        #expect(worksOn == 200)
        #expect(try await world.openapi("/v1/nid/me", token: old).status == 401)
    }

    @Test("whether the OpenID Connect path refreshes is not known, so both can be had")
    func openIDRefresh() async throws {
        let tokens = try await world.naverTokens(isOpenID: true)

        #expect(try await refresh(tokens, "/oauth2/token").json()["access_token"] != nil)
        try await world.control(.patch, "naver/rules", ["openid_refresh": false])
        #expect(try await refresh(tokens, "/oauth2/token").json()["error"] == "unsupported_grant_type")
    }

    @Test("B89: the delete grant wants the service's name, ends the link, and says success for any token")
    func deletes() async throws {
        let tokens = try await world.naverTokens()
        let token = tokens["access_token"]?.string
        let delete = { (more: FormFields) in
            var form: FormFields = ["grant_type": "delete"]
            for field in more.fields { form.add(field.name, field.value) }
            return try await world.nid("/oauth2.0/token", form).json()
        }

        let unnamed = try await delete(["access_token": token])
        let unknown = try await delete(["access_token": "unknown", "service_provider": "NAVER"])
        let live = try await delete(["access_token": token, "service_provider": "NAVER"])

        #expect(unnamed["error"] == "invalid_request")
        #expect(unnamed["error_description"]?.string?.contains("service_provider") == true)
        #expect(unknown["result"] == "success" && live["result"] == "success")
        #expect(try await refresh(tokens).json()["error_description"] == "invalid refresh_token")
        try await world.control(.patch, "naver/rules", ["deletion_needs_live_token": true])
        #expect(try await delete(["access_token": token, "service_provider": "NAVER"])["error"] == "invalid_request")
    }

    @Test("revoking either token ends both and the link, and asks nothing of one that is not known")
    func revokes() async throws {
        for name in ["access_token", "refresh_token"] {
            let tokens = try await world.naverTokens()
            let answer = try await world.nid("/oauth2.0/revoke", ["token": tokens[name]?.string])
            let again = try await world.nid("/oauth2.0/revoke", ["token": tokens[name]?.string])

            #expect(answer.status == 200 && answer.body.isEmpty && again.status == 200)
            #expect(try await refresh(tokens).json()["error"] != nil)
            #expect(try await world.control(.get, "naver/links").json().array?.isEmpty == true)
        }
        let stranger = try await world.nid("/oauth2.0/revoke", ["client_secret": "wrong", "token": "x"])
        #expect(stranger.status == 401)
        #expect(try stranger.json()["error"] == "unauthorized_client")
        #expect(try await world.nid("/oauth2.0/revoke", [:]).status == 400)
    }

    @Test("discovery names the real addresses, and its keys are the ones that sign")
    func discovery() async throws {
        let document = try await world.get("https://nid.naver.com/.well-known/openid-configuration").json()
        let keys = try await world.get("https://nid.naver.com/oauth2/jwks").json()

        #expect(document["issuer"] == "https://nid.naver.com")
        #expect(document["token_endpoint"] == "https://nid.naver.com/oauth2/token")
        #expect(keys["keys"]?.array?.count == 1)
        try await world.control(.post, "naver/keys")
        #expect(try await world.get("https://nid.naver.com/oauth2/jwks").json()["keys"]?.array?.count == 2)
        #expect(try await world.get("https://kauth.kakao.com/.well-known/jwks.json").json()["keys"]?.array?.count == 1)
    }
}

extension EmulatedWorld {
    /// What an id_token of Naver's says, its signature checked.
    func naverClaims(_ tokens: JSONValue) async throws -> JSONObject {
        let keys = try JWKSet(parsing: try await get("https://nid.naver.com/oauth2/jwks").json())
        let token = Secret(try #require(tokens["id_token"]?.string))
        return try UnverifiedJWT(parsing: token).verified(with: keys, algorithms: [.rs256]).claims
    }
}
