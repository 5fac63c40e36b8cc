// SPDX-License-Identifier: Apache-2.0

public import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a checked id_token says. There is no way to make one but `Provider.checkIDToken`.
public struct VerifiedIDToken: Sendable {
    /// The provider's id of the person.
    public let subject: String
    /// Which of our keys it was issued to.
    public let audience: String
    /// Who issued it.
    public let issuer: String
    /// When it was issued.
    public let issuedAt: Date
    /// When it ends.
    public let expiresAt: Date
    /// The same for the same token and no other: what to remember so that one token signs in once.
    public let fingerprint: String
    /// All claims, for what a provider's rules read beyond these.
    package let claims: JSONObject
}

extension VerifiedIDToken: CustomStringConvertible, CustomReflectable {
    /// Whom it names and for which key; the rest may be personal.
    public var description: String { "VerifiedIDToken(\(subject) for \(audience))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Which nonce an id_token must hold.
public enum ExpectedNonce: Sendable {
    /// Exactly the one that was made for this sign-in.
    case matching(Secret)
    /// The same, where the token has one at all.
    case matchingIfPresent(Secret)
    /// None is looked at: for an id_token that came with a refresh, or where the operator has named the provider exempt.
    case notChecked
}
