// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Exchanging a code")
struct TokenExchangeTests {
    private func exchange(_ kakao: Kakao, clientID: String? = nil) async throws(LoginError) -> TokenSet {
        try await kakao.provider.exchange(
            code: Secret("4/0Ab+cD="), redirectURI: "https://login.example/cb?from=app", verifier: Secret("VERIFIER"),
            clientID: clientID)
    }

    private func answering(_ answer: JSONValue, status: Int = 200) throws -> Kakao {
        try Kakao([KakaoStub.tokenPath: { _ in .json(answer, status: status) }])
    }

    @Test("B15, B10, B58: the form holds the same redirect URI, the code encoded once, and the secret; no Basic header")
    func formOfTheExchange() async throws {
        let kakao = try answering(Kakao.tokens)

        _ = try await exchange(kakao)

        let request = try #require(kakao.stub.asked.last)
        let form = try #require(try request.formFields())
        #expect(request.method == .post)
        #expect(try form.single("grant_type") == "authorization_code")
        #expect(try form.single("client_id") == "REST_KEY")
        #expect(try form.single("client_secret") == "the-client-secret")
        #expect(try form.single("redirect_uri") == "https://login.example/cb?from=app")
        #expect(try form.single("code_verifier") == "VERIFIER")
        #expect(String(decoding: request.body, as: UTF8.self).contains("code=4%2F0Ab%2BcD%3D"))
        #expect(request.headers["Authorization"] == nil)
        #expect(request.query == nil)
    }

    @Test("the secret belongs to the REST key: an exchange with the native key does not send it")
    func nativeKeySendsNoSecret() async throws {
        let kakao = try answering(Kakao.tokens)

        _ = try await exchange(kakao, clientID: "NATIVE_KEY")

        let form = try #require(try kakao.stub.asked.last?.formFields())
        #expect(try form.single("client_id") == "NATIVE_KEY")
        #expect(try form.single("client_secret") == nil)
    }

    @Test("B30: lives are seconds and become moments of this clock")
    func livesBecomeMoments() async throws {
        let tokens = try await exchange(try answering(Kakao.tokens))

        #expect(tokens.accessToken == Secret("ACCESS-1"))
        #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_700_021_599))
        #expect(tokens.refreshToken == Secret("REFRESH-1"))
        #expect(tokens.refreshTokenExpiresAt == Date(timeIntervalSince1970: 1_705_183_999))
        #expect(tokens.scopes == ["account_email", "profile_nickname"])
        #expect(tokens.idToken == nil)
    }

    @Test(
        "B28: a life is a number or digits; anything else is an unknown end and no failure",
        arguments: [
            (JSONValue.string("3600"), 3600), (3600, 3600), ("3600abc", nil), ("", nil), ("-5", nil), (-5, nil),
            (" 3600", nil), (nil, nil), (true, nil), (.number(JSONNumber(Int64.max)), nil), ("９９", nil), (0, 0),
        ] as [(JSONValue, Int?)])
    func lifeInAnyForm(life: JSONValue, seconds: Int?) async throws {
        let tokens = try await exchange(try answering(["access_token": "A", "expires_in": life]))

        #expect(tokens.expiresAt == seconds.map { Date(timeIntervalSince1970: 1_700_000_000 + Double($0)) })
    }

    @Test("B26: a used code is refused for good, and asked once", arguments: ["KOE320", nil] as [String?])
    func usedCode(koe: String?) async throws {
        var body: JSONValue = ["error": "invalid_grant", "error_description": "authorization code not found"]
        if let koe, case .object(var members) = body {
            members["error_code"] = .string(koe)
            body = .object(members)
        }
        let kakao = try answering(body, status: 400)

        let error = try #require(await failure { () throws(LoginError) in try await exchange(kakao) })

        #expect(error.code == (koe == nil ? .grantRefused : .codeRefused))
        #expect(error.advice == .signInAgain)
        #expect(error.vendorCode == koe ?? "invalid_grant")
        #expect(kakao.stub.count(KakaoStub.tokenPath) == 1)
    }

    @Test(
        "B26: once bytes may have been sent, nobody knows what became of the code: start again",
        arguments: [TransportError.Reason.timedOut, .connectionLost, .malformedAnswer, .bodyTooLarge, .cancelled])
    func lostAnswer(reason: TransportError.Reason) async throws {
        let kakao = try Kakao(transport: BrokenTransport(reason: reason, mayHaveBeenReceived: true))

        let error = try #require(await failure { () throws(LoginError) in try await exchange(kakao) })

        #expect(error.code == .restartSignIn)
        #expect(error.advice == .signInAgain)
    }

    @Test("B26: a code that was never sent is not lost")
    func neverSent() async throws {
        let kakao = try Kakao(transport: BrokenTransport(reason: .cannotConnect, mayHaveBeenReceived: false))

        let error = try #require(await failure { () throws(LoginError) in try await exchange(kakao) })

        #expect(error.code == .providerUnreachable)
        #expect(error.advice == .tryLater)
    }

    @Test(
        "B26, B81: an answer that does not say what became of the code means start again, and is not repeated",
        arguments: [
            HTTPResponse.html("<html>bad gateway</html>", status: 502), .html("<html>bad gateway</html>"),
            .json(["error": "server_error", "error_code": "KOE003"], status: 500), .json(["token_type": "bearer"]),
            .json(["access_token": "A", "token_type": "mac"]), .json(["access_token": ""]), .json([]),
            .text("{\"access_token\":\"A\",\"access_token\":\"B\"}"),
        ])
    func unclearAnswer(answer: HTTPResponse) async throws {
        let kakao = try Kakao([KakaoStub.tokenPath: { _ in answer }])

        let error = try #require(await failure { () throws(LoginError) in try await exchange(kakao) })

        #expect(error.code == .restartSignIn)
        #expect(kakao.stub.count(KakaoStub.tokenPath) == 1)
    }

    @Test("a limit on token calls leaves the code as it is: try later")
    func rateLimit() async throws {
        let byStatus = try Kakao([KakaoStub.tokenPath: { _ in .json([:], status: 429) }])
        let byCode = try answering(["error": "invalid_request", "error_code": "KOE237"], status: 400)

        let errors = [
            await failure { () throws(LoginError) in try await exchange(byStatus) },
            await failure { () throws(LoginError) in try await exchange(byCode) },
        ]

        #expect(errors.map { $0?.code } == [.providerLimit, .providerLimit])
        #expect(errors.map { $0?.advice } == [.tryLater, .tryLater])
    }

    @Test("a wrong secret is the operator's to mend, not the person's")
    func wrongSecret() async throws {
        let kakao = try answering(
            ["error": "invalid_client", "error_description": "Bad client credentials", "error_code": "KOE010"],
            status: 401)

        let error = try #require(await failure { () throws(LoginError) in try await exchange(kakao) })

        #expect(error.code == .clientRefused)
        #expect(error.advice == .fixSetup)
        #expect(error.vendorCode == "KOE010")
        #expect(error.httpStatus == 401)
    }
}
