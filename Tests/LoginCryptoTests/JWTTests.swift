// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("Tokens")
struct JWTTests {
    private static let rsa = SigningKey.generateRS256(id: "rsa")
    private static let p256 = SigningKey.generateES256(id: "ec")
    private static let claims = JSONObject([
        .init(name: "sub", value: "1001"), .init(name: "exp", value: 1_700_000_000),
    ])

    private let keys: JWKSet

    init() throws {
        keys = try JWKSet([Self.rsa.publicJWK, Self.p256.publicJWK])
    }

    @Test("A token that was signed is believed, and gives its claims", arguments: [rsa, p256])
    func roundTrip(key: SigningKey) throws {
        let token = signJWT(claims: Self.claims, type: "JWT", key: key)

        let verified = try UnverifiedJWT(parsing: token).verified(with: keys, algorithms: [key.algorithm])

        #expect(verified.claims == Self.claims)
        #expect(verified.type == "JWT")
        #expect(verified.header.names == ["alg", "typ", "kid"])
        #expect(verified.header["kid"] == .string(key.keyID))
    }

    @Test("B68: the key is chosen by its id, wherever it stands in the set, and not by trying")
    func choiceByID() throws {
        let first = SigningKey.generateRS256(id: "K1")
        let second = SigningKey.generateRS256(id: "K2")
        let keys = try JWKSet([first.publicJWK, second.publicJWK])
        let misnamed = try SigningKey(pkcs8: second.pkcs8, id: "K1")

        #expect(failure(of: token(signedBy: second), with: keys) == nil)
        #expect(failure(of: token(signedBy: misnamed), with: keys) == .badSignature)
    }

    @Test("B68: a token that names no key is refused, even where there is only one")
    func missingKeyID() throws {
        let keys = try JWKSet([Self.rsa.publicJWK])

        #expect(failure(of: token(header: ["alg": "RS256"], signedBy: Self.rsa), with: keys) == .missingKeyID)
    }

    @Test("A token that names a key nobody published is refused")
    func unknownKey() {
        #expect(failure(of: token(signedBy: .generateES256(id: "other"))) == .unknownKey)
    }

    @Test(
        "S1: none, shared-key algorithms and all others outside the list are refused",
        arguments: [
            "none", "None", "NONE", "nOnE", "HS256", "HS384", "HS512", "RS384", "RS512", "PS256", "ES384", "ES512",
            "EdDSA", "rs256", "RS256 ", "",
        ])
    func otherAlgorithms(algorithm: String) {
        let header: JSONValue = ["alg": .string(algorithm), "kid": "rsa"]

        #expect(failure(of: token(header: header, signedBy: Self.rsa)) == .unsupportedAlgorithm)
        #expect(failure(of: token(header: header, signature: [])) == .unsupportedAlgorithm)
    }

    @Test("S1: an algorithm that we know is refused where the caller's list does not have it")
    func listOfCaller() {
        #expect(failure(of: token(signedBy: Self.rsa), algorithms: [.es256]) == .unsupportedAlgorithm)
        #expect(failure(of: token(signedBy: Self.p256), algorithms: [.rs256]) == .unsupportedAlgorithm)
        #expect(failure(of: token(signedBy: Self.p256), algorithms: []) == .unsupportedAlgorithm)
    }

    @Test("S1: the public key used as a shared secret signs nothing (RFC 8725, section 2.1)")
    func confusion() {
        let header: JSONValue = ["alg": "HS256", "kid": "rsa"]
        let input = input(header: header, payload: JSONValue.object(Self.claims).serialized())
        let mac = hmacSHA256(Array(input.utf8), key: Self.rsa.publicJWK.json.serialized())

        #expect(failure(of: Secret("\(input).\(Base64URL.encode(mac))")) == .unsupportedAlgorithm)
    }

    @Test("S4: a key of one kind is not used with the algorithm of the other")
    func kindAndAlgorithm() {
        let swapped: JSONValue = ["alg": "ES256", "kid": "rsa"]

        #expect(failure(of: token(header: swapped, signedBy: Self.p256)) == .wrongKeyKind)
    }

    @Test("S2: headers that carry or point to a key change nothing", arguments: ["jku", "x5u", "jwk", "x5c", "x5t"])
    func keysInHeaders(name: String) throws {
        let stranger = SigningKey.generateES256(id: "ec")
        let value: JSONValue =
            switch name {
            case "jwk": stranger.publicJWK.json
            case "x5c": ["AQAB"]
            default: "https://keys.example.com/jwks.json"
            }
        let header = JSONValue.object(
            JSONObject([
                .init(name: "alg", value: "ES256"), .init(name: "kid", value: "ec"), .init(name: name, value: value),
            ]))

        #expect(failure(of: token(header: header, signedBy: stranger)) == .badSignature)
        #expect(failure(of: token(header: header, signedBy: Self.p256)) == nil)
    }

    @Test(
        "A header with extensions that must be understood is refused, whatever they are",
        arguments: [[], ["b64"], nil] as [JSONValue])
    func criticalHeader(value: JSONValue) {
        let header: JSONValue = ["alg": "ES256", "kid": "ec", "crit": value, "b64": true]

        #expect(failure(of: token(header: header, signedBy: Self.p256)) == .criticalHeader)
    }

    @Test(
        "S14: what is longer than 8 KiB is refused by name, whatever it holds",
        arguments: [(8192, .malformed), (8193, .tooLarge), (20_000, .tooLarge)] as [(Int, JWTError)])
    func tooLarge(bytes: Int, expected: JWTError) {
        #expect(failure(of: Secret(String(repeating: "a", count: bytes))) == expected)
    }

    @Test("S14: a signed token of nearly 8 KiB is believed, and one of 20 kB is refused for its length")
    func largeTokens() {
        let large = token(
            payload: Array(#"{"a":"\#(String(repeating: "x", count: 5_990))"}"#.utf8), signedBy: Self.p256)
        let tooLarge = token(
            payload: Array(#"{"a":"\#(String(repeating: "x", count: 15_000))"}"#.utf8), signedBy: Self.p256)

        #expect((8_100...8_192).contains(large.exposed.utf8.count))
        #expect(failure(of: large) == nil)
        #expect(failure(of: tooLarge) == .tooLarge)
    }

    @Test(
        "S14: a header that is not one strict JSON object with texts in it is refused",
        arguments: [
            #"{"alg":"ES256","alg":"ES256","kid":"ec"}"#, #"{"alg":"ES256","kid":"ec","kid":"rsa"}"#,
            #"{"alg":"ES256","kid":"ec"}x"#, #"{"alg":"ES256","kid":"ec""#, #"["ES256"]"#, #""ES256""#, "", "{}",
            #"{"kid":"ec"}"#, #"{"alg":1,"kid":"ec"}"#, #"{"alg":null,"kid":"ec"}"#, #"{"alg":"ES256","kid":1}"#,
            #"{"alg":"ES256","kid":"ec","typ":7}"#, "{'alg':'ES256','kid':'ec'}",
            #"{"alg":"ES256","kid":"ec","a":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
                + "}",
        ])
    func malformedHeader(text: String) {
        let input = "\(Base64URL.encode(Array(text.utf8))).\(Base64URL.encode(Array("{}".utf8)))"
        let signature = Base64URL.encode(Self.p256.sign(Array(input.utf8)))

        #expect(failure(of: Secret("\(input).\(signature)")) == .malformed)
    }

    @Test(
        "S14: signed content that is not one strict JSON object is refused",
        arguments: [
            "", "[]", "\"text\"", "null", #"{"sub":"1","sub":"2"}"#, #"{"sub":"1"} {"#, #"{"sub":}"#,
            #"{"a":"# + String(repeating: #"{"a":"#, count: 20) + "1" + String(repeating: "}", count: 21),
        ])
    func malformedClaims(text: String) {
        #expect(failure(of: token(payload: Array(text.utf8), signedBy: Self.p256)) == .malformedClaims)
    }

    @Test("S14: content that is not UTF-8 is refused, even signed")
    func invalidUTF8() {
        #expect(
            failure(of: token(payload: Array(#"{"a":""#.utf8) + [0xff] + Array(#""}"#.utf8), signedBy: Self.p256))
                == .malformedClaims)
    }

    @Test("A token of more or fewer than three parts is refused")
    func parts() {
        let token = token(signedBy: Self.p256).exposed
        let parts = token.split(separator: ".").map(String.init)

        for text in [
            "", ".", "..", "...", parts[0], parts[0] + "." + parts[1], token + ".", token + "." + parts[2], "." + token,
            parts[0] + ".." + parts[2], parts[0] + "." + parts[1] + ".",
        ] {
            let failure = failure(of: Secret(text))
            #expect(failure == .malformed || failure == .badSignature)
        }
    }

    @Test(
        "S14: padding, blanks and foreign characters in any part are refused",
        arguments: ["=", "==", " ", "\n", "+", "/", "?", "가"])
    func foreignCharacters(character: String) {
        let parts = token(signedBy: Self.p256).exposed.split(separator: ".").map(String.init)

        for index in parts.indices {
            var changed = parts
            changed[index] += character
            #expect(failure(of: Secret(changed.joined(separator: "."))) == .malformed)
        }
    }

    @Test("A token and its errors never print what they hold")
    func unprinted() throws {
        let token = token(signedBy: Self.p256)
        let unverified = try UnverifiedJWT(parsing: token)
        let verified = try unverified.verified(with: keys, algorithms: [.es256])

        for value: Any in [unverified, verified, token] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value)\(String(reflecting: value))\(dumped)".contains("1001"))
        }
    }

    @Test("The hash of a token is the left half of its digest (OpenID Connect Core, appendix A)")
    func tokenHashes() {
        #expect(tokenHash(of: Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")) == "77QmUPtjPfzWtF2AnpK9RQ")
    }

    private func failure(
        of token: Secret, with keys: JWKSet? = nil, algorithms: Set<SignatureAlgorithm> = [.rs256, .es256]
    ) -> JWTError? {
        do throws(JWTError) {
            _ = try UnverifiedJWT(parsing: token).verified(with: keys ?? self.keys, algorithms: algorithms)
            return nil
        } catch {
            return error
        }
    }

    private func token(
        header: JSONValue? = nil, payload: [UInt8]? = nil, signedBy key: SigningKey? = nil, signature: [UInt8]? = nil
    ) -> Secret {
        let key = key ?? Self.p256
        let input = input(
            header: header ?? ["alg": .string(key.algorithm.rawValue), "kid": .string(key.keyID)],
            payload: payload ?? JSONValue.object(Self.claims).serialized())
        return Secret("\(input).\(Base64URL.encode(signature ?? key.sign(Array(input.utf8))))")
    }

    private func input(header: JSONValue, payload: [UInt8]) -> String {
        "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(payload))"
    }
}
