// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("Keys and sets of keys")
struct JWKTests {
    private static let p256 = SigningKey.generateES256(id: "ec").publicJWK
    private static let rsa = SigningKey.generateRS256(id: "rsa").publicJWK

    @Test("A key reads back as it was written", arguments: [p256, rsa])
    func roundTrip(key: JWK) throws {
        let read = try JWK(parsing: key.json)

        #expect(read.keyID == key.keyID)
        #expect(read.key.numbers == key.key.numbers)
        #expect(read.json == key.json)
        #expect(read.thumbprint == key.thumbprint)
        #expect(read.json["use"] == "sig")
    }

    @Test(
        "S4: an EC key with anything wrong in it is refused and the reason named",
        arguments: [
            ("kty", nil, .malformed), ("kty", "oct", .unsupportedKind), ("kty", "RSA", .malformed),
            ("crv", nil, .malformed), ("crv", "P-384", .unsupportedKind), ("crv", "p-256", .unsupportedKind),
            ("x", nil, .malformed), ("x", 1, .malformed), ("x", "AQ", .invalidPoint),
            ("y", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .invalidPoint),
            ("alg", "RS256", .wrongAlgorithm), ("alg", "ES384", .wrongAlgorithm), ("alg", 1, .malformed),
            ("use", "enc", .notForSignatures), ("use", 1, .malformed), ("key_ops", ["sign"], .notForSignatures),
            ("key_ops", [], .notForSignatures), ("key_ops", "verify", .malformed), ("kid", 1, .malformed),
            ("d", "AQ", .containsPrivateHalf),
        ] as [(String, JSONValue?, JWKError)])
    func badCurveKey(name: String, value: JSONValue?, error: JWKError) {
        var members = Self.p256.json.object
        members?[name] = value

        #expect(throws: error) { try JWK(parsing: .object(members ?? JSONObject())) }
    }

    @Test(
        "S4: an RSA key with anything wrong in it is refused and the reason named",
        arguments: [
            ("n", nil, .malformed), ("n", "", .malformed), ("n", "AQAB", .unsafeKey), ("e", nil, .malformed),
            ("e", "", .malformed), ("e", "AQ", .unsafeKey), ("e", "Ag", .unsafeKey), ("e", "AAEAAQ", .malformed),
            ("e", "AQAAAAAAAAAAAQ", .unsafeKey), ("e", "AQAB=", .malformed), ("alg", "ES256", .wrongAlgorithm),
            ("alg", "RS512", .wrongAlgorithm), ("use", "enc", .notForSignatures), ("kty", "EC", .malformed),
        ] as [(String, JSONValue?, JWKError)])
    func badRSAKey(name: String, value: JSONValue?, error: JWKError) {
        var members = Self.rsa.json.object
        members?[name] = value

        #expect(throws: error) { try JWK(parsing: .object(members ?? JSONObject())) }
    }

    @Test(
        "S4: an RSA modulus has 2048 to 8192 bits",
        arguments: [(2047, false), (2048, true), (4096, true), (8192, true), (8193, false)])
    func modulusLength(bits: Int, isTaken: Bool) {
        var modulus = [UInt8](repeating: 0xff, count: (bits + 7) / 8)
        modulus[0] = 0xff >> UInt8((8 - bits % 8) % 8)

        let key = try? PublicKey(.rsa(modulus: modulus, exponent: [1, 0, 1]))

        #expect((key != nil) == isTaken)
    }

    @Test("A modulus is written in as few bytes as it needs (RFC 7518, section 2)")
    func leadingZero() throws {
        guard case .rsa(let modulus, let exponent) = Self.rsa.key.numbers else { return }

        #expect(throws: JWKError.malformed) { try PublicKey(.rsa(modulus: [0] + modulus, exponent: exponent)) }
    }

    @Test("A set keeps what it can use and passes over what it cannot, in order")
    func mixedSet() throws {
        let set: JSONValue = [
            "keys": [
                ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kid": "ed"],
                Self.rsa.json, ["kty": "oct", "k": "AQ"], "not a key", Self.p256.json,
            ],
            "other": true,
        ]

        let keys = try JWKSet(parsing: set)

        #expect(keys.keys.map(\.keyID) == ["rsa", "ec"])
        #expect(keys.passedOver == [.unsupportedKind, .unsupportedKind, .malformed])
        #expect(keys.key(withID: "ed") == nil)
    }

    @Test("S4: a set where two members have one id is refused, even where one of them is of an unknown kind")
    func duplicateIDs() throws {
        let other: JSONValue = ["kty": "OKP", "kid": "rsa"]

        #expect(throws: JWKError.duplicateKeyID) { try JWKSet(parsing: ["keys": [Self.rsa.json, other]]) }
        #expect(throws: JWKError.duplicateKeyID) { try JWKSet([Self.rsa, Self.rsa]) }
    }

    @Test(
        "What is no set is refused",
        arguments: [[], nil, "keys", ["keys": nil], ["keys": "none"], ["keys": [:]]] as [JSONValue])
    func notASet(value: JSONValue) {
        #expect(throws: JWKError.malformed) { try JWKSet(parsing: value) }
    }

    @Test("A key is found by the bytes of its id, not by what looks the same")
    func keyIDs() throws {
        let composed = JWK(keyID: "\u{AC00}", key: Self.rsa.key)
        let decomposed = JWK(keyID: "\u{1100}\u{1161}", key: Self.p256.key)

        let set = try JWKSet([composed, decomposed])

        #expect(set.key(withID: "\u{1100}\u{1161}")?.key.algorithm == .es256)
        #expect(set.key(withID: "\u{AC00}")?.key.algorithm == .rs256)
    }
}
