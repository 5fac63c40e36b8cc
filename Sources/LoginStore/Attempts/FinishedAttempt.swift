// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What marks a sign-in attempt that a client made: its id and its credential, both as hashes.
package struct AttemptMark: Sendable, Hashable {
    /// The hash of the attempt's id, as text.
    package let idHash: String
    /// The hash of the credential, keyed by the caller, so that a repeat can be told from another attempt.
    package let credentialHash: [UInt8]
    /// Until when a repeat gets the same answer.
    package let expiresAt: Date

    /// Puts the parts together.
    package init(idHash: String, credentialHash: [UInt8], expiresAt: Date) {
        self.idHash = idHash
        self.credentialHash = credentialHash
        self.expiresAt = expiresAt
    }
}

/// An attempt that came to an end, with all that is needed to give its answer once more.
package struct FinishedAttempt: Sendable, Hashable {
    /// What it gave.
    package enum Outcome: Sendable, Hashable {
        /// A session of an account.
        case session(SessionRecord, AccountRecord)
        /// A ticket for a new person.
        case ticket(TicketRecord)
        /// Something that has gone since: the account was withdrawn, or the row cleaned away.
        case gone
    }

    /// Its marks; compare the credential's hash in constant time.
    package let mark: AttemptMark
    /// When it finished.
    package let createdAt: Date
    /// What it gave.
    package let outcome: Outcome
}

extension LoginStore {
    /// An attempt that has finished; nil while it has not, or when it was cleaned away.
    package func finishedAttempt(_ idHash: String) async throws -> FinishedAttempt? {
        try await database.read { try $0.finishedAttempt(idHash) }
    }
}

/// A row of `attempts`: it names what the attempt gave.
private struct AttemptRow {
    let mark: AttemptMark
    let createdAt: Date
    let sessionID: String?
    let ticketID: String?

    static let columns = """
        attempts.id_hash, attempts.credential_hash, attempts.expires_at, attempts.created_at, attempts.session_id,
        attempts.ticket_id
        """

    init(_ row: inout RowReader) throws(LoginError) {
        mark = AttemptMark(idHash: try row.text(), credentialHash: try row.bytes(), expiresAt: try row.moment())
        createdAt = try row.moment()
        sessionID = try row.optionalText()
        ticketID = try row.optionalText()
    }
}

extension SQLConnection {
    func finishedAttempt(_ idHash: String) throws(LoginError) -> FinishedAttempt? {
        guard let row = try record(.attemptByID, [.text(idHash)], AttemptRow.init) else { return nil }
        var outcome = FinishedAttempt.Outcome.gone
        if let id = row.sessionID, let found = try sessionWithAccount(id), let account = found.account {
            outcome = .session(found.session, account)
        } else if let id = row.ticketID, let ticket = try ticket(id) {
            outcome = .ticket(ticket)
        }
        return FinishedAttempt(mark: row.mark, createdAt: row.createdAt, outcome: outcome)
    }

    /// Writes an attempt down as finished; false where it is written down already, here or by another server.
    func finish(
        _ mark: AttemptMark, sessionID: String?, ticketID: String?, at moment: Date
    ) throws(LoginError) -> Bool {
        try first(
            .insertAttempt,
            [
                .text(mark.idHash), .bytes(mark.credentialHash), .moment(mark.expiresAt), .moment(moment),
                .optional(sessionID, SQLValue.text), .optional(ticketID, SQLValue.text),
            ]) != nil
    }
}

extension Statement {
    static let attemptByID = Statement("SELECT \(AttemptRow.columns) FROM attempts WHERE id_hash = $1")

    static let insertAttempt = Statement(
        """
        INSERT INTO attempts (id_hash, credential_hash, expires_at, created_at, session_id, ticket_id)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id_hash) DO NOTHING
        RETURNING id_hash
        """)
}
