// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Apple's tokens")
struct AppleTokenTests {
    private func apple(_ answer: HTTPResponse = .json(Apple.tokens())) throws -> Apple {
        try Apple([Apple.tokenPath: { _ in answer }, Apple.revokePath: { _ in HTTPResponse(status: 200) }])
    }

    private func form(of request: HTTPRequest?) throws -> FormFields {
        let request = try #require(request)
        return try #require(try request.formFields())
    }

    /// The claims of the client secret that a request showed, checked by the team's public key.
    private func secret(of request: HTTPRequest?) throws -> VerifiedJWT {
        let text = try #require(try form(of: request).single("client_secret"))
        return try UnverifiedJWT(parsing: Secret(text)).verified(with: Apple.key.publicJWK, algorithms: [.es256])
    }

    @Test("a code goes with the redirect URI that its key has, or Apple is not even asked")
    func redirects() async throws {
        let apple = try Apple()
        func exchange(_ clientID: String?, _ redirectURI: String?) async -> LoginError? {
            await failure { () throws(LoginError) in
                try await apple.provider.exchange(
                    code: Secret("C1"), redirectURI: redirectURI, verifier: nil, clientID: clientID)
            }
        }

        let ofApp = await exchange("com.example.app", "https://shop.example/cb")
        let ofWeb = await exchange("com.example.web", nil)
        let both = await failure { () throws(LoginError) in
            try await apple.provider.verify(
                .idToken(Apple.idToken(), nonce: .matching(Apple.nonce), code: Secret("C1")))
        }

        for error in [ofApp, ofWeb, both] {
            #expect(error?.code == .redirectURIRefused && error?.advice == .fixRequest)
        }
        #expect(apple.stub.count(Apple.tokenPath) == 0)
    }

    @Test("B77: the secret is made for each call: ES256, the key's id, team, Services ID and a life of minutes")
    func clientSecret() async throws {
        let apple = try apple()

        _ = try await apple.provider.exchange(
            code: Secret("C1"), redirectURI: "https://login.example/cb", verifier: nil)
        apple.clock.advance(by: 3600)
        _ = try await apple.provider.exchange(
            code: Secret("C2"), redirectURI: "https://login.example/cb", verifier: nil)

        let secrets = try apple.stub.asked.map { try secret(of: $0) }
        #expect(secrets.map { $0.header["kid"]?.string } == ["KEY4567890", "KEY4567890"])
        #expect(secrets.map { $0.header["alg"]?.string } == ["ES256", "ES256"])
        for (secret, issued) in zip(secrets, [1_700_000_000, 1_700_003_600] as [Int64]) {
            #expect(secret.claims["iss"]?.string == "TEAM567890")
            #expect(secret.claims["sub"]?.string == "com.example.web")
            #expect(secret.claims["aud"]?.string == "https://appleid.apple.com")
            #expect(secret.claims["iat"]?.integer == issued)
            #expect(secret.claims["exp"]?.integer == issued + 300)
        }
    }

    @Test("a code from the browser is exchanged for the Services ID, with the redirect URI and no verifier")
    func browserCode() async throws {
        let apple = try apple()

        let tokens = try await apple.provider.exchange(
            code: Secret("C1"), redirectURI: "https://login.example/cb", verifier: Secret("V"))

        let form = try form(of: apple.stub.asked.last)
        #expect(try form.single("grant_type") == "authorization_code")
        #expect(try form.single("client_id") == "com.example.web")
        #expect(try form.single("redirect_uri") == "https://login.example/cb")
        #expect(try form.single("code_verifier") == nil)
        #expect(tokens.refreshToken == Secret("REFRESH-1"))
        #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_700_003_600))
    }

    @Test("an app's code is exchanged for the bundle id that its id_token names, without a redirect URI")
    func nativeCode() async throws {
        let hash = "d3668b1e104f62fa90db942864a6e676638a29a10f4e92d62895ebf0ee6557fc"
        let changes: [String: JSONValue?] = ["aud": "com.example.app", "nonce": .string(hash)]
        let apple = try apple(.json(Apple.tokens(idToken: Apple.idToken(changes))))
        var first = changes
        first["c_hash"] = .string(tokenHash(of: Secret("C1")))

        let identity = try await apple.provider.verify(
            .idToken(Apple.idToken(first), nonce: .matching(Apple.nonce), code: Secret("C1")))

        let form = try form(of: apple.stub.asked.last { $0.path == "/auth/token" })
        #expect(try form.single("client_id") == "com.example.app")
        #expect(try form.single("redirect_uri") == nil)
        #expect(
            try secret(of: apple.stub.asked.last { $0.path == "/auth/token" }).claims["sub"]?.string
                == "com.example.app")
        #expect(identity.clientID == "com.example.app")
        #expect(identity.tokens?.refreshToken == Secret("REFRESH-1"))
        #expect(identity.key == IdentityKey(provider: .apple, scope: "TEAM567890", subject: Apple.subject))
    }

    @Test("S11, S12: id_token and code of two people, or of two sign-ins, are refused")
    func mixedCode() async throws {
        let hash = Hex.encode(SHA256Hash.hash(Apple.nonce.exposed))
        let ofApp: [String: JSONValue?] = ["aud": "com.example.app", "nonce": .string(hash)]
        let otherPerson = ofApp.merging(["sub": "001234.other.0930"]) { $1 }
        let other = try apple(.json(Apple.tokens(idToken: Apple.idToken(otherPerson))))
        let differs = try apple()
        let token = Apple.idToken(["c_hash": .string(tokenHash(of: Secret("C2")))])

        let errors = [
            await failure { () throws(LoginError) in
                try await other.provider.verify(
                    .idToken(Apple.idToken(ofApp), nonce: .matching(Apple.nonce), code: Secret("C1")))
            },
            await failure { () throws(LoginError) in
                try await differs.provider.verify(.idToken(token, nonce: .matching(Apple.nonce), code: Secret("C1")))
            },
        ]

        #expect(errors.map { $0?.code } == [.subjectsDiffer, IDTokenRefusal.codeDiffers.code])
        #expect(differs.stub.count(Apple.tokenPath) == 0)
    }

    @Test("a code gives the person by the id_token that comes with the tokens; without one it proves nothing")
    func personOfACode() async throws {
        let good = try apple()
        let empty = try apple(.json(Apple.tokens(idToken: nil)))
        let credential = ProviderCredential.code(
            Secret("C1"), redirectURI: "https://login.example/cb", verifier: nil, nonce: .matching(Apple.nonce))

        let identity = try await good.provider.verify(credential)
        let error = await failure { () throws(LoginError) in try await empty.provider.verify(credential) }

        #expect(identity.profile.subject == Apple.subject)
        #expect(error?.code == .restartSignIn)
    }

    @Test("a refresh answers without a refresh token and maybe without an id_token; the old refresh token stays")
    func refresh() async throws {
        let apple = try apple(.json(["access_token": "ACCESS-2", "token_type": "Bearer", "expires_in": 3600]))
        let tokens = TokenSet(accessToken: Secret("A"), expiresAt: nil, refreshToken: Secret("REFRESH-1"))

        let fresh = try await apple.provider.refresh(tokens, clientID: "com.example.app")

        let form = try form(of: apple.stub.asked.last)
        #expect(try form.single("client_id") == "com.example.app")
        #expect(try secret(of: apple.stub.asked.last).claims["sub"]?.string == "com.example.app")
        #expect(fresh.accessToken == Secret("ACCESS-2"))
        #expect(fresh.refreshToken == Secret("REFRESH-1"))
    }

    @Test("B90: a revocation names token and kind, by the key that the token belongs to, and an empty 200 is success")
    func revocation() async throws {
        let apple = try apple()

        try await apple.provider.unlink(
            ProviderLink(
                subject: Apple.subject, accessToken: Secret("A"), refreshToken: Secret("R"), clientID: "com.example.app"
            ))
        try await apple.provider.unlink(ProviderLink(accessToken: Secret("A")))

        let forms = try apple.stub.asked.map { try form(of: $0) }
        #expect(try forms.map { try $0.single("token") } == ["R", "A"])
        #expect(try forms.map { try $0.single("token_type_hint") } == ["refresh_token", "access_token"])
        #expect(try forms.map { try $0.single("client_id") } == ["com.example.app", "com.example.web"])
        #expect(apple.stub.count(Apple.revokePath) == 2)
    }

    @Test(
        "B90: a revocation that Apple refuses leaves the link standing, and one without a token says what is left to do"
    )
    func failedRevocation() async throws {
        let apple = try Apple([Apple.revokePath: { _ in .json(["error": "invalid_client"], status: 400) }])
        let down = try Apple([Apple.revokePath: { _ in HTTPResponse(status: 503) }])

        let errors = [
            await failure { () throws(LoginError) in
                try await apple.provider.unlink(ProviderLink(refreshToken: Secret("R")))
            },
            await failure { () throws(LoginError) in
                try await down.provider.unlink(ProviderLink(refreshToken: Secret("R")))
            },
            await failure { () throws(LoginError) in
                try await down.provider.unlink(ProviderLink(subject: Apple.subject))
            },
        ]

        #expect(errors.map { $0?.code } == [.clientRefused, .providerUnavailable, .providerNotSetUp])
        #expect(errors.map { $0?.advice } == [.fixSetup, .tryLater, .fixSetup])
    }

    @Test("an access token of Apple's proves nothing, since Apple tells nobody whose it is")
    func accessToken() async throws {
        let apple = try apple()

        let error = await failure { () throws(LoginError) in
            try await apple.provider.verify(.accessToken(Secret("ACCESS-1")))
        }

        #expect(error?.code == .providerNotSetUp)
        #expect(apple.stub.asked.isEmpty)
    }
}
