// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

@Suite("Checking an id_token")
struct IDTokenTests {
    private let kakao: Kakao

    init() throws {
        kakao = try Kakao()
    }

    private func refusal(
        _ token: Secret, nonce: ExpectedNonce = .matching(Kakao.nonce), accessToken: Secret? = nil, code: Secret? = nil
    ) async -> LoginError? {
        await failure { () throws(LoginError) in
            try await kakao.provider.checkIDToken(token, nonce: nonce, accessToken: accessToken, code: code)
        }
    }

    private func code(_ token: Secret, nonce: ExpectedNonce = .matching(Kakao.nonce)) async -> String? {
        await refusal(token, nonce: nonce)?.code.rawValue
    }

    @Test("a good token says who signed in, for which key and until when")
    func goodToken() async throws {
        let token = try await kakao.provider.checkIDToken(Kakao.idToken(), nonce: .matching(Kakao.nonce))

        #expect(token.subject == "1001")
        #expect(token.audience == "REST_KEY")
        #expect(token.issuer == "https://kauth.kakao.com")
        #expect(token.issuedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(token.expiresAt == Date(timeIntervalSince1970: 1_700_021_599))
    }

    @Test(
        "B71, B36: every key of the app is an audience, and nothing else is",
        arguments: ["REST_KEY", "NATIVE_KEY", "SCRIPT_KEY"])
    func everyKeyOfTheApp(key: String) async throws {
        let token = try await kakao.provider.checkIDToken(
            Kakao.idToken(["aud": .string(key)]), nonce: .matching(Kakao.nonce))

        #expect(token.audience == key)
    }

    @Test("S6: another audience is refused, and the refusal names it")
    func otherAudience() async throws {
        let error = try #require(await refusal(Kakao.idToken(["aud": "SOMEBODY_ELSES_KEY"])))

        #expect(error.code == IDTokenRefusal.audience([]).code)
        #expect(error.advice == .fixSetup)
        #expect(error.message.english.contains("SOMEBODY_ELSES_KEY"))
        #expect(error.message.korean.contains("SOMEBODY_ELSES_KEY"))
    }

    @Test("S6: with several audiences the token must say which of our keys asked", arguments: EveryProvider.allCases)
    func severalAudiences(at every: EveryProvider) async throws {
        let ours = JSONValue.string(every.audience)
        let audiences: JSONValue = ["x", ours]
        let named = every.idToken(["aud": audiences, "azp": ours])

        let token = try await every.made().provider.checkIDToken(named, nonce: .matching(EveryProvider.nonce))
        #expect(token.audience == every.audience)
        #expect(try await every.refusal(of: every.idToken(["aud": audiences])) == "id_token_authorized_party")
        #expect(
            try await every.refusal(of: every.idToken(["aud": audiences, "azp": "x"])) == "id_token_authorized_party")
        #expect(try await every.refusal(of: every.idToken(["azp": "x"])) == "id_token_authorized_party")
        #expect(try await every.refusal(of: every.idToken(["aud": ["x", "y"], "azp": ours])) == "id_token_audience")
    }

    @Test(
        "S5: the issuer is compared byte for byte",
        arguments: [
            "https://kauth.kakao.com/", "http://kauth.kakao.com", "https://KAUTH.kakao.com", "kauth.kakao.com",
            "https://\u{212A}auth.kakao.com", "",
        ])
    func issuer(issuer: String) async {
        #expect(await code(Kakao.idToken(["iss": .string(issuer)])) == "id_token_issuer")
    }

    @Test("S5: a new issuer needs no more than a setting")
    func newIssuer() async throws {
        var settings = Kakao.settings
        settings.issuers.insert("https://accounts.kakao.example")
        let kakao = try Kakao(settings: settings)

        let token = try await kakao.provider.checkIDToken(
            Kakao.idToken(["iss": "https://accounts.kakao.example"]), nonce: .matching(Kakao.nonce))

        #expect(token.issuer == "https://accounts.kakao.example")
    }

    @Test(
        "B42, S7: one leeway of 60 seconds at every edge",
        arguments: EveryProvider.allCases,
        [
            ("iat", 60, nil), ("iat", 61, "id_token_issued_in_future"), ("iat", 3600, "id_token_issued_in_future"),
            ("iat", 11, nil), ("exp", -59, nil), ("exp", -60, "id_token_expired"), ("exp", -30, nil),
            ("exp", -120, "id_token_expired"), ("nbf", 60, nil), ("nbf", 61, "id_token_not_yet_good"), ("nbf", -9, nil),
        ] as [(String, Int, String?)])
    func leeway(at every: EveryProvider, edge: (claim: String, offset: Int, refusal: String?)) async throws {
        let token = every.idToken([edge.claim: JSONValue(1_700_000_000 + edge.offset)])

        #expect(try await every.refusal(of: token) == edge.refusal)
    }

    @Test("S7: an id_token grows too old, at each provider at its age", arguments: EveryProvider.allCases)
    func maximumAge(at every: EveryProvider) async throws {
        let oldest = 1_700_000_000 - every.maximumAge - 60

        #expect(try await every.refusal(of: every.idToken(["iat": JSONValue(oldest)])) == nil)
        #expect(try await every.refusal(of: every.idToken(["iat": JSONValue(oldest - 1)])) == "id_token_too_old")
    }

    @Test(
        "B74, S8: the nonce is compared raw, and a missing one is refused",
        arguments: [
            (.string("nonce-0001"), nil), (nil, "id_token_nonce_missing"), ("", "id_token_nonce_differs"),
            ("d3668b1e104f62fa90db942864a6e676638a29a10f4e92d62895ebf0ee6557fc", "id_token_nonce_differs"),
            ("02aLHhBPYvqQ25QoZKbmdmOKKaEPTpLWKJXr8O5lV_w", "id_token_nonce_differs"),
            ("nonce-0002", "id_token_nonce_differs"), (7, "id_token_nonce_missing"),
        ] as [(JSONValue?, String?)])
    func nonce(claim: JSONValue?, refusal: String?) async {
        #expect(await code(Kakao.idToken(["nonce": claim])) == refusal)
    }

    @Test("S8: only who says so outright leaves the nonce unchecked")
    func uncheckedNonce() async {
        #expect(await code(Kakao.idToken(["nonce": nil]), nonce: .notChecked) == nil)
    }

    @Test("S11: at_hash and c_hash are compared where they are sent")
    func hashes() async {
        let accessToken = Secret("ACCESS-1")
        let good = Kakao.idToken([
            "at_hash": .string(tokenHash(of: accessToken)), "c_hash": .string(tokenHash(of: Secret("C1"))),
        ])

        #expect(await refusal(good, accessToken: accessToken, code: Secret("C1")) == nil)
        #expect(await refusal(good, accessToken: Secret("ACCESS-2"))?.code.rawValue == "id_token_access_token_differs")
        #expect(await refusal(good, code: Secret("C2"))?.code.rawValue == "id_token_code_differs")
        #expect(await refusal(Kakao.idToken(["at_hash": 7]), accessToken: accessToken) != nil)
        #expect(await refusal(Kakao.idToken(), accessToken: accessToken, code: Secret("C1")) == nil)
    }

    @Test(
        "a claim that must be there is not replaced by a guess",
        arguments: [
            ["sub": nil], ["sub": ""], ["sub": 1001], ["iss": nil], ["iss": 1], ["aud": nil], ["aud": 7], ["iat": nil],
            ["iat": "1700000000"], ["exp": nil], ["exp": "soon"], ["sub": .string(String(repeating: "1", count: 256))],
            ["nbf": "1700000000"],
        ] as [[String: JSONValue?]])
    func missingClaims(changes: [String: JSONValue?]) async {
        #expect(await code(Kakao.idToken(changes)) == "id_token_malformed")
    }

    @Test(
        "a subject with a NUL or another control character names nobody", arguments: EveryProvider.allCases,
        ["10\u{0}01", "1001\n", "\u{1B}1001", "1001\u{7F}", "10\u{85}01"])
    func controlCharacters(at every: EveryProvider, subject: String) async throws {
        #expect(try await every.refusal(of: every.idToken(["sub": .string(subject)])) == "id_token_malformed")
    }

    @Test("the same token has the same fingerprint, another one another")
    func fingerprints() async throws {
        let first = try await kakao.provider.checkIDToken(Kakao.idToken(), nonce: .matching(Kakao.nonce))
        let again = try await kakao.provider.checkIDToken(Kakao.idToken(), nonce: .matching(Kakao.nonce))
        let other = try await kakao.provider.checkIDToken(
            Kakao.idToken(["iat": 1_699_999_999]), nonce: .matching(Kakao.nonce))

        #expect(first.fingerprint == again.fingerprint)
        #expect(first.fingerprint != other.fingerprint)
    }
}
