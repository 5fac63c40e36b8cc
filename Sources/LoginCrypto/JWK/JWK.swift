// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A public key as the web writes it (RFC 7517): RSA or EC on P-256, for signatures, sound.
public struct JWK: Sendable {
    /// The id that tokens name it by.
    public let keyID: String?
    /// The key itself.
    public let key: PublicKey

    /// Names a key.
    public init(keyID: String?, key: PublicKey) {
        self.keyID = keyID
        self.key = key
    }

    /// Reads one key, and refuses what may not check signatures or is not sound; members it does not know are ignored.
    public init(parsing value: JSONValue) throws(JWKError) {
        guard let members = value.object, let kind = members["kty"]?.string else { throw .malformed }
        let numbers: PublicKey.Numbers
        switch kind {
        case "RSA":
            numbers = .rsa(modulus: try Self.bytes("n", of: members), exponent: try Self.bytes("e", of: members))
        case "EC":
            guard let curve = members["crv"]?.string else { throw .malformed }
            guard curve == "P-256" else { throw .unsupportedKind }
            numbers = .p256(x: try Self.bytes("x", of: members), y: try Self.bytes("y", of: members))
        default:
            throw .unsupportedKind
        }
        guard members["d"] == nil else { throw .containsPrivateHalf }
        try Self.checkPurpose(of: members)
        keyID = try Self.text("kid", of: members)
        key = try PublicKey(numbers)
        if let algorithm = try Self.text("alg", of: members), algorithm != key.algorithm.rawValue {
            throw .wrongAlgorithm
        }
    }

    /// The key as others read it, for signatures with its one algorithm.
    public var json: JSONValue {
        var members = required
        if let keyID { members["kid"] = .string(keyID) }
        members["use"] = "sig"
        members["alg"] = .string(key.algorithm.rawValue)
        return .object(members)
    }

    /// The digest that names the key by nothing but itself (RFC 7638), in base64url.
    public var thumbprint: String {
        Base64URL.encode(SHA256Hash.hash(JSONValue.object(required).serialized()))
    }

    /// The members that make the key, in the order that RFC 7638, section 3, sorts them.
    private var required: JSONObject {
        let members: JSONValue =
            switch key.numbers {
            case .rsa(let modulus, let exponent):
                ["e": .string(Base64URL.encode(exponent)), "kty": "RSA", "n": .string(Base64URL.encode(modulus))]
            case .p256(let x, let y):
                [
                    "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(x)),
                    "y": .string(Base64URL.encode(y)),
                ]
            }
        return members.object ?? JSONObject()
    }

    private static func checkPurpose(of members: JSONObject) throws(JWKError) {
        if let use = try text("use", of: members), use != "sig" { throw .notForSignatures }
        guard let operations = members["key_ops"] else { return }
        guard let names = operations.array else { throw .malformed }
        guard names.contains("verify") else { throw .notForSignatures }
    }

    private static func bytes(_ name: String, of members: JSONObject) throws(JWKError) -> [UInt8] {
        guard let bytes = members[name]?.string.flatMap({ Base64URL.decode($0) }) else { throw .malformed }
        return bytes
    }

    private static func text(_ name: String, of members: JSONObject) throws(JWKError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }
}
