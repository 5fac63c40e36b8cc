// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

/// Proofs that prove nothing.
struct BadCredentialTests {
    /// The claims of a good id_token, before a test spoils them.
    private func claims(_ stage: Stage, nonce: Secret) -> JSONObject {
        let now = Int64(stage.clock.now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": "https://kauth.kakao.com", "aud": "demo-kakao-native-key", "sub": "1001", "iat": JSONValue(now),
            "exp": JSONValue(now + 21_600), "auth_time": JSONValue(now), "nonce": .string(nonce.exposed),
        ]
        return claims.object ?? JSONObject()
    }

    private func signIn(
        _ stage: Stage, key: SigningKey = Stage.kakaoKey,
        _ spoil: (inout JSONObject, TimeInterval) -> Void = { _, _ in }
    ) async throws -> HTTPResponse {
        let attempt = AttemptID.fresh()
        let nonce = try await stage.nonce(for: attempt)
        var claims = claims(stage, nonce: nonce)
        spoil(&claims, stage.clock.now.timeIntervalSince1970)
        let token = signJWT(claims: claims, type: "JWT", key: key)
        return try await stage.signIn(.idToken(token, nonce: nonce), attempt: attempt)
    }

    @Test func `an id_token that is good in every respect is taken`() async throws {
        try await Stage.play { stage in
            let answer = try await signIn(stage)

            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    /// One thing that is wrong with an id_token, and the refusal.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: ProblemCode
        let spoil: @Sendable (inout JSONObject, TimeInterval) -> Void

        static let all: [Fault] = [
            Fault(testDescription: "another issuer", code: .idTokenRefused) { claims, _ in
                claims["iss"] = "https://evil.example.test"
            },
            Fault(testDescription: "S5: the issuer with a slash", code: .idTokenRefused) { claims, _ in
                claims["iss"] = "https://kauth.kakao.com/"
            },
            Fault(testDescription: "S6: another app's audience", code: .wrongAudience) { claims, _ in
                claims["aud"] = "other-app-key"
            },
            Fault(testDescription: "no audience", code: .idTokenRefused) { claims, _ in claims["aud"] = nil },
            Fault(testDescription: "S8: another nonce", code: .nonceRefused) { claims, _ in claims["nonce"] = "other" },
            Fault(testDescription: "S8: no nonce", code: .nonceRefused) { claims, _ in claims["nonce"] = nil },
            Fault(testDescription: "no subject", code: .idTokenRefused) { claims, _ in claims["sub"] = nil },
            Fault(testDescription: "S7: expired", code: .idTokenRefused) { claims, now in
                claims["exp"] = JSONValue(Int64(now) - 61)
            },
            Fault(testDescription: "S7: from the future", code: .idTokenRefused) { claims, now in
                claims["iat"] = JSONValue(Int64(now) + 120)
            },
            Fault(testDescription: "S7: two days old", code: .idTokenRefused) { claims, now in
                claims["iat"] = JSONValue(Int64(now) - 2 * 86_400)
            },
        ]
    }

    @Test(arguments: Fault.all)
    func `an id_token with one thing wrong is refused`(fault: Fault) async throws {
        try await Stage.play { stage in
            let answer = try await signIn(stage, fault.spoil)

            #expect(answer.status == 401)
            #expect(try answer.problemCode() == fault.code)
            #expect(try ProblemAnswer(json: answer.json(), status: 401).detail != nil)
        }
    }

    @Test(
        arguments: [
            (["demo-kakao-native-key"], nil, true), (["demo-kakao-rest-key"], nil, true),
            (["demo-kakao-native-key", "other"], "demo-kakao-native-key", true),
            (["other", "demo-kakao-rest-key"], "demo-kakao-native-key", true),
            (["other", "demo-kakao-native-key"], nil, false), (["demo-kakao-native-key", "other"], "other", false),
            (["other"], "demo-kakao-native-key", false), (["demo-kakao-native-key "], nil, false), ([], nil, false),
        ] as [([String], String?, Bool)])
    func `B36, B71, S6: each key of our app is an audience; of several one must be ours and one of ours have asked`(
        audiences: [String], party: String?, isTaken: Bool
    ) async throws {
        try await Stage.play { stage in
            let answer = try await signIn(stage) { claims, _ in
                claims["aud"] = .array(audiences.map { .string($0) })
                claims["azp"] = party.map { .string($0) }
            }

            #expect(answer.status == (isTaken ? 200 : 401), "\(answer.text)")
        }
    }

    @Test func `S1: a key that is not Kakao's, under Kakao's name or another, is refused`() async throws {
        try await Stage.play { stage async throws in
            for key in [SigningKey.generateRS256(id: "kakao-1"), .generateRS256(id: "unknown"), .generateES256()] {
                #expect(try await signIn(stage, key: key).problemCode() == .idTokenRefused)
            }
        }
    }

    @Test func `S3: a flood of invented keys asks Kakao for its keys once more, not with each`() async throws {
        try await Stage.play { stage async throws in
            #expect(try await signIn(stage).status == 200)
            let forger = SigningKey.generateRS256().pkcs8

            for number in 0..<50 {
                let key = try SigningKey(pkcs8: forger, id: "invented-\(number)")
                let code = try await signIn(stage, key: key).problemCode()
                #expect(code == .idTokenRefused || (number > 0 && code == .providerUnavailable))
            }

            // One to have them, one for the first invented id, and one more for each minute that all this takes.
            #expect((2...6).contains(stage.requests(for: "/kauth.kakao.com/.well-known/jwks.json")))
            #expect(try await signIn(stage).status == 200)
        }
    }

    @Test func `a clock that is put back has Kakao's keys fetched once more, not with every sign-in`() async throws {
        try await Stage.play { stage async throws in
            #expect(try await signIn(stage).status == 200)
            stage.clock.advance(by: -3_600)

            for _ in 0..<5 { #expect(try await signIn(stage).status == 200) }

            #expect(stage.requests(for: "/kauth.kakao.com/.well-known/jwks.json") == 2)
        }
    }

    @Test(arguments: [#"{"alg":"none"}"#, #"{"alg":"HS256","kid":"kakao-1"}"#, #"{"alg":"RS256"}"#, "{}", "x"])
    func `S1: an algorithm that is not Kakao's is refused before anything else`(header: String) async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)
            let body = JSONValue.object(claims(stage, nonce: nonce)).serialized()
            let text = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(body)).AAAA"

            let answer = try await stage.signIn(.idToken(Secret(text), nonce: nonce), attempt: attempt)

            #expect(answer.status == 401)
            #expect(try answer.problemCode() == .idTokenRefused)
        }
    }

    @Test func `S8: a nonce that is missing, invented, expired or another attempt's is refused`() async throws {
        try await Stage.play { stage in
            let (mine, other) = (AttemptID.fresh(), AttemptID.fresh())
            let othersNonce = try await stage.nonce(for: other)
            let old = try await stage.nonce(for: mine)
            stage.clock.advance(by: 601)

            for nonce in [nil, Secret("invented"), othersNonce, old] {
                let token = signJWT(
                    claims: claims(stage, nonce: nonce ?? Secret("x")), type: "JWT", key: Stage.kakaoKey)
                let answer = try await stage.signIn(.idToken(token, nonce: nonce), attempt: mine)
                #expect(answer.status == 401)
                #expect(try answer.problemCode() == .nonceRefused)
            }
        }
    }

    @Test func `S8, S9: a nonce and an id_token sign in once`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)
            let token = signJWT(claims: claims(stage, nonce: nonce), type: "JWT", key: Stage.kakaoKey)
            _ = try await stage.signIn(.idToken(token, nonce: nonce), attempt: attempt).offer()

            // The attempt may ask again; nobody else gets anything for the token.
            _ = try await stage.signIn(.idToken(token, nonce: nonce), attempt: attempt).offer()
            #expect(try await stage.signIn(.idToken(token, nonce: nonce)).problemCode() == .nonceRefused)
        }
    }

    @Test func `S9: an id_token that came with a code cannot be brought again by itself`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)
            var claims = claims(stage, nonce: nonce)
            claims["jti"] = "one"
            let token = signJWT(claims: claims, type: "JWT", key: Stage.kakaoKey)
            let answer: JSONValue = [
                "token_type": "bearer", "access_token": "a", "expires_in": 3_600, "id_token": .string(token.exposed),
            ]
            let proof = try await stage.codeCredential(of: 1001, for: attempt, nonce: nonce)
            try await stage.order(["kind": "answer", "body": .string(answer.serializedText())], at: "/oauth/token")
            try await stage.order(["kind": "answer", "body": #"{"id":1001}"#], at: "/v2/user/me")
            let byCode = try await stage.signIn(proof, attempt: attempt)
            #expect(byCode.status == 200, "\(byCode.text)")

            let again = try await stage.signIn(.idToken(token, nonce: nonce), attempt: attempt)
            let elsewhere = try await stage.signIn(.idToken(token, nonce: nonce))

            #expect(try again.problemCode() == .attemptConflict)
            #expect(try elsewhere.problemCode() == .nonceRefused)
        }
    }

    @Test func `S10: an access token of another app is refused, however good it is`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            try await stage.control(
                .post, "faults",
                [
                    "path": "/v1/user/access_token_info", "kind": "answer",
                    "body": #"{"id":1001,"expires_in":7199,"app_id":42}"#,
                ])

            let answer = try await stage.signIn(.accessToken(token))

            #expect(answer.status == 401)
            #expect(try answer.problemCode() == .wrongAudience)
        }
    }

    @Test func `S10, S12: two answers that name two people are refused`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            for _ in 0..<2 {
                try await stage.control(
                    .post, "faults", ["path": "/v2/user/me", "kind": "answer", "body": #"{"id":1002}"#])
            }

            let byToken = try await stage.signIn(.accessToken(token))
            let attempt = AttemptID.fresh()
            let byCode = try await stage.signIn(
                try await stage.codeCredential(of: 1001, for: attempt), attempt: attempt)

            for answer in [byToken, byCode] {
                #expect(answer.status == 401)
                #expect(try answer.problemCode() == .identityMismatch)
            }
        }
    }

    @Test func `an access token that Kakao does not know is refused`() async throws {
        try await Stage.play { stage in
            let answer = try await stage.signIn(.accessToken(Secret("nonsense")))

            #expect(answer.status == 400)
            #expect(try answer.problemCode() == .credentialRefused)
            #expect(try answer.json()["vendor_code"]?.string == "-401")
        }
    }

    @Test func `S14: a token of 20 kB is refused before anybody looks at it`() async throws {
        try await Stage.play { stage in
            let long = Secret(String(repeating: "a", count: 20_000))
            for credential in [
                SignInCredential.accessToken(long), .idToken(long, nonce: Secret("n")),
                .code(long, redirectURI: nil, verifier: nil, nonce: nil),
            ] {
                let answer = try await stage.signIn(credential)
                #expect(answer.status == 400)
                #expect(try answer.problemCode() == .invalidRequest)
            }
            #expect(try await stage.refresh(long).problemCode() == .refreshInvalid)
            // In a header field it does not get as far as the server.
            #expect(try await stage.call(.get, "/v1/account", token: long).status == 431)
            let shorter = Secret(String(repeating: "a", count: 15_000))
            #expect(try await stage.call(.get, "/v1/account", token: shorter).problemCode() == .accessTokenInvalid)
        }
    }
}
