// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// How the emulated Naver behaves where its documents leave room, and what it is told to let pass.
///
/// What is marked unconfirmed could not be read in Naver's documents; a test that depends on it should try both.
struct NaverRules: ProviderRules {
    /// A check that can be switched off, by name.
    enum Leniency: String, Sendable, CaseIterable {
        /// A redirect URI need not be registered.
        case anyRedirectURI = "any_redirect_uri"
        /// A client secret is not looked at.
        case anyClientSecret = "any_client_secret"
        /// The token request's redirect URI may differ from the authorize request's.
        case differentRedirectURI = "different_redirect_uri"
        /// A code works again and again until it expires.
        case reusableCodes = "reusable_codes"
        /// A verifier may be missing, wrong or unasked for.
        case anyVerifier = "any_verifier"
        /// An authorize request may lack its state.
        case missingState = "missing_state"
    }

    /// In which of its two shapes openapi tells an error.
    enum ErrorShape: String, Sendable, CaseIterable {
        /// `resultcode` and `message`, as the login API does.
        case login
        /// `errorCode` and `errorMessage`, as the gateway in front of it does.
        case gateway
    }

    /// The checks that are switched off.
    var lenient: Set<Leniency> = []
    /// How long a code lives, in seconds. Unconfirmed.
    var codeLife: TimeInterval = 600
    /// How long a sign-in page may stay open, in seconds.
    var consentLife: TimeInterval = 600
    /// How long a browser stays signed in at Naver, in seconds.
    var browserSessionLife: TimeInterval = 86_400
    /// How long access tokens live, in seconds.
    var accessTokenLife = 3_600
    /// How long refresh tokens live, in seconds; nil for ever. Naver publishes no life. Unconfirmed.
    var refreshTokenLife: Int?
    /// Whether a refresh ends the access tokens before it. Unconfirmed; the guide says that it may.
    var refreshEndsAccessTokens = false
    /// Whether tokens of the OpenID Connect path can be refreshed. Unconfirmed: its discovery names no such grant.
    var refreshesOpenID = true
    /// Whether `expires_in` is a number, as the tables say, and not the text that is sent.
    var sendsNumericLife = false
    /// Whether the token request has to carry a state. The guide says so, Naver's own newer SDK sends none. Unconfirmed.
    var needsTokenState = false
    /// Whether the delete grant answers an error for a token that is not known. Unconfirmed: two pages disagreed.
    var deletionNeedsLiveToken = false
    /// Whether what a person does not share stands in the profile as null, in place of not at all. Unconfirmed.
    var sendsNulls = false
    /// Whether the profile holds `mobile_e164` beside `mobile`. Unconfirmed.
    var sendsInternationalMobile = true
    /// Whether an id_token holds the nonce of the request. Unconfirmed.
    var idTokenHasNonce = true
    /// Whether an id_token holds what the person shares of name, nickname, e-mail address and picture. Unconfirmed.
    var idTokenHasProfile = false
    /// In which shape openapi tells errors.
    var errorShape = ErrorShape.login
    /// HTTP statuses in place of the usual ones, by error: an OAuth word on nid, a code on openapi. By default OAuth's errors
    /// come with 200 on the older path. Unconfirmed.
    var statuses: [String: Int] = [:]
}

extension NaverRules {
    /// Reads rules; what is absent stays as it is by default.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        try readShared(&seed)
        accessTokenLife = try seed.seconds("access_token_seconds").map { Int($0) } ?? accessTokenLife
        refreshTokenLife = try seed.seconds("refresh_token_seconds").map { Int($0) }
        refreshEndsAccessTokens = try seed.flag("refresh_ends_access_tokens", otherwise: refreshEndsAccessTokens)
        refreshesOpenID = try seed.flag("openid_refresh", otherwise: refreshesOpenID)
        sendsNumericLife = try seed.flag("numeric_expires_in", otherwise: sendsNumericLife)
        needsTokenState = try seed.flag("token_needs_state", otherwise: needsTokenState)
        deletionNeedsLiveToken = try seed.flag("deletion_needs_live_token", otherwise: deletionNeedsLiveToken)
        sendsNulls = try seed.flag("nulls_in_profile", otherwise: sendsNulls)
        sendsInternationalMobile = try seed.flag("mobile_e164", otherwise: sendsInternationalMobile)
        idTokenHasNonce = try seed.flag("id_token_nonce", otherwise: idTokenHasNonce)
        idTokenHasProfile = try seed.flag("id_token_profile", otherwise: idTokenHasProfile)
        errorShape = try seed.word("error_shape", otherwise: errorShape)
        statuses = try seed.statuses("statuses", in: 200...599)
        try seed.end()
    }

    /// The rules in the form in which a seed gives them.
    var json: JSONValue {
        json(with: [
            "access_token_seconds": JSONValue(accessTokenLife),
            "refresh_token_seconds": refreshTokenLife.map { JSONValue($0) } ?? .null,
            "refresh_ends_access_tokens": .bool(refreshEndsAccessTokens), "openid_refresh": .bool(refreshesOpenID),
            "numeric_expires_in": .bool(sendsNumericLife), "token_needs_state": .bool(needsTokenState),
            "deletion_needs_live_token": .bool(deletionNeedsLiveToken), "nulls_in_profile": .bool(sendsNulls),
            "mobile_e164": .bool(sendsInternationalMobile), "id_token_nonce": .bool(idTokenHasNonce),
            "id_token_profile": .bool(idTokenHasProfile), "error_shape": .string(errorShape.rawValue),
            "statuses": .numbers(statuses),
        ])
    }
}
