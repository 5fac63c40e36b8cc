// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("A code for tokens")
struct TokenExchangeTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private static let native: FormFields = [
        "client_id": "demo-kakao-native-key", "redirect_uri": "kakaodemo-kakao-native-key://oauth",
    ]

    private func token(_ form: FormFields, headers: HTTPHeaders = HTTPHeaders()) async throws -> HTTPResponse {
        try await world.post("https://kauth.kakao.com/oauth/token", form, headers: headers)
    }

    @Test(
        "B15: A redirect URI that differs from the authorize request's is refused; the code still serves the right one")
    func otherRedirectURI() async throws {
        let uri = "https://example.test/cb?from=app"
        let world = try EmulatedWorld(.demo(redirectURIs: ["kakao": [uri]]))
        let code = try await Agent(world).code(of: 1001, ["redirect_uri": .some(uri)])

        let cut = try await world.exchange(code, ["redirect_uri": "https://example.test/cb"])
        let right = try await world.exchange(code, ["redirect_uri": .some(uri)])

        #expect(cut.status == 400)
        #expect(try cut.json()["error"]?.string == "invalid_grant")
        #expect(try cut.errorCode() == "KOE303")
        #expect(right.status == 200)
    }

    @Test("An absent redirect URI is accepted, as one library leaves it out")
    func absentRedirectURI() async throws {
        let code = try await Agent(world).code(of: 1001)

        #expect(try await world.exchange(code).status == 200)
    }

    @Test("B58: A client secret sent by HTTP Basic is refused with invalid_client", arguments: [true, false])
    func basicAuthentication(_ alsoInBody: Bool) async throws {
        let code = try await Agent(world).code(of: 1001)
        var form: FormFields = ["grant_type": "authorization_code", "code": .some(code)]
        if alsoInBody { for field in EmulatedWorld.restClient.fields { form.add(field.name, field.value) } }
        let pair = Base64.encode(Array("demo-kakao-rest-key:demo-kakao-client-secret".utf8))

        let response = try await token(form, headers: ["Authorization": "Basic \(pair)"])

        #expect(response.status == 401)
        #expect(try response.json()["error"]?.string == "invalid_client")
        #expect(try response.errorCode() == "KOE010")
    }

    @Test(
        "Client credentials that do not fit are refused",
        arguments: [
            (["client_id": "demo-kakao-rest-key"], "KOE010", 401),
            (["client_id": "demo-kakao-rest-key", "client_secret": "wrong"], "KOE010", 401),
            (["client_id": "demo-kakao-native-key", "client_secret": "demo-kakao-client-secret"], "KOE010", 401),
            (["client_id": "nobody", "client_secret": "x"], "KOE101", 401),
            (["client_id": "demo-kakao-admin-key"], "KOE008", 400),
            ([:], "KOE207", 400),
        ] as [(FormFields, String, Int)])
    func badCredentials(_ client: FormFields, _ code: String, _ status: Int) async throws {
        var form: FormFields = ["grant_type": "authorization_code", "code": "C1"]
        for field in client.fields { form.add(field.name, field.value) }

        let response = try await token(form)

        #expect(response.status == status)
        #expect(try response.errorCode() == code)
        #expect(try response.json()["error_description"]?.string != nil)
    }

    @Test("With its secret switched off in the console, the REST key signs in without one")
    func secretOff() async throws {
        try await world.control(.patch, "kakao/apps/1000001", ["client_secret": nil])
        let code = try await Agent(world).code(of: 1001)

        let response = try await token([
            "grant_type": "authorization_code", "client_id": "demo-kakao-rest-key", "code": .some(code),
        ])

        #expect(response.status == 200)
    }

    @Test("The native key signs in without a secret, gets 12 hours, and stands in the id_token's aud")
    func nativeKey() async throws {
        let code = try await Agent(world).code(of: 1001, Self.native)
        var form: FormFields = ["grant_type": "authorization_code", "code": .some(code)]
        for field in Self.native.fields { form.add(field.name, field.value) }

        let tokens = try await token(form).json()

        #expect(tokens["expires_in"]?.integer == 43_199)
        #expect(try await world.idClaims(in: tokens)["aud"]?.string == "demo-kakao-native-key")
    }

    @Test("A code serves the key that it was made for and no other of the same app")
    func otherKey() async throws {
        let code = try await Agent(world).code(of: 1001, Self.native)

        #expect(try await world.exchange(code).errorCode() == "KOE320")
    }

    @Test("Where bundles are registered, the native key has to name one of them")
    func bundleIDs() async throws {
        try await world.control(.patch, "kakao/apps/1000001", ["ios_bundle_ids": ["com.example.app"]])
        let code = try await Agent(world).code(of: 1001, Self.native)
        let cases: [(String?, Int)] = [(nil, 400), ("com.example.other", 400), ("com.example.app", 200)]

        for (bundle, status) in cases {
            var form: FormFields = ["grant_type": "authorization_code", "code": .some(code), "ios_bundle_id": bundle]
            for field in Self.native.fields { form.add(field.name, field.value) }
            let response = try await token(form)
            #expect(response.status == status)
            if status == 400 {
                #expect(try response.errorCode() == "KOE009")
                #expect(try response.json()["error"]?.string == "misconfigured")
            }
        }
    }

    @Test("Without registered bundles a bundle id is taken and not looked at")
    func unrestrictedBundle() async throws {
        let code = try await Agent(world).code(of: 1001, Self.native)
        var form: FormFields = ["grant_type": "authorization_code", "code": .some(code), "ios_bundle_id": "any"]
        for field in Self.native.fields { form.add(field.name, field.value) }

        #expect(try await token(form).status == 200)
    }

    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    @Test(
        "B97: A verifier has to come exactly when there was a challenge, and to fit it",
        arguments: [
            (true, nil, "invalid_request"), (true, "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong", "invalid_grant"),
            (true, verifier + "x", "invalid_grant"), (true, String(verifier.prefix(42)), "invalid_request"),
            (true, String(repeating: "a", count: 129), "invalid_request"),
            (true, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjX=", "invalid_request"), (true, verifier, nil),
            (false, verifier, "invalid_request"), (false, nil, nil),
        ] as [(Bool, String?, String?)])
    func verifiers(_ hasChallenge: Bool, _ verifier: String?, _ error: String?) async throws {
        let challenge: FormFields =
            hasChallenge
            ? [
                "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
            ] : [:]
        let code = try await Agent(world).code(of: 1001, challenge)

        let response = try await world.exchange(code, ["code_verifier": verifier])

        #expect(response.status == (error == nil ? 200 : 400))
        #expect(try response.json()["error"]?.string == error)
    }

    @Test("A verifier in standard base64, as Kakao's own SDK sends it, is taken")
    func standardBase64Verifier() async throws {
        let verifier = "+/" + String(repeating: "aB3+/", count: 16) + "zzzz"
        let challenge = PKCE.challenge(for: Secret(verifier))
        let code = try await Agent(world).code(
            of: 1001, ["code_challenge": .some(challenge), "code_challenge_method": "S256"])

        #expect(verifier.count == 86)
        #expect(try await world.exchange(code, ["code_verifier": .some(verifier)]).status == 200)
    }

    @Test("B100: A code works once; the second time is KOE320 and leaves the first tokens alone")
    func replayedCode() async throws {
        let code = try await Agent(world).code(of: 1001)
        let first = try await world.exchange(code).json()

        let second = try await world.exchange(code)

        #expect(second.status == 400)
        #expect(try second.json()["error"]?.string == "invalid_grant")
        #expect(try second.errorCode() == "KOE320")
        let token = try #require(first["access_token"]?.string)
        #expect(try await world.kapi("/v1/user/access_token_info", token: token).status == 200)
    }

    @Test("B100: With that rule on, a replayed code ends the tokens of its first use")
    func replayEndsTokens() async throws {
        try await world.control(.patch, "kakao/rules", ["replay_ends_tokens": true])
        let code = try await Agent(world).code(of: 1001)
        let first = try await world.exchange(code).json()

        _ = try await world.exchange(code)

        let token = try #require(first["access_token"]?.string)
        #expect(try await world.kapi("/v1/user/access_token_info", token: token).errorCode() == "-401")
        let refresh = try await world.refresh(try #require(first["refresh_token"]?.string))
        #expect(try refresh.errorCode() == "KOE322")
    }

    @Test("B100: A code lives ten minutes by the emulated clock, or as long as the rules say", arguments: [600, 30])
    func codeLife(_ life: Int64) async throws {
        try await world.control(.patch, "kakao/rules", ["code_seconds": JSONValue(life)])
        let (early, late) = (try await Agent(world).code(of: 1001), try await Agent(world).code(of: 1002))

        try await world.control(.post, "clock", ["advance_seconds": JSONValue(life)])
        let inTime = try await world.exchange(early)
        try await world.control(.post, "clock", ["advance_seconds": 1])
        let tooLate = try await world.exchange(late)

        #expect(inTime.status == 200)
        #expect(try tooLate.errorCode() == "KOE320")
    }

    @Test("A hundred exchanges of one code at once: one succeeds")
    func parallelExchange() async throws {
        let code = try await Agent(world).code(of: 1001)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await world.exchange(code).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(statuses.filter { $0 == 400 }.count == 99)
    }

    @Test(
        "A request that is no grant is refused",
        arguments: [
            (["grant_type": "password"], "KOE310"), ([:], "KOE207"), (["grant_type": "authorization_code"], "KOE207"),
            (["grant_type": "authorization_code", "code": "nothing"], "KOE320"),
            (["grant_type": "refresh_token"], "KOE319"),
            (["grant_type": "refresh_token", "refresh_token": ""], "KOE319"),
            (["grant_type": "refresh_token", "refresh_token": "nothing"], "KOE322"),
        ] as [(FormFields, String)])
    func badGrants(_ grant: FormFields, _ code: String) async throws {
        var form = grant
        for field in EmulatedWorld.restClient.fields { form.add(field.name, field.value) }

        let response = try await token(form)

        #expect(response.status == 400)
        #expect(try response.errorCode() == code)
    }

    @Test("Fields count in the body only, once each, and nothing but a form is read")
    func formOnly() async throws {
        let query = FormFields(dictionaryLiteral: ("grant_type", "refresh_token"), ("client_id", "demo-kakao-rest-key"))
        let inQuery = try await token([:], headers: [:])
        let twice = try await token(["client_id": "demo-kakao-rest-key", "client_id": "demo-kakao-rest-key"])
        let byGet = try await world.get("https://kauth.kakao.com/oauth/token?\(query.encoded)")

        #expect(try inQuery.errorCode() == "KOE207")
        #expect(try twice.errorCode() == "KOE204")
        #expect(byGet.status == 405)
        #expect(byGet.headers["Allow"] == "POST")
    }

    @Test("A status that the documents leave open can be chosen", arguments: ["KOE010", "KOE101", "KOE322"])
    func chosenStatuses(_ code: String) async throws {
        try await world.control(.patch, "kakao/rules", ["statuses": ["KOE010": 400, "KOE101": 400, "KOE322": 401]])
        let forms: [String: FormFields] = [
            "KOE010": ["grant_type": "x", "client_id": "demo-kakao-rest-key"],
            "KOE101": ["grant_type": "x", "client_id": "nobody"],
            "KOE322": [
                "grant_type": "refresh_token", "refresh_token": "nothing", "client_id": "demo-kakao-rest-key",
                "client_secret": "demo-kakao-client-secret",
            ],
        ]

        let response = try await token(try #require(forms[code]))

        #expect(try response.errorCode() == code)
        #expect(response.status == (code == "KOE322" ? 401 : 400))
    }
}
