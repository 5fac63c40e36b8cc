// SPDX-License-Identifier: Apache-2.0

/// Why a token is not believed; nothing of the token is repeated.
public enum JWTError: String, Error, Sendable, Hashable {
    /// The token is longer than allowed.
    case tooLarge
    /// It is not three parts of strict base64url, or its header is not a JSON object of the right types.
    case malformed
    /// The header names extensions that must be understood, and none are (RFC 7515, section 4.1.11).
    case criticalHeader
    /// The algorithm is `none`, a shared-key one, or any other outside the caller's list.
    case unsupportedAlgorithm
    /// The header does not say which key signed.
    case missingKeyID
    /// No key of that id is known.
    case unknownKey
    /// The key of that id is not one for the token's algorithm.
    case wrongKeyKind
    /// The signature is not this key's over this token.
    case badSignature
    /// The signed content is not a JSON object.
    case malformedClaims
}

extension JWTError: CustomStringConvertible {
    /// The reason in words for a log.
    public var description: String { "The token is not believed: \(rawValue)" }
}
