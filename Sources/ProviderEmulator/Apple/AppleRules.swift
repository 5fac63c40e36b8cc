// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// How the emulated Apple behaves where its documents leave room, and what it is told to let pass.
///
/// Nothing passes by default. What is marked unconfirmed below could not be read in Apple's documents; a test that depends
/// on it should try both.
struct AppleRules: ProviderRules {
    /// A check that can be switched off, by name.
    enum Leniency: String, Sendable, CaseIterable {
        /// A redirect URI may be on this machine, which Apple never lets anybody register.
        case loopbackRedirectURIs = "loopback_redirect_uris"
        /// A blank between scopes may be written as `+`, which Apple's own sheet in Safari does not read.
        case plusInScope = "plus_in_scope"
        /// A code works again and again until it expires.
        case reusableCodes = "reusable_codes"
        /// A client secret is not looked at.
        case anyClientSecret = "any_client_secret"
        /// A verifier may be missing, wrong or unasked for.
        case anyVerifier = "any_verifier"
        /// A revocation need not say which kind of token it brings.
        case missingTokenTypeHint = "missing_token_type_hint"
    }

    /// The checks that are switched off.
    var lenient: Set<Leniency> = []
    /// How long a code lives, in seconds. Five minutes by Apple's document; ten were heard of too.
    var codeLife: TimeInterval = 300
    /// How long a page may stay open, in seconds.
    var consentLife: TimeInterval = 600
    /// How long a browser stays signed in at Apple, in seconds.
    var browserSessionLife: TimeInterval = 86_400
    /// How long access tokens live, in seconds.
    var accessTokenLife = 3600
    /// How long id_tokens live, in seconds. Ten minutes, then a day were seen.
    var idTokenLife = 86_400
    /// Whether a refresh answers with an id_token too. Reports differ.
    var refreshGivesIDToken = false
    /// What an id_token names as its issuer.
    var issuer = "https://appleid.apple.com"
    /// Whether flags in an id_token are text, as they were until 2024.
    var flagsAreText = false
    /// Whether the nonce that was sent comes back.
    var echoesNonce = true
    /// What id_tokens say of nonces.
    var supportsNonce = true
}

extension AppleRules {
    /// Reads rules; what is absent stays as Apple documents it.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        try readShared(&seed)
        accessTokenLife = try seed.seconds("access_token_seconds").map { Int($0) } ?? accessTokenLife
        idTokenLife = try seed.seconds("id_token_seconds").map { Int($0) } ?? idTokenLife
        refreshGivesIDToken = try seed.flag("refresh_gives_id_token", otherwise: refreshGivesIDToken)
        issuer = try seed.text("issuer") ?? issuer
        flagsAreText = try seed.flag("flags_are_text", otherwise: flagsAreText)
        echoesNonce = try seed.flag("echoes_nonce", otherwise: echoesNonce)
        supportsNonce = try seed.flag("nonce_supported", otherwise: supportsNonce)
        try seed.end()
    }

    /// The rules in the form in which a seed gives them.
    var json: JSONValue {
        json(with: [
            "access_token_seconds": JSONValue(accessTokenLife), "id_token_seconds": JSONValue(idTokenLife),
            "refresh_gives_id_token": .bool(refreshGivesIDToken), "issuer": .string(issuer),
            "flags_are_text": .bool(flagsAreText), "echoes_nonce": .bool(echoesNonce),
            "nonce_supported": .bool(supportsNonce),
        ])
    }
}
