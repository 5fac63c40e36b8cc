// SPDX-License-Identifier: Apache-2.0

/// Why a key or a set of keys is not taken.
public enum JWKError: String, Error, Sendable, Hashable {
    /// It is not an object with the members that RFC 7517 asks for.
    case malformed
    /// The key is of a kind or curve that is not used here.
    case unsupportedKind
    /// The key names an algorithm that does not go with its kind.
    case wrongAlgorithm
    /// `use` or `key_ops` do not let the key check signatures.
    case notForSignatures
    /// The key is too short, too long or known to be weak.
    case unsafeKey
    /// The point is not on the curve.
    case invalidPoint
    /// The private and the public half of a key pair do not belong together.
    case halvesDisagree
    /// The private half stands there too, so the key is nobody's secret any more.
    case containsPrivateHalf
    /// Two keys of a set have one id.
    case duplicateKeyID
}

extension JWKError: CustomStringConvertible {
    /// The reason in words for a log.
    public var description: String { "The key is not acceptable: \(rawValue)" }
}
