// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A signed token that nobody has checked yet: it shows its header, and its claims only after `verified`.
///
/// Taken are compact JWS (RFC 7515, section 7.1) of at most 8 KiB: three parts in strict base64url, a header that is one
/// JSON object without duplicates. Headers that carry or point to keys (`jku`, `jwk`, `x5u`, `x5c`) are ignored: a token
/// does not choose its judge.
public struct UnverifiedJWT: Sendable {
    /// The longest token that is taken, in bytes.
    public static let sizeLimit = 8192

    /// The header.
    public let header: JSONObject
    /// What the header says about how it was signed; unchecked.
    public let algorithm: String
    /// Which key the header says it was signed with.
    public let keyID: String?
    /// What the header says the token is, for example `at+jwt`.
    public let type: String?

    private let payload: [UInt8]
    private let signature: [UInt8]
    private let signingInput: [UInt8]

    /// Takes a token apart.
    public init(parsing token: Secret) throws(JWTError) {
        guard token.exposed.utf8.count <= Self.sizeLimit else { throw .tooLarge }
        let text = Array(token.exposed.utf8)
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let headerText = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = Self.object(headerText)
        else { throw .malformed }
        guard header["crit"] == nil else { throw .criticalHeader }
        guard let algorithm = try Self.text("alg", of: header) else { throw .malformed }
        self.header = header
        self.algorithm = algorithm
        keyID = try Self.text("kid", of: header)
        type = try Self.text("typ", of: header)
        self.payload = payload
        self.signature = signature
        signingInput = Array(text[..<parts[1].endIndex])
    }

    /// The token with its claims, once the key that it names has been found to have signed it.
    ///
    /// - Parameters:
    ///   - keys: the issuer's keys.
    ///   - algorithms: what the issuer is known to sign with; anything else is refused.
    public func verified(with keys: JWKSet, algorithms: Set<SignatureAlgorithm>) throws(JWTError) -> VerifiedJWT {
        guard let keyID else { throw .missingKeyID }
        guard let key = keys.key(withID: keyID) else { throw .unknownKey }
        return try verified(with: key, algorithms: algorithms)
    }

    /// The token with its claims, once this key has been found to have signed it.
    public func verified(with key: JWK, algorithms: Set<SignatureAlgorithm>) throws(JWTError) -> VerifiedJWT {
        let payload = try verifiedPayload(with: key, algorithms: algorithms)
        guard let claims = Self.object(payload) else { throw .malformedClaims }
        return VerifiedJWT(header: header, type: type, claims: claims)
    }

    /// The signed bytes, whatever they are.
    func verifiedPayload(with key: JWK, algorithms: Set<SignatureAlgorithm>) throws(JWTError) -> [UInt8] {
        let algorithm = try accepted(algorithms)
        guard algorithm == key.key.algorithm else { throw .wrongKeyKind }
        guard key.key.verify(signature: signature, message: signingInput, algorithm: algorithm) else {
            throw .badSignature
        }
        return payload
    }

    /// The token's algorithm, where it is one of these.
    func accepted(_ algorithms: Set<SignatureAlgorithm>) throws(JWTError) -> SignatureAlgorithm {
        guard let algorithm = SignatureAlgorithm(rawValue: algorithm), algorithms.contains(algorithm) else {
            throw .unsupportedAlgorithm
        }
        return algorithm
    }

    private static func object(_ text: [UInt8]) -> JSONObject? {
        // Whatever is wrong with the JSON, the token is malformed; the place in it would say something of the token.
        let limits = JSONValue.Limits(depth: 16, bytes: sizeLimit)
        return (try? JSONValue(parsing: text, limits: limits))?.object
    }

    private static func text(_ name: String, of header: JSONObject) throws(JWTError) -> String? {
        guard let value = header[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }
}

extension UnverifiedJWT: CustomStringConvertible, CustomReflectable {
    /// The algorithm alone; the rest may be a secret.
    public var description: String { "UnverifiedJWT(\(algorithm))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
