// SPDX-License-Identifier: Apache-2.0

public import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account as its owner sees it.
public struct AccountAnswer: Sendable, Hashable {
    /// The account's id, opaque text; the `sub` of access tokens.
    public let id: String
    /// The name shown.
    public let nickname: String
    /// Where to write to; nil for many people, and never a key.
    public let email: EmailAddress?
    /// The address of a picture.
    public let picture: String?
    /// Whether the person wants news.
    public let acceptsMarketing: Bool
    /// When the account was made.
    public let createdAt: Date
    /// The providers that vouch for this person.
    public let identities: [Identity]

    /// One provider that vouches for the person.
    public struct Identity: Sendable, Hashable {
        /// Who vouches.
        public let provider: ProviderID
        /// Since when.
        public let linkedAt: Date
        /// When it last did.
        public let lastSignInAt: Date

        /// Makes an entry.
        public init(provider: ProviderID, linkedAt: Date, lastSignInAt: Date) {
            self.provider = provider
            self.linkedAt = linkedAt
            self.lastSignInAt = lastSignInAt
        }
    }

    /// Makes an account.
    public init(
        id: String, nickname: String, email: EmailAddress?, picture: String?, acceptsMarketing: Bool, createdAt: Date,
        identities: [Identity]
    ) {
        self.id = id
        self.nickname = nickname
        self.email = email
        self.picture = picture
        self.acceptsMarketing = acceptsMarketing
        self.createdAt = createdAt
        self.identities = identities
    }

    /// Reads the answer of `/v1/account`.
    public init(json: JSONValue) throws(DocumentError) {
        try self.init(document: try DocumentReader(json))
    }

    init(document: DocumentReader) throws(DocumentError) {
        id = try document.text("id")
        nickname = try document.text("nickname")
        email = try EmailAddress(document)
        picture = try document.optionalText("picture")
        acceptsMarketing = try document.truth("marketing", or: false)
        createdAt = try document.moment("created_at")
        var identities: [Identity] = []
        for entry in try document.documents("identities") {
            identities.append(
                Identity(
                    provider: try entry.provider(), linkedAt: try entry.moment("linked_at"),
                    lastSignInAt: try entry.moment("last_sign_in_at")))
        }
        self.identities = identities
    }

    /// The answer's body.
    public var json: JSONValue {
        var members = JSONObject()
        members["id"] = .string(id)
        members["nickname"] = .string(nickname)
        members.add(email)
        members["picture"] = picture.map { .string($0) }
        members["marketing"] = .bool(acceptsMarketing)
        members["created_at"] = .moment(createdAt)
        members["identities"] = .array(
            identities.map { identity in
                [
                    "provider": .string(identity.provider.rawValue), "linked_at": .moment(identity.linkedAt),
                    "last_sign_in_at": .moment(identity.lastSignInAt),
                ]
            })
        return .object(members)
    }
}

extension EmailAddress {
    /// Reads `email` and `email_verified`; nil without an address.
    init?(_ document: DocumentReader) throws(DocumentError) {
        guard let address = try document.optionalText("email"), !address.isEmpty else { return nil }
        self.init(address, isVerified: try document.truth("email_verified", or: false))
    }
}

extension JSONObject {
    /// Writes `email` and `email_verified`; nothing without an address.
    mutating func add(_ email: EmailAddress?) {
        guard let email else { return }
        self["email"] = .string(email.address)
        self["email_verified"] = .bool(email.isVerified)
    }
}
