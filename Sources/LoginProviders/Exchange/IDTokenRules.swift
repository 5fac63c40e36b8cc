// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginCrypto

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What an id_token of one provider must satisfy; data, so that an operator can add an issuer without new code.
struct IDTokenRules: Sendable {
    /// How far two clocks may differ, in seconds, for every moment in every id_token.
    static let leeway: TimeInterval = 60

    /// The values that `iss` may have, byte for byte.
    let issuers: Set<String>
    /// Every key of our app: the values that `aud` may have.
    let audiences: Set<String>
    /// The provider's fixed signature algorithms; what a token's header asks for does not count.
    let algorithms: Set<SignatureAlgorithm>
    /// Where the provider publishes its keys; never taken from a token (RFC 8725, section 3.10).
    let keysAddress: String
    /// How a nonce becomes a claim, for every audience that has no rule of its own.
    let nonceRule: NonceRule
    /// How old `iat` may be, in seconds.
    let maximumAge: TimeInterval
    /// Whether an id_token that came straight from the token endpoint may lack the nonce: the operator's word for a provider
    /// that does not hand it back. One that a client brings has to have it.
    var mayLackNonce = false
    /// How a nonce becomes a claim for some of the audiences, by key.
    var nonceRules: [String: NonceRule] = [:]

    /// How a nonce becomes a claim in a token for one of our keys.
    func nonceRule(for audience: String) -> NonceRule { nonceRules[audience] ?? nonceRule }
}

/// How the nonce that was made for a sign-in appears in the id_token.
enum NonceRule: Sendable {
    /// As it is.
    case raw
    /// As the lower-case hexadecimal SHA-256 of it: Apple's apps send the hash and tell only their server the nonce.
    case sha256Hex

    /// What stands in the authorization request and in the claim.
    func claim(for nonce: Secret) -> String {
        switch self {
        case .raw: nonce.exposed
        case .sha256Hex: Hex.encode(SHA256Hash.hash(nonce.exposed))
        }
    }
}
