// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A token whose signature was checked. Who it was made for and until when is for the caller to compare.
public struct VerifiedJWT: Sendable {
    /// The header.
    public let header: JSONObject
    /// What the header says the token is, for example `at+jwt`.
    public let type: String?
    /// What the issuer states.
    public let claims: JSONObject

    init(header: JSONObject, type: String?, claims: JSONObject) {
        self.header = header
        self.type = type
        self.claims = claims
    }
}

extension VerifiedJWT: CustomStringConvertible, CustomReflectable {
    /// The type alone; the rest may be personal.
    public var description: String { "VerifiedJWT(\(type ?? "untyped"))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Checks a token's signature with the key that it names, wherever keys come from.
///
/// An algorithm that is not in the list, or a missing key id, is refused before a key is asked for, so such tokens cause
/// no fetch.
///
/// - Throws: `JWTError`, or whatever the key source throws where it cannot get its keys.
public func verifyJWT(_ token: Secret, keys: any KeySource, algorithms: Set<SignatureAlgorithm>) async throws
    -> VerifiedJWT
{
    let unverified = try UnverifiedJWT(parsing: token)
    _ = try unverified.accepted(algorithms)
    guard let keyID = unverified.keyID else { throw JWTError.missingKeyID }
    guard let key = try await keys.key(withID: keyID) else { throw JWTError.unknownKey }
    return try unverified.verified(with: key, algorithms: algorithms)
}
