// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Who must have issued an access token, for whom, and how far clocks may be apart.
public struct AccessTokenRules: Sendable {
    /// The most that clocks may be taken to be apart, in seconds.
    public static let longestLeeway: TimeInterval = 60

    /// The login server's public address, compared byte for byte.
    public let issuer: String
    /// Our own name among the token's audiences.
    public let audience: String
    /// How many seconds the two clocks may be apart.
    public let leeway: TimeInterval

    /// Sets the rules.
    ///
    /// - Parameters:
    ///   - issuer: the login server's public address, without a slash at its end.
    ///   - audience: our own name; left out, the issuer, as the server is set up by default.
    ///   - leeway: how many seconds the two clocks may be apart; more than 60 is taken as 60.
    public init(issuer: String, audience: String? = nil, leeway: TimeInterval = 30) {
        self.issuer = issuer
        self.audience = audience ?? issuer
        self.leeway = min(max(leeway, 0), Self.longestLeeway)
    }

    /// Compares the claims of a token whose signature is good.
    func check(_ claims: AccessTokenClaims, at now: Date) throws(LoginError) {
        guard claims.issuer.utf8.elementsEqual(issuer.utf8),
            claims.audiences.contains(where: { $0.utf8.elementsEqual(audience.utf8) }),
            claims.issuedAt <= now.addingTimeInterval(leeway), claims.issuedAt <= claims.expiresAt
        else { throw .accessTokenInvalid }
        // "on or after" its end a token is not taken (RFC 7519, section 4.1.4).
        guard now < claims.expiresAt.addingTimeInterval(leeway) else { throw .accessTokenExpired }
    }
}
