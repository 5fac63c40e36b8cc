// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Signing in at Facebook")
struct FacebookSignInTests {
    private let pending = PendingCallback(
        provider: .facebook, redirectURI: "https://login.example/cb", state: Secret("S1"))
    /// HMAC-SHA256 of `ACCESS-1` by `the-app-secret`.
    private static let proof = Hex.encode(
        hmacSHA256(Array("ACCESS-1".utf8), key: Array("the-app-secret".utf8)))

    private func fields(of request: AuthorizationRequest) throws -> FormFields {
        try FormFields(parsing: #require(HTTPAddress(request.url)?.query))
    }

    private func read(_ query: String) throws -> CallbackResult {
        let request = try #require(HTTPRequest(.get, "https://login.example/cb?\(query)"))
        return try Facebook().provider.readCallback(request, for: pending)
    }

    private func facebook(me: JSONValue = Facebook.me, inspected: JSONValue = Facebook.inspected()) throws -> Facebook {
        try Facebook([Facebook.mePath: { _ in .json(me) }, Facebook.inspectPath: { _ in .json(inspected) }])
    }

    @Test(
        "the dialog stands under its version, with state, a challenge, scopes joined by commas and a wish for the lists"
    )
    func dialog() throws {
        let request = try Facebook().provider.authorize(redirectURI: "https://login.example/cb")

        let sent = try fields(of: request)
        #expect(request.url.hasPrefix("https://www.facebook.com/v25.0/dialog/oauth?"))
        #expect(try sent.single("client_id") == "123")
        #expect(try sent.single("response_type") == "code")
        #expect(try sent.single("scope") == "public_profile,email")
        #expect(try sent.single("return_scopes") == "true")
        #expect(try sent.single("state") == request.state.exposed)
        #expect(try sent.single("code_challenge") == request.pkce.challenge)
        #expect(try sent.single("auth_type") == nil)
    }

    @Test("declined permissions are asked for again, and the password where a caller wants it")
    func askAgain() throws {
        let facebook = try Facebook()
        var again = AuthorizationOptions()
        again.askAgainInFacebook(for: ["email"])

        let rerequest = facebook.provider.authorize(redirectURI: "https://login.example/cb", options: again)
        func wish(_ prompts: [Prompt]) throws -> String? {
            let request = facebook.provider.authorize(
                redirectURI: "https://login.example/cb", options: AuthorizationOptions(prompts: prompts))
            return try fields(of: request).single("auth_type")
        }

        #expect(try fields(of: rerequest).single("auth_type") == "rerequest")
        #expect(try fields(of: rerequest).single("scope") == "email")
        #expect(try wish([.login]) == "reauthenticate")
        #expect(try wish([.selectAccount]) == "reauthenticate")
        #expect(try wish([.consent]) == "rerequest")
        #expect(try wish([.consent, .login]) == "reauthenticate")
    }

    @Test("whoever is asked for more is asked for what they declined too")
    func furtherConsent() async throws {
        let facebook = try Facebook()
        let options = try await facebook.provider.furtherConsent(
            to: ["email"], tokens: TokenSet(accessToken: Secret("ACCESS-1"), expiresAt: nil))

        let request = facebook.provider.authorize(redirectURI: "https://login.example/cb", options: options)

        #expect(try fields(of: request).single("auth_type") == "rerequest")
        #expect(try fields(of: request).single("scope") == "email")
    }

    @Test("B57: without scopes no scope is sent at all")
    func noScopes() throws {
        let request = try Facebook().provider.authorize(
            redirectURI: "https://login.example/cb", options: AuthorizationOptions(scopes: []))

        #expect(try fields(of: request).single("scope") == nil)
    }

    @Test("S12: an id_token that came beside the access token of somebody else signs nobody in")
    func otherSubject() async throws {
        let facebook = try Facebook([
            Facebook.tokenPath: { _ in
                .json([
                    "access_token": "ACCESS-1", "token_type": "bearer",
                    "id_token": .string(Facebook.idToken(["sub": "10150000000000002"]).exposed),
                ])
            }, Facebook.mePath: { _ in .json(Facebook.me) }, Facebook.inspectPath: { _ in .json(Facebook.inspected()) },
        ])

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.verify(
                .code(
                    Secret("C1"), redirectURI: "https://login.example/cb", verifier: Secret("V"),
                    nonce: .matching(Facebook.nonce)))
        }

        #expect(error?.code == .subjectsDiffer)
    }

    @Test("a callback tells what was granted and what was declined")
    func lists() throws {
        guard
            case .code(let code) = try read(
                "code=AQB&state=S1&granted_scopes=public_profile&denied_scopes=email,%3Cb%3E")
        else {
            Issue.record("the callback brings a code")
            return
        }

        #expect(code.code == Secret("AQB"))
        #expect(code.remarks.grantedScopes == ["public_profile"])
        #expect(code.remarks.declinedScopes == ["email"])
    }

    @Test("B03: the junk fragment behind a callback belongs to nothing")
    func junkFragment() throws {
        let result = try Facebook().provider.readCallback(
            address: "https://login.example/cb?code=C1&state=S1#_=_", for: pending)

        guard case .code(let code) = result else {
            Issue.record("the fragment is ignored")
            return
        }
        #expect(code.code == Secret("C1"))
    }

    @Test("a no is a cancel; another error of the dialog is read by its number")
    func refusals() throws {
        let no =
            "error=access_denied&error_code=200&error_description=Permissions+error&error_reason=user_denied&state=S1"
        guard case .cancelled = try read(no),
            case .refused(let uri) = try read("error=x&error_code=191&state=S1"),
            case .refused(let unknown) = try read("error=new_error&state=S1"),
            case .refused(let repeated) = try read("code=C1&state=S1&denied_scopes=a&denied_scopes=b")
        else {
            Issue.record("each is told apart")
            return
        }

        #expect(uri.code == .redirectURIRefused && uri.advice == .fixSetup)
        #expect(unknown.vendorCode == "new_error")
        #expect(repeated.code == .callbackMalformed)
    }

    @Test("a server exchanges a code with its secret, an app with its verifier alone")
    func exchange() async throws {
        let answer: ProviderStub.Answer = { _ in
            .json(["access_token": "ACCESS-1", "token_type": "bearer", "expires_in": 5_183_944])
        }
        let server = try Facebook([Facebook.tokenPath: answer])
        let app = try Facebook([Facebook.tokenPath: answer], settings: FacebookSettings(appID: "123"))

        var forms: [FormFields] = []
        for facebook in [server, app] {
            let tokens = try await facebook.provider.exchange(
                code: Secret("C1"), redirectURI: "https://login.example/cb", verifier: Secret("V"))
            #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_705_183_944))
            forms.append(try #require(try facebook.stub.asked.last?.formFields()))
        }

        #expect(try forms.map { try $0.single("client_secret") } == ["the-app-secret", nil])
        #expect(try forms.map { try $0.single("code_verifier") } == ["V", "V"])
        #expect(
            try forms.map { try $0.single("redirect_uri") } == Array(repeating: "https://login.example/cb", count: 2))
    }

    @Test("S10, S16: an access token counts once Facebook says it is our app's, and every call proves the secret")
    func accessToken() async throws {
        let facebook = try facebook()

        let identity = try await facebook.provider.verify(.accessToken(Secret("ACCESS-1")))

        let inspection = try #require(facebook.stub.asked.first)
        let profile = try #require(facebook.stub.asked.last)
        let appProof = Hex.encode(hmacSHA256(Array("123|the-app-secret".utf8), key: Array("the-app-secret".utf8)))
        #expect(identity.key == IdentityKey(provider: .facebook, scope: "123", subject: "10150000000000001"))
        #expect(inspection.headers["Authorization"] == "Bearer 123|the-app-secret")
        #expect(try inspection.queryFields().single("input_token") == "ACCESS-1")
        #expect(try inspection.queryFields().single("appsecret_proof") == appProof)
        #expect(profile.headers["Authorization"] == "Bearer ACCESS-1")
        #expect(try profile.queryFields().single("appsecret_proof") == Self.proof)
        #expect(try profile.queryFields().single("fields") == "id,name,email,picture")
    }

    @Test(
        "S10: a token of another app, a dead one, one of no person and one that has ended prove nothing",
        arguments: [
            (["app_id": "999"], LoginError.Code.accessTokenOfOtherApp), (["app_id": 999], .accessTokenOfOtherApp),
            (["app_id": "999", "is_valid": false], .accessTokenOfOtherApp),
            (["is_valid": false], .accessTokenRefused), (["is_valid": nil], .accessTokenRefused),
            (["is_valid": "true"], .accessTokenRefused), (["type": "PAGE"], .accessTokenRefused),
            (["type": "APP", "user_id": nil], .accessTokenRefused), (["user_id": nil], .accessTokenRefused),
            (["user_id": ""], .accessTokenRefused), (["expires_at": 1_700_000_000], .accessTokenRefused),
            (["app_id": nil], .malformedAnswer), (["user_id": "20150000000000002"], .subjectsDiffer),
            (["is_valid": false, "error": ["code": 190, "subcode": 460]], .accessTokenRefused),
            (["is_valid": false, "error": ["code": 190, "subcode": 458]], .notLinked),
            (["is_valid": false, "error": ["code": 2]], .providerUnavailable),
        ] as [([String: JSONValue?], LoginError.Code)])
    func refusedTokens(changes: [String: JSONValue?], code: LoginError.Code) async throws {
        let facebook = try facebook(inspected: Facebook.inspected(changes))

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.verify(.accessToken(Secret("ACCESS-1")))
        }

        #expect(error?.code == code)
    }

    @Test(
        "a refusal of the app's own token, or of another app's, is told from one of a person's token",
        arguments: [
            (400, 190, "Invalid OAuth access token signature.", .clientRefused),
            (401, 102, "Session key invalid", .clientRefused),
            (400, 101, "Error validating application.", .clientRefused),
            (400, 1, "Error validating client secret.", .clientRefused),
            (400, 1, "An unknown error occurred", .providerUnavailable),
            (400, 100, "(#100) The App_id in the input_token did not match the Viewing App", .accessTokenOfOtherApp),
            (400, 100, "(#100) Missing input_token", .requestRefused),
            (503, 190, "x", .accessTokenRefused),
        ] as [(Int, Int, String, LoginError.Code)])
    func refusedInspection(status: Int, number: Int, message: String, code: LoginError.Code) async throws {
        let body: JSONValue = ["error": ["code": JSONValue(number), "message": .string(message)]]
        let facebook = try Facebook([Facebook.inspectPath: { _ in .json(body, status: status) }])

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.verify(.accessToken(Secret("ACCESS-1")))
        }
        let check = await failure { () throws(LoginError) in
            try await facebook.provider.check(accessToken: Secret("ACCESS-1"))
        }

        #expect(error?.code == code && error?.vendorCode == String(number))
        #expect(error?.advice == .tryLater || code != .providerUnavailable)
        // Nothing of this says that the person's token is dead.
        #expect(check?.code == code || status == 503)
    }

    @Test("numbers and text are the same id, and nought is no end")
    func ids() async throws {
        let facebook = try facebook(
            inspected: Facebook.inspected(["app_id": 123, "user_id": 10_150_000_000_000_001, "expires_at": 0]))

        let confirmed = try await facebook.provider.confirm(accessToken: Secret("ACCESS-1"))

        #expect(confirmed.subject == "10150000000000001")
        #expect(confirmed.expiresAt == nil)
    }

    @Test("an id_token where an access token belongs is named as one, and nobody is asked")
    func idTokenAsAccessToken() async throws {
        let facebook = try facebook()

        let error = try #require(
            await failure { () throws(LoginError) in
                try await facebook.provider.verify(.accessToken(Facebook.idToken()))
            })

        #expect(error.code == .idTokenInsteadOfAccessToken)
        #expect(error.message.english.contains("Limited Login"))
        #expect(facebook.stub.asked.isEmpty)
    }

    @Test("without a secret no access token can be told from another app's")
    func noSecret() async throws {
        let facebook = try Facebook(settings: FacebookSettings(appID: "123"))

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.verify(.accessToken(Secret("ACCESS-1")))
        }

        #expect(error?.code == .providerNotSetUp)
        #expect(facebook.stub.asked.isEmpty)
    }

    @Test("S20, B93: an address counts as unverified, and neither it nor name nor picture must be there")
    func profiles() async throws {
        let whole = try await facebook().provider.profile(accessToken: Secret("ACCESS-1"))
        let phoneOnly = try await facebook(me: ["id": "200", "name": "n"]).provider.profile(accessToken: Secret("A"))
        let outline = try await facebook(
            me: ["id": 200, "name": "", "picture": ["data": ["is_silhouette": true, "url": "https://a.example/x"]]]
        ).provider.profile(accessToken: Secret("A"))

        #expect(whole.name == "Min Kim")
        #expect(whole.email == EmailAddress("min@example.test", isVerified: false))
        #expect(whole.pictureURL == "https://platform-lookaside.fbsbx.com/p.jpg")
        #expect(phoneOnly.subject == "200" && phoneOnly.email == nil && phoneOnly.pictureURL == nil)
        #expect(outline.subject == "200" && outline.name == nil && outline.pictureURL == nil)
    }

    @Test("B54, B60, B61: an empty picture is none, a NUL goes, an emoji stays, half a pair costs nobody the sign-in")
    func brokenTexts() async throws {
        let odd = try await facebook(
            me: ["id": "200", "name": "a\u{0}b 🚲", "picture": ["data": ["is_silhouette": false, "url": ""]]]
        ).provider.profile(accessToken: Secret("A"))
        let half = try Facebook([Facebook.mePath: { _ in .text(#"{"id":"200","name":"\ud83d"}"#) }])

        #expect(odd.name == "ab 🚲" && odd.pictureURL == nil)
        #expect(try await half.provider.profile(accessToken: Secret("A")).name == "\u{FFFD}")
    }

    @Test(
        "an answer that names nobody is no profile",
        arguments: [false, [:], ["id": ""], ["id": "x"], []] as [JSONValue])
    func nobody(me: JSONValue) async throws {
        let facebook = try facebook(me: me)

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.profile(accessToken: Secret("A"))
        }

        #expect(error?.code == .malformedAnswer)
    }

    @Test("a Limited Login's id_token is checked whole, and its address counts as unverified")
    func limitedLogin() async throws {
        let facebook = try Facebook()
        let token = Facebook.idToken(["user_birthday": "02/29/1996", "user_gender": "female"])

        let identity = try await facebook.provider.verify(.idToken(token, nonce: .matching(Facebook.nonce)))

        #expect(identity.key.subject == "10150000000000001")
        #expect(identity.profile.email == EmailAddress("min@example.test", isVerified: false))
        #expect(identity.profile.birthday == Birthday("02-29"))
        #expect(identity.profile.birthYear == 1996)
        #expect(identity.profile.gender == .female)
        #expect(facebook.stub.asked.map(\.host) == ["limited.facebook.com"])
    }

    @Test(
        "a Limited Login's id_token for another app, of another issuer, with another nonce or grown old is refused",
        arguments: [
            (["aud": "999"], "id_token_audience"), (["iss": "https://limited.facebook.com"], "id_token_issuer"),
            (["nonce": "n-2"], "id_token_nonce_differs"), (["nonce": nil], "id_token_nonce_missing"),
            (["iat": 1_699_996_300], "id_token_too_old"), (["exp": 1_699_999_900], "id_token_expired"),
        ] as [([String: JSONValue?], String)])
    func refusedLimitedLogin(changes: [String: JSONValue?], code: String) async throws {
        let facebook = try Facebook()

        let error = await failure { () throws(LoginError) in
            try await facebook.provider.verify(
                .idToken(Facebook.idToken(changes), nonce: .matching(Facebook.nonce)))
        }

        #expect(error?.code.rawValue == code)
    }
}
