// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a provider's token endpoint gave: the tokens and the moments at which they end.
public struct TokenSet: Sendable, Hashable {
    /// The token that the provider's API takes.
    public let accessToken: Secret
    /// When the access token ends; nil where the provider did not say so in a readable way.
    public let expiresAt: Date?
    /// The token that buys the next access token; nil where the provider gives none.
    public let refreshToken: Secret?
    /// When the refresh token ends; nil when unknown, which means: try, the provider has the last word.
    public let refreshTokenExpiresAt: Date?
    /// The signed statement of who signed in (OpenID Connect Core, section 2), unchecked.
    public let idToken: Secret?
    /// What the person agreed to; nil where the provider did not say.
    public let scopes: [String]?

    /// Makes a token set from its parts.
    public init(
        accessToken: Secret, expiresAt: Date?, refreshToken: Secret? = nil, refreshTokenExpiresAt: Date? = nil,
        idToken: Secret? = nil, scopes: [String]? = nil
    ) {
        self.accessToken = accessToken
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
        self.refreshTokenExpiresAt = refreshTokenExpiresAt
        self.idToken = idToken
        self.scopes = scopes
    }

    /// This set after a refresh: what the answer left out stays as it was (RFC 6749, section 6).
    ///
    /// A refresh token and its end travel together, so an answer without one keeps both. An id_token that did not come
    /// again is dropped, since it speaks of the earlier access token.
    public func refreshed(with answer: TokenSet) -> TokenSet {
        let keepsRefreshToken = answer.refreshToken == nil
        return TokenSet(
            accessToken: answer.accessToken,
            expiresAt: answer.expiresAt,
            refreshToken: keepsRefreshToken ? refreshToken : answer.refreshToken,
            refreshTokenExpiresAt: keepsRefreshToken ? refreshTokenExpiresAt : answer.refreshTokenExpiresAt,
            idToken: answer.idToken,
            scopes: answer.scopes ?? scopes)
    }
}
