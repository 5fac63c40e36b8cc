// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Something that a provider must be told, kept until it has been.
package struct OutboxEntry: Sendable, Hashable {
    /// What the provider is told.
    package enum Kind: String, Sendable {
        /// That the person withdrew from our service.
        case unlink
    }

    /// The entry's own id.
    package let id: String
    /// What the provider is told.
    package let kind: Kind
    /// Whom it is about.
    package let identity: IdentityKey
    /// The provider's client whose tokens the payload holds.
    package let providerClientID: String
    /// The provider's tokens as they were sealed for the identity; nil where the server kept none.
    package let sealedTokens: [UInt8]?
    /// When it was queued.
    package let createdAt: Date
    /// How often it has been taken up, this time included.
    package let tries: Int64
    /// When it is taken up next.
    package let nextTryAt: Date
    /// The code of the last failure.
    package let lastError: String?
    /// When it was given up; nil while it is tried.
    package let givenUpAt: Date?

    static let columns = """
        outbox.id, outbox.kind, outbox.provider, outbox.scope, outbox.subject, outbox.provider_client_id,
        outbox.sealed_tokens, outbox.created_at, outbox.tries, outbox.next_try_at, outbox.last_error,
        outbox.given_up_at
        """

    init(_ row: inout RowReader) throws(LoginError) {
        id = try row.text()
        guard let kind = Kind(rawValue: try row.text()) else {
            throw .databaseFailed("an outbox entry is of an unknown kind")
        }
        self.kind = kind
        identity = try IdentityKey(&row)
        providerClientID = try row.text()
        sealedTokens = try row.optionalBytes()
        createdAt = try row.moment()
        tries = try row.integer()
        nextTryAt = try row.moment()
        lastError = try row.optionalText()
        givenUpAt = try row.optionalMoment()
    }
}

extension LoginStore {
    /// Takes up entries that are due, the longest due first, and puts their next try off until `leaseEnd`.
    ///
    /// While a lease lasts no other worker or server takes the same entry; after a crash the entry comes up again.
    package func takeDueOutbox(limit: Int, leaseEnd: Date, at moment: Date) async throws -> [OutboxEntry] {
        let taken = try await database.write { database in
            try database.records(
                .takeDueOutbox, [.moment(moment), .count(limit), .moment(leaseEnd)], OutboxEntry.init)
        }
        return taken.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Forgets an entry that the provider has confirmed.
    package func outboxDone(_ id: String) async throws {
        try await database.write { _ = try $0.query(.deleteOutbox, [.text(id)]) }
    }

    /// Notes that an entry failed, by an error's code, and when to try again.
    package func outboxFailed(_ id: String, code: String, nextTryAt: Date) async throws {
        try await database.write { database in
            _ = try database.query(.postponeOutbox, [.text(id), .shown(code), .moment(nextTryAt)])
        }
    }

    /// Gives an entry up: it stays for an operator to see and is not tried again.
    package func outboxGivenUp(_ id: String, code: String, at moment: Date) async throws {
        try await database.write { database in
            _ = try database.query(.giveUpOutbox, [.text(id), .shown(code), .moment(moment)])
        }
    }

    /// All entries, the oldest first, for an operator to see.
    package func outbox(limit: Int) async throws -> [OutboxEntry] {
        try await database.read { try $0.records(.outbox, [.count(limit)], OutboxEntry.init) }
    }
}

extension SQLConnection {
    func queueUnlink(of identity: IdentityRecord, id: String, at moment: Date) throws(LoginError) {
        let values: [SQLValue] =
            [.text(id), .text(OutboxEntry.Kind.unlink.rawValue)] + identity.key.values
            + [.text(identity.providerClientID), .optional(identity.sealedTokens, SQLValue.bytes), .moment(moment)]
        try query(.queueOutbox, values)
    }

    /// Drops an unlink that waits for a person who has come back: it would cut the new link.
    func cancelUnlink(of identity: IdentityKey) throws(LoginError) {
        try query(.cancelOutbox, [.text(OutboxEntry.Kind.unlink.rawValue)] + identity.values)
    }
}

extension Statement {
    static let outbox = Statement("SELECT \(OutboxEntry.columns) FROM outbox ORDER BY created_at, id LIMIT $1")

    static let queueOutbox = Statement(
        """
        INSERT INTO outbox
            (id, kind, provider, scope, subject, provider_client_id, sealed_tokens, created_at, tries, next_try_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $8)
        """)

    /// The outer condition stands there twice on purpose: with several servers the second to come finds the row changed.
    static let takeDueOutbox = Statement(
        """
        UPDATE outbox SET tries = tries + 1, next_try_at = $3
        WHERE given_up_at IS NULL AND next_try_at <= $1 AND id IN (
            SELECT due.id FROM outbox AS due
            WHERE due.given_up_at IS NULL AND due.next_try_at <= $1
            ORDER BY due.next_try_at LIMIT $2)
        RETURNING \(OutboxEntry.columns)
        """)

    static let deleteOutbox = Statement("DELETE FROM outbox WHERE id = $1")

    static let cancelOutbox = Statement(
        "DELETE FROM outbox WHERE kind = $1 AND provider = $2 AND scope = $3 AND subject = $4")

    static let postponeOutbox = Statement("UPDATE outbox SET last_error = $2, next_try_at = $3 WHERE id = $1")

    static let giveUpOutbox = Statement(
        "UPDATE outbox SET last_error = $2, given_up_at = $3 WHERE id = $1 AND given_up_at IS NULL")
}
