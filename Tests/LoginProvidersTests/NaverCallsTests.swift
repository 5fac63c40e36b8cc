// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("The calls to Naver")
struct NaverCallsTests {
    private func profile(_ answer: @escaping ProviderStub.Answer) async throws -> Profile {
        try await Naver([Naver.mePath: answer]).provider.profile(accessToken: Secret("TOKEN"))
    }

    private static let deadToken = HTTPResponse.json(["resultcode": "024", "message": "m"], status: 401)

    @Test("the older path sends state and neither scope, nonce nor PKCE; the OpenID Connect path sends them all")
    func authorizeAddresses() throws {
        let plain = try Naver().provider.authorize(redirectURI: Naver.redirectURI)
        let openID = try Naver(settings: NaverSettings(clientID: "CLIENT", usesOpenID: true)).provider
            .authorize(redirectURI: Naver.redirectURI)

        let plainFields = try FormFields(parsing: String(plain.url.split(separator: "?")[1]))
        let openIDFields = try FormFields(parsing: String(openID.url.split(separator: "?")[1]))
        #expect(plain.url.hasPrefix("https://nid.naver.com/oauth2.0/authorize?"))
        #expect(plainFields.fields.map(\.name) == ["client_id", "redirect_uri", "response_type", "state"])
        #expect(openID.url.hasPrefix("https://nid.naver.com/oauth2/authorize?"))
        #expect(openIDFields.all("scope") == ["openid"])
        #expect(openIDFields.all("nonce") == [openID.nonce.exposed])
        #expect(openIDFields.all("code_challenge_method") == ["S256"])
    }

    @Test(
        "what a page should show becomes auth_type",
        arguments: [
            ([.login], "reauthenticate"), ([.selectAccount], "reauthenticate"), ([.consent], "reprompt"),
            ([.none], "autologin"), ([.consent, .login], "reauthenticate"), ([.create], nil), ([], nil),
        ] as [([Prompt], String?)])
    func prompts(prompts: [Prompt], word: String?) throws {
        let request = try Naver().provider.authorize(
            redirectURI: Naver.redirectURI, options: AuthorizationOptions(prompts: prompts))

        let fields = try FormFields(parsing: String(request.url.split(separator: "?")[1]))
        #expect(fields.all("auth_type").first == word)
    }

    @Test("a code is posted with id and secret in the body, and a verifier on the OpenID Connect path alone")
    func exchange() async throws {
        let plain = try Naver([Naver.tokenPath: { _ in .json(Naver.tokens) }])
        let openID = try Naver(
            [Naver.openIDTokenPath: { _ in .json(Naver.tokens) }],
            settings: NaverSettings(clientID: "CLIENT", clientSecret: Secret("s"), usesOpenID: true))

        for naver in [plain, openID] {
            _ = try await naver.provider.exchange(
                code: Secret("CODE"), redirectURI: Naver.redirectURI, verifier: Secret("verifier"))
        }

        let sent = try #require(try plain.stub.asked.first?.formFields())
        #expect(plain.stub.asked.first?.method == .post && plain.stub.asked.first?.query == nil)
        #expect(plain.stub.asked.first?.headers["Authorization"] == nil)
        #expect(sent.all("client_secret") == ["the-client-secret"])
        #expect(sent.all("code_verifier") == [])
        #expect(try openID.stub.asked.first?.formFields()?.all("code_verifier") == ["verifier"])
    }

    @Test("the exchange repeats the state of its request, where there is one; other providers get none")
    func repeatsState() async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(Naver.tokens) }, Naver.mePath: { _ in .json(Naver.me(["id": "n1"])) },
        ])
        let kakao = try Kakao([
            KakaoStub.tokenPath: { _ in .json(Kakao.tokens) }, KakaoStub.mePath: { _ in .json(Kakao.me) },
        ])

        for provider in [naver.provider, kakao.provider] {
            _ = try await provider.verify(
                .code(
                    Secret("C"), redirectURI: Naver.redirectURI, verifier: Secret("V"), nonce: .matching(Naver.nonce),
                    state: Secret("STATE-1")))
        }
        _ = try await naver.provider.verify(Naver.code)

        let sent = try naver.stub.asked.filter { $0.path == "/oauth2.0/token" }.map {
            try $0.formFields()?.all("state")
        }
        #expect(sent == [["STATE-1"], []])
        #expect(try kakao.stub.asked.first?.formFields()?.all("state") == [])
    }

    @Test(
        "B28: expires_in as text or number is a life, and anything else none",
        arguments: [
            ("3600", 3_600), (3_600, 3_600), ("3600abc", nil), ("", nil), ("-1", nil), (" 3600", nil), (.null, nil),
        ] as [(JSONValue, TimeInterval?)])
    func expiresIn(value: JSONValue, seconds: TimeInterval?) async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["access_token": "A", "token_type": "bearer", "expires_in": value]) }
        ])

        let tokens = try await naver.provider.exchange(code: Secret("C"), redirectURI: nil, verifier: nil)

        #expect(tokens.expiresAt == seconds.map { Date(timeIntervalSince1970: 1_700_000_000 + $0) })
        #expect(tokens.refreshToken == nil)
    }

    @Test("a refresh that brings no refresh token keeps the old one")
    func refreshKeepsToken() async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["access_token": "NEW", "token_type": "bearer", "expires_in": "3600"]) }
        ])

        let fresh = try await naver.provider.refresh(
            TokenSet(accessToken: Secret("OLD"), expiresAt: nil, refreshToken: Secret("REFRESH1")))

        #expect(fresh.accessToken.exposed == "NEW")
        #expect(fresh.refreshToken?.exposed == "REFRESH1")
    }

    @Test(
        "an error member decides whatever the status says, and the sentence beside it says what it is",
        arguments: [
            ("invalid_request", "no valid data in session", .codeRefused, .signInAgain),
            ("invalid_request", "wrong client id / client secret pair", .clientRefused, .fixSetup),
            ("invalid_request", "invalid refresh_token", .refreshRefused, .signInAgain),
            ("invalid_request", "something else", .requestRefused, .fixRequest),
            ("unauthorized_client", "", .clientRefused, .fixSetup),
            ("invalid_grant", "", .grantRefused, .signInAgain),
            ("brand_new_error", "", .providerError, .fixRequest),
            ("unauthorized_client", "no valid data in session", .clientRefused, .fixSetup),
            ("unsupported_grant_type", "use authorization_code or refresh_token", .requestRefused, .fixRequest),
            ("invalid_grant", "cannot read client secret", .grantRefused, .signInAgain),
        ] as [(String, String, LoginError.Code, LoginError.Advice)], [200, 400, 401])
    func oauthErrors(row: (String, String, LoginError.Code, LoginError.Advice), status: Int) async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in
                .json(["error": .string(row.0), "error_description": .string(row.1)], status: status)
            }
        ])

        let error = await failure { () throws(LoginError) in
            try await naver.provider.exchange(code: Secret("CODE"), redirectURI: nil, verifier: nil)
        }

        #expect(error?.code == row.2)
        #expect(error?.advice == row.3)
    }

    @Test("an error that is null or empty is none", arguments: [.null, ""] as [JSONValue])
    func noError(error: JSONValue) async throws {
        var members = Naver.tokens.object ?? JSONObject()
        members["error"] = error
        let answer = JSONValue.object(members)
        let naver = try Naver([Naver.tokenPath: { _ in .json(answer) }])
        let facebook = try Facebook([Facebook.tokenPath: { _ in .json(answer) }])
        let down = try Facebook([Facebook.tokenPath: { _ in .json(["error": error], status: 502) }])

        for provider in [naver.provider, facebook.provider] {
            let tokens = try await provider.exchange(code: Secret("C"), redirectURI: nil, verifier: Secret("V"))
            #expect(tokens.accessToken.exposed == "AAAA+acc/ess=")
        }
        let failed = await failure { () throws(LoginError) in
            try await down.provider.refresh(
                TokenSet(accessToken: Secret("A"), expiresAt: nil, refreshToken: Secret("R")))
        }
        #expect(failed?.code == .providerUnavailable)
    }

    @Test(
        "trouble at Naver is no refusal, whatever its sentence speaks of",
        arguments: [
            ("temporarily_unavailable", "refresh_token store is down"), ("server_error", "cannot read client secret"),
            ("server_error", "need user consent"),
        ])
    func troubleWithWords(word: String, sentence: String) async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["error": .string(word), "error_description": .string(sentence)]) }
        ])

        let error = await failure { () throws(LoginError) in
            try await naver.provider.refresh(
                TokenSet(accessToken: Secret("A"), expiresAt: nil, refreshToken: Secret("R")))
        }

        #expect(error?.code == .providerUnavailable && error?.advice == .tryLater)
    }

    @Test(
        "trouble at Naver is no refusal, whatever it is called", arguments: ["server_error", "temporarily_unavailable"])
    func serverTrouble(word: String) async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["error": .string(word), "error_description": "x"], status: 503) }
        ])

        let error = await failure { () throws(LoginError) in
            try await naver.provider.refresh(
                TokenSet(accessToken: Secret("A"), expiresAt: nil, refreshToken: Secret("R")))
        }

        #expect(error?.advice == .tryLater)
    }

    @Test(
        "B83: 024 is a dead token in both of its shapes and with any status; success is the text 00 alone",
        arguments: [
            (["resultcode": "024", "message": "m"], .accessTokenRefused),
            (["errorCode": "024", "errorMessage": "m"], .accessTokenRefused),
            (["resultcode": "028", "message": "m"], .requestRefused),
            (["resultcode": "403", "message": "m"], .appNotSetUp),
            (["resultcode": 0, "message": "m", "response": ["id": "x"]], .malformedAnswer),
            (["response": ["id": "x"]], .malformedAnswer),
            (["resultcode": "00", "message": "success"], .malformedAnswer),
            (["resultcode": "00", "message": "success", "response": ["nickname": "별"]], .malformedAnswer),
            (["resultcode": "777", "message": "m"], .providerError),
        ] as [(JSONValue, LoginError.Code)])
    func apiErrors(body: JSONValue, code: LoginError.Code) async throws {
        for status in [200, 401] where status == 200 || code != .malformedAnswer {
            let error = await failure { () async throws(LoginError) -> Profile in
                do {
                    return try await profile { _ in .json(body, status: status) }
                } catch let error as LoginError {
                    throw error
                } catch {
                    throw .providerTestFailure
                }
            }
            #expect(error?.code == code, "with status \(status)")
        }
    }

    @Test("B84: a profile in XML, or a page, is named as such")
    func notJSON() async throws {
        for (type, status) in [("text/xml", 200), ("text/html", 200)] {
            let naver = try Naver([
                Naver.mePath: { _ in
                    HTTPResponse(
                        status: status, headers: ["Content-Type": type],
                        body: Array("<data><result><resultcode>00</resultcode></result></data>".utf8))
                }
            ])

            let error = await failure { () throws(LoginError) in
                try await naver.provider.profile(accessToken: Secret("T"))
            }

            #expect(error?.code == .unexpectedContentType)
            #expect(error?.message.english.contains(type) == true)
        }
    }

    @Test("024 on a check is a no; everything else that fails is no answer")
    func check() async throws {
        let naver = try Naver([Naver.verifyPath: { _ in .json(["resultcode": "00", "message": "success"]) }])
        #expect(try await naver.provider.check(accessToken: Secret("T")))

        naver.stub.answer(Naver.verifyPath) { _ in .json(["resultcode": "024", "message": "m"], status: 401) }
        #expect(try await naver.provider.check(accessToken: Secret("T")) == false)

        naver.stub.answer(Naver.verifyPath) { _ in .json(["resultcode": "500", "message": "m"], status: 500) }
        await #expect(throws: LoginError.self) { try await naver.provider.check(accessToken: Secret("T")) }
    }

    @Test("024: one refresh, one more call, and then it is final")
    func refreshesOnce() async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["access_token": "NEW", "token_type": "bearer", "expires_in": "3600"]) },
            Naver.mePath: { request in
                guard request.headers["Authorization"] == "Bearer NEW" else { return Self.deadToken }
                return .json(Naver.me(["id": "n1"]))
            },
        ])
        let provider = naver.provider
        var tokens = TokenSet(accessToken: Secret("OLD"), expiresAt: nil, refreshToken: Secret("REFRESH1"))

        let profile = try await provider.using(&tokens) { (token) async throws(LoginError) -> Profile in
            try await provider.profile(accessToken: token)
        }

        #expect(profile.subject == "n1")
        #expect(tokens.accessToken.exposed == "NEW")
        #expect(naver.stub.count(Naver.mePath) == 2 && naver.stub.count(Naver.tokenPath) == 1)

        naver.stub.answer(Naver.mePath) { _ in .json(["resultcode": "024", "message": "m"], status: 200) }
        var dead = TokenSet(accessToken: Secret("OLD"), expiresAt: nil, refreshToken: Secret("REFRESH1"))
        do throws(LoginError) {
            _ = try await provider.using(&dead) { (token) async throws(LoginError) -> Profile in
                try await provider.profile(accessToken: token)
            }
            Issue.record("a dead token opened something")
        } catch {
            #expect(error.code == .accessTokenRefused && error.advice == .signInAgain)
        }
        #expect(dead.accessToken.exposed == "NEW")
        #expect(naver.stub.count(Naver.mePath) == 4 && naver.stub.count(Naver.tokenPath) == 2)
    }

    @Test("B13: + / = of a token survive the form of a revocation, whose status alone says how it went")
    func revokes() async throws {
        let naver = try Naver([Naver.revokePath: { _ in HTTPResponse(status: 200) }])

        try await naver.provider.unlink(ProviderLink(accessToken: Secret("AAAA+bb/cc==")))

        let request = try #require(naver.stub.asked.first)
        #expect(String(decoding: request.body, as: UTF8.self).contains("token=AAAA%2Bbb%2Fcc%3D%3D"))
        #expect(try request.formFields()?.all("token_type_hint") == ["access_token"])

        for (status, code) in [
            (400, LoginError.Code.requestRefused), (401, .clientRefused), (503, .providerUnavailable),
        ] {
            let word =
                [400: "invalid_request", 401: "unauthorized_client", 503: "temporarily_unavailable"][status] ?? ""
            naver.stub.answer(Naver.revokePath) { _ in .json(["error": .string(word)], status: status) }
            let error = await failure { () throws(LoginError) in
                try await naver.provider.unlink(ProviderLink(refreshToken: Secret("R")))
            }
            #expect(error?.code == code)
        }
    }

    @Test("a revocation that ends with 200 went well, whatever its body speaks of")
    func revokesByStatus() async throws {
        let naver = try Naver([Naver.revokePath: { _ in .json(["error": "unauthorized_client"]) }])

        try await naver.provider.unlink(ProviderLink(refreshToken: Secret("R")))

        #expect(naver.stub.count(Naver.revokePath) == 1)
    }

    @Test("B89: the older way to disconnect names the service, and its answer has to say success")
    func deletes() async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(["access_token": "AAAA+bb/cc==", "result": "success"]) }
        ])
        let api = try NaverAPI(Naver.settings, environment: naver.environment)

        try await api.deleteTokens(accessToken: Secret("AAAA+bb/cc=="))

        let body = String(decoding: try #require(naver.stub.asked.first).body, as: UTF8.self)
        #expect(body.contains("grant_type=delete") && body.contains("service_provider=NAVER"))
        #expect(body.contains("access_token=AAAA%2Bbb%2Fcc%3D%3D"))
    }

    @Test("what a token may read is told with it")
    func information() async throws {
        let naver = try Naver([
            Naver.verifyPath: { request in
                .json(
                    [
                        "resultcode": "00", "message": "success",
                        "response": ["token": "T", "expire_date": "some day", "allowed_profile": "email,name"],
                    ], status: request.query == "info=true" ? 200 : 400)
            }
        ])

        let information = try await NaverAPI(Naver.settings, environment: naver.environment)
            .information(accessToken: Secret("T"))

        #expect(information.profileItems == ["email", "name"])
        #expect(information.expiry == "some day")
    }

    @Test(
        "saying no is a cancel; what failed because nobody could be asked is not",
        arguments: [
            ("Canceled By User", true), (nil, true), ("user not logged in.", false), ("need user consent.", false),
            ("unsupported browser environment.", false),
        ] as [(String?, Bool)])
    func cancels(description: String?, isCancel: Bool) throws {
        let naver = try Naver()
        let request = naver.provider.authorize(redirectURI: Naver.redirectURI)
        var fields: FormFields = ["state": request.state.exposed, "error": "access_denied"]
        fields.add("error_description", description)

        let result = naver.provider.readCallback(
            address: "\(Naver.redirectURI)?\(fields.encoded)", for: request.pending)

        switch result {
        case .cancelled: #expect(isCancel)
        case .refused(let error): #expect(!isCancel && error.code == .interactionNeeded)
        default: Issue.record("\(result)")
        }
    }
}

extension LoginError {
    fileprivate static let providerTestFailure = LoginError(
        .providerError, advice: .fixRequest, message: BilingualText(ko: "시험", en: "test"),
        remedy: BilingualText(ko: "시험", en: "test"))
}
