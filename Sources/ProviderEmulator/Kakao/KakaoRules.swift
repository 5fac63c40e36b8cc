// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// How the emulated Kakao behaves where its documents leave room, and what it is told to let pass.
///
/// Nothing passes by default. What is marked unconfirmed below could not be read in Kakao's documents; a test that depends
/// on it should try both.
struct KakaoRules: ProviderRules {
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
        /// A scope that the console does not have is passed over.
        case unknownScopes = "unknown_scopes"
        /// Service terms or a channel that the console does not have are passed over.
        case unknownServiceTerms = "unknown_service_terms"
        /// A client may authenticate by HTTP Basic.
        case basicAuthentication = "basic_authentication"
    }

    /// Whom a logout signs out.
    enum LogoutReach: String, Sendable, CaseIterable {
        /// The tokens of the login that the token came from.
        case login
        /// Every token that the person has for the app.
        case person
    }

    /// The checks that are switched off.
    var lenient: Set<Leniency> = []
    /// How long a code lives, in seconds. Unconfirmed.
    var codeLife: TimeInterval = 600
    /// How long a consent page may stay open, in seconds.
    var consentLife: TimeInterval = 600
    /// How long a browser stays signed in at Kakao, in seconds: a day.
    var browserSessionLife: TimeInterval = 86_400
    /// How long the native key's access tokens live, in seconds.
    var nativeTokenLife = 43_199
    /// How long the REST key's access tokens live, in seconds.
    var restTokenLife = 21_599
    /// How long the JavaScript key's access tokens live, in seconds.
    var javascriptTokenLife = 7_199
    /// How long refresh tokens live, in seconds.
    var refreshTokenLife = 5_183_999
    /// A refresh token with less than this left is replaced when it is used, in seconds: a month.
    var refreshRenewalSpan: TimeInterval = 2_592_000
    /// How long a replaced refresh token still gives its successor, in seconds, so that parallel refreshes work.
    /// Unconfirmed; 0 ends it at once.
    var refreshOverlap: TimeInterval = 10
    /// Whether a refresh answers with an id_token too. Unconfirmed.
    var refreshGivesIDToken = true
    /// Whether a code that comes back ends the tokens it was exchanged for (RFC 6749, section 4.1.2). Unconfirmed.
    var replayEndsTokens = false
    /// Whom a logout signs out. Unconfirmed.
    var logoutReach = LogoutReach.login
    /// How long a token for one page that asks for more consents (`agt`) lives, in seconds. Unconfirmed.
    var consentTicketLife: TimeInterval = 600
    /// How long an app that links by hand may take to sign a person up, in seconds: a day.
    var signUpSpan: TimeInterval = 86_400
    /// Whether the list of several people stands in `elements`, as the table of Kakao's page says; its examples, and the
    /// default here, are a bare list. Unconfirmed.
    var usersStandInElements = false
    /// HTTP statuses by error code, over the ones that the emulator would use.
    var statuses: [String: Int] = [:]

    /// How long an access token for that kind of key lives, in seconds.
    func tokenLife(for kind: KakaoKey.Kind) -> Int {
        switch kind {
        case .native: nativeTokenLife
        case .javascript: javascriptTokenLife
        case .rest, .admin: restTokenLife
        }
    }
}

extension KakaoRules {
    /// Reads rules; what is absent stays as Kakao documents it.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        try readShared(&seed)
        nativeTokenLife = try seed.seconds("native_token_seconds").map { Int($0) } ?? nativeTokenLife
        restTokenLife = try seed.seconds("rest_token_seconds").map { Int($0) } ?? restTokenLife
        javascriptTokenLife = try seed.seconds("javascript_token_seconds").map { Int($0) } ?? javascriptTokenLife
        refreshTokenLife = try seed.seconds("refresh_token_seconds").map { Int($0) } ?? refreshTokenLife
        refreshRenewalSpan = try seed.seconds("refresh_renewal_seconds") ?? refreshRenewalSpan
        refreshOverlap = try seed.seconds("refresh_overlap_seconds") ?? refreshOverlap
        refreshGivesIDToken = try seed.flag("refresh_gives_id_token", otherwise: refreshGivesIDToken)
        replayEndsTokens = try seed.flag("replay_ends_tokens", otherwise: replayEndsTokens)
        logoutReach = try seed.word("logout_reach", otherwise: logoutReach)
        consentTicketLife = try seed.seconds("agt_seconds") ?? consentTicketLife
        signUpSpan = try seed.seconds("sign_up_seconds") ?? signUpSpan
        usersStandInElements = try seed.flag("users_in_elements", otherwise: usersStandInElements)
        statuses = try seed.statuses("statuses", in: 400...599)
        try seed.end()
    }

    /// The rules in the form in which a seed gives them.
    var json: JSONValue {
        json(with: [
            "native_token_seconds": JSONValue(nativeTokenLife), "rest_token_seconds": JSONValue(restTokenLife),
            "javascript_token_seconds": JSONValue(javascriptTokenLife),
            "refresh_token_seconds": JSONValue(refreshTokenLife),
            "refresh_renewal_seconds": JSONValue(Int(refreshRenewalSpan)),
            "refresh_overlap_seconds": JSONValue(Int(refreshOverlap)),
            "refresh_gives_id_token": .bool(refreshGivesIDToken), "replay_ends_tokens": .bool(replayEndsTokens),
            "logout_reach": .string(logoutReach.rawValue), "agt_seconds": JSONValue(Int(consentTicketLife)),
            "sign_up_seconds": JSONValue(Int(signUpSpan)), "users_in_elements": .bool(usersStandInElements),
            "statuses": .numbers(statuses),
        ])
    }
}
