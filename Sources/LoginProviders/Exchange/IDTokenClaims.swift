// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginCrypto

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension IDTokenRules {
    /// Checks the claims of a token whose signature has been verified (OpenID Connect Core, section 3.1.3.7).
    func check(
        _ claims: JSONObject, nonce: ExpectedNonce, accessToken: Secret?, code: Secret?, fingerprint: String,
        at now: Date
    ) throws(IDTokenRefusal) -> VerifiedIDToken {
        guard let subject = claims["sub"]?.string, subject.isSubject, let issuer = claims["iss"]?.string else {
            throw .malformed
        }
        guard issuers.contains(where: { sameBytes($0, issuer) }) else { throw .issuer }
        let audience = try checkAudience(claims)
        let (issuedAt, expiresAt) = try checkMoments(claims, at: now)
        try checkNonce(claims, expected: nonce, rule: nonceRule(for: audience))
        if let accessToken, let hash = claims["at_hash"] {
            guard hash.string == tokenHash(of: accessToken) else { throw .accessTokenDiffers }
        }
        if let code, let hash = claims["c_hash"] {
            guard hash.string == tokenHash(of: code) else { throw .codeDiffers }
        }
        return VerifiedIDToken(
            subject: subject, audience: audience, issuer: issuer, issuedAt: issuedAt, expiresAt: expiresAt,
            fingerprint: fingerprint, claims: claims)
    }

    /// The one of our keys that the token was made for. With several audiences the token must say which of them asked.
    private func checkAudience(_ claims: JSONObject) throws(IDTokenRefusal) -> String {
        let named: [String]
        switch claims["aud"] {
        case .string(let one): named = [one]
        case .array(let several): named = several.compactMap(\.string)
        default: throw .malformed
        }
        guard let ours = named.first(where: isOurs) else { throw .audience(named) }
        guard named.count > 1 || claims["azp"] != nil else { return ours }
        guard let party = claims["azp"]?.string, isOurs(party) else {
            throw .authorizedParty(claims["azp"]?.string)
        }
        return party
    }

    private func isOurs(_ audience: String) -> Bool {
        audiences.contains { sameBytes($0, audience) }
    }

    private func checkMoments(_ claims: JSONObject, at now: Date) throws(IDTokenRefusal) -> (Date, Date) {
        guard let issued = claims["iat"]?.integer, let ends = claims["exp"]?.integer else { throw .malformed }
        let issuedAt = Date(timeIntervalSince1970: TimeInterval(issued))
        let expiresAt = Date(timeIntervalSince1970: TimeInterval(ends))
        guard now < expiresAt.addingTimeInterval(Self.leeway) else { throw .expired }
        guard issuedAt <= now.addingTimeInterval(Self.leeway) else { throw .issuedInFuture }
        if let start = claims["nbf"] {
            guard let start = start.integer else { throw .malformed }
            guard Date(timeIntervalSince1970: TimeInterval(start)) <= now.addingTimeInterval(Self.leeway) else {
                throw .notYetGood
            }
        }
        guard now <= issuedAt.addingTimeInterval(maximumAge + Self.leeway) else { throw .tooOld }
        return (issuedAt, expiresAt)
    }

    private func checkNonce(
        _ claims: JSONObject, expected: ExpectedNonce, rule: NonceRule
    ) throws(IDTokenRefusal) {
        let nonce: Secret
        switch expected {
        case .notChecked: return
        case .matchingIfPresent where claims["nonce"] == nil: return
        case .matching(let one), .matchingIfPresent(let one): nonce = one
        }
        guard let claim = claims["nonce"]?.string else { throw .nonceMissing }
        guard Secret(claim).matches(Secret(rule.claim(for: nonce))) else { throw .nonceDiffers }
    }
}

extension String {
    /// Whether a text can name a person: not empty, at most 255 bytes (OpenID Connect Core, section 2), and without control
    /// characters, of which NUL is one that no database takes.
    var isSubject: Bool {
        (1...255).contains(utf8.count) && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
