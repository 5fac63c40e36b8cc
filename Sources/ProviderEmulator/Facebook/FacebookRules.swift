// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// How the emulated Facebook behaves where its documents leave room, and what it is told to let pass.
///
/// Nothing passes by default. What is marked unconfirmed below could not be read in Facebook's documents.
struct FacebookRules: ProviderRules {
    /// A check that can be switched off, by name.
    enum Leniency: String, Sendable, CaseIterable {
        /// A redirect URI need not be registered.
        case anyRedirectURI = "any_redirect_uri"
        /// A code works again and again until it expires.
        case reusableCodes = "reusable_codes"
        /// A verifier may be missing, wrong or unasked for.
        case anyVerifier = "any_verifier"
        /// A scope that nobody knows is passed over.
        case unknownScopes = "unknown_scopes"
    }

    /// The checks that are switched off.
    var lenient: Set<Leniency> = []
    /// How long a code lives, in seconds. Unconfirmed.
    var codeLife: TimeInterval = 600
    /// How long a page may stay open, in seconds.
    var consentLife: TimeInterval = 600
    /// How long a browser stays signed in at Facebook, in seconds.
    var browserSessionLife: TimeInterval = 86_400
    /// How long a token from the web lives, in seconds: hours.
    var webTokenLife = 5400
    /// How long a long-lived token and one of an app lives, in seconds: about 60 days.
    var longTokenLife = 5_184_000
    /// How long an id_token lives, in seconds. Unconfirmed.
    var idTokenLife = 3600
    /// Whether `#_=_` follows the answer of a dialog, as it has for years.
    var addsJunkFragment = true
    /// Whether the token endpoint answers as a query string, as it did long ago.
    var answersAsQuery = false

    /// Whether an app is told about tokens of other apps too, in place of a refusal.
    var tellsForeignTokens = false
}

extension FacebookRules {
    /// Reads rules; what is absent stays as Facebook documents it.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        try readShared(&seed)
        webTokenLife = try seed.seconds("web_token_seconds").map { Int($0) } ?? webTokenLife
        longTokenLife = try seed.seconds("long_token_seconds").map { Int($0) } ?? longTokenLife
        idTokenLife = try seed.seconds("id_token_seconds").map { Int($0) } ?? idTokenLife
        addsJunkFragment = try seed.flag("junk_fragment", otherwise: addsJunkFragment)
        answersAsQuery = try seed.flag("query_answers", otherwise: answersAsQuery)
        tellsForeignTokens = try seed.flag("tells_foreign_tokens", otherwise: tellsForeignTokens)
        try seed.end()
    }

    /// The rules in the form in which a seed gives them.
    var json: JSONValue {
        json(with: [
            "web_token_seconds": JSONValue(webTokenLife), "long_token_seconds": JSONValue(longTokenLife),
            "id_token_seconds": JSONValue(idTokenLife), "junk_fragment": .bool(addsJunkFragment),
            "query_answers": .bool(answersAsQuery), "tells_foreign_tokens": .bool(tellsForeignTokens),
        ])
    }
}
