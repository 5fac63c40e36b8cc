// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Seals what is personal or powerful before it reaches the database, each for its own place only.
struct Sealer: Sendable {
    let key: SealingKeys
    let random: any RandomSource

    /// Seals a provider's tokens for the identity that they belong to.
    func seal(_ tokens: TokenSet, of identity: IdentityKey) -> [UInt8] {
        key.seal(tokens.json.serialized(), context: Self.context(of: identity), random: random)
    }

    /// The tokens of an identity; nil where they were sealed by another key or for another place.
    func tokens(_ sealed: [UInt8], of identity: IdentityKey) -> TokenSet? {
        key.open(sealed, context: Self.context(of: identity)).flatMap { TokenSet(sealedJSON: $0) }
    }

    /// Seals what waits in a ticket for its person to sign up.
    func seal(_ suggestion: SignUpSuggestion, tokens: TokenSet?, ticket id: String) -> [UInt8] {
        var members = JSONObject()
        members["nickname"] = suggestion.nickname.map { .string($0) }
        members["email"] = suggestion.email.map { .string($0.address) }
        members["email_verified"] = .bool(suggestion.email?.isVerified ?? false)
        members["picture"] = suggestion.picture.map { .string($0) }
        members["missing_consents"] = .array(suggestion.missingConsents.map { .string($0) })
        members["tokens"] = tokens?.json
        return key.seal(JSONValue.object(members).serialized(), context: Self.context(ticket: id), random: random)
    }

    /// What a ticket holds; nil where it cannot be opened.
    func ticket(_ sealed: [UInt8], id: String) -> (suggestion: SignUpSuggestion, tokens: TokenSet?)? {
        guard let bytes = key.open(sealed, context: Self.context(ticket: id)) else { return nil }
        do {
            // What we sealed ourselves is read whatever its size.
            let json = try JSONValue(parsing: bytes, limits: .init(bytes: bytes.count))
            let document = try DocumentReader(json)
            let address = try document.optionalText("email", limit: .max)
            let isVerified = try document.truth("email_verified", or: false)
            let suggestion = SignUpSuggestion(
                nickname: try document.optionalText("nickname", limit: .max),
                email: address.map { EmailAddress($0, isVerified: isVerified) },
                picture: try document.optionalText("picture", limit: .max),
                missingConsents: json["missing_consents"]?.array?.compactMap(\.string) ?? [])
            return (suggestion, try json["tokens"].map(TokenSet.init(json:)))
        } catch {
            // Written by a release that kept other fields: the ticket is as good as expired.
            return nil
        }
    }

    /// All that we hold of the link between a person and our app, with tokens where they can be opened.
    func link(with identity: IdentityKey, of clientID: String, _ sealedTokens: [UInt8]?) -> ProviderLink {
        let tokens = sealedTokens.flatMap { self.tokens($0, of: identity) }
        return ProviderLink(
            subject: identity.subject, accessToken: tokens?.accessToken, refreshToken: tokens?.refreshToken,
            clientID: clientID)
    }

    /// Seals the address of a device at a push service; it may wait in a ticket before its session has an id.
    func seal(pushToken: Secret) -> [UInt8] {
        key.seal(Array(pushToken.exposed.utf8), context: Self.pushTokenContext, random: random)
    }

    /// Seals a note that waits for somebody.
    func seal(note: [UInt8], _ key: NoteKey) -> [UInt8] {
        self.key.seal(note, context: Self.context(note: [key.kind.rawValue, key.hash]), random: random)
    }

    /// What a note says; nil where it cannot be opened.
    func note(_ sealed: [UInt8], _ key: NoteKey) -> [UInt8]? {
        self.key.open(sealed, context: Self.context(note: [key.kind.rawValue, key.hash]))
    }

    private static func context(of identity: IdentityKey) -> String {
        context(tokensOf: [identity.provider.rawValue, identity.scope, identity.subject])
    }

    /// What binds tokens to their identity: provider, scope and subject.
    static func context(tokensOf parts: [String]) -> String { "tokens \(parts.joined(separator: " "))" }
    static func context(ticket id: String) -> String { "ticket \(id)" }
    /// What binds a note to its place: kind and hash.
    static func context(note parts: [String]) -> String { "note \(parts.joined(separator: " "))" }
    static let pushTokenContext = "push token"
}

extension TokenSet {
    fileprivate var json: JSONValue {
        var members = JSONObject()
        members["access_token"] = .string(accessToken.exposed)
        members["expires_at"] = expiresAt.map { JSONValue(Int64($0.timeIntervalSince1970)) }
        members["refresh_token"] = refreshToken.map { .string($0.exposed) }
        members["refresh_token_expires_at"] = refreshTokenExpiresAt.map { JSONValue(Int64($0.timeIntervalSince1970)) }
        members["scopes"] = scopes.map { .array($0.map { .string($0) }) }
        return .object(members)
    }

    fileprivate init?(sealedJSON bytes: [UInt8]) {
        // Whatever cannot be read is as good as not kept: an unlink then goes without a token.
        let limits = JSONValue.Limits(bytes: bytes.count)
        guard let json = try? JSONValue(parsing: bytes, limits: limits), let tokens = try? TokenSet(json: json) else {
            return nil
        }
        self = tokens
    }

    /// The id_token is left out: it proves nothing once it was checked.
    fileprivate init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        self.init(
            accessToken: try document.secret("access_token", limit: .max), expiresAt: json["expires_at"]?.moment,
            refreshToken: try document.optionalSecret("refresh_token", limit: .max),
            refreshTokenExpiresAt: json["refresh_token_expires_at"]?.moment,
            scopes: json["scopes"]?.array?.compactMap(\.string))
    }
}

extension JSONValue {
    fileprivate var moment: Date? { integer.map { Date(timeIntervalSince1970: TimeInterval($0)) } }
}
