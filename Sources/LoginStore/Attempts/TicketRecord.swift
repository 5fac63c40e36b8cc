// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A verified identity that waits for its person to sign up.
package struct TicketRecord: Sendable, Hashable {
    /// The ticket's own id.
    package let id: String
    /// The identity that the provider vouched for.
    package let identity: IdentityKey
    /// The provider's client whose tokens were given.
    package let providerClientID: String
    /// Profile and tokens, sealed by the caller.
    package let sealedIdentity: [UInt8]
    /// The device that the person signed in on.
    package let device: DeviceRecord
    /// When the sign-in came.
    package let createdAt: Date
    /// Until when the person may sign up with it.
    package let expiresAt: Date
    /// The hash of the attempt that used it; nil while it is unused.
    package let usedBy: String?
    /// The session that it gave; nil while it is unused.
    package let sessionID: String?

    static let columns = """
        tickets.id, tickets.provider, tickets.scope, tickets.subject, tickets.provider_client_id,
        tickets.sealed_identity, tickets.device_name, tickets.device_platform, tickets.sealed_push_token,
        tickets.created_at, tickets.expires_at, tickets.used_by, tickets.session_id
        """

    init(_ row: inout RowReader) throws(LoginError) {
        id = try row.text()
        identity = try IdentityKey(&row)
        providerClientID = try row.text()
        sealedIdentity = try row.bytes()
        device = try DeviceRecord(&row)
        createdAt = try row.moment()
        expiresAt = try row.moment()
        usedBy = try row.optionalText()
        sessionID = try row.optionalText()
    }
}

/// A ticket that a sign-in opens for a new person; identity and moment come with the sign-in.
package struct NewTicket: Sendable {
    /// The ticket's own id; random, made by the caller.
    package let id: String
    /// Profile and tokens, sealed by the caller.
    package let sealedIdentity: [UInt8]
    /// Until when the person may sign up with it.
    package let expiresAt: Date
    /// What is to wait for the person beside the ticket, and longer.
    package let note: NewNote?

    /// Puts the parts together.
    package init(id: String, sealedIdentity: [UInt8], expiresAt: Date, note: NewNote? = nil) {
        self.id = id
        self.sealedIdentity = sealedIdentity
        self.expiresAt = expiresAt
        self.note = note
    }
}

extension LoginStore {
    /// A ticket by its id, used or not, run out or not; nil where there is none or it was cleaned away.
    package func ticket(_ id: String) async throws -> TicketRecord? {
        try await database.read { try $0.ticket(id) }
    }
}

extension SQLConnection {
    func ticket(_ id: String) throws(LoginError) -> TicketRecord? {
        try record(.ticketByID, [.text(id)], TicketRecord.init)
    }

    func insertTicket(
        _ ticket: NewTicket, for identity: VerifiedSignIn, device: DeviceRecord, at moment: Date
    ) throws(LoginError) -> TicketRecord {
        if let note = ticket.note { try keep(note) }
        let values: [SQLValue] =
            [.text(ticket.id)] + identity.key.values
            + [.text(identity.providerClientID), .bytes(ticket.sealedIdentity)] + device.values
            + [.moment(moment), .moment(ticket.expiresAt)]
        let inserted = try record(.insertTicket, values, TicketRecord.init)
        guard let inserted else { throw .databaseFailed("an inserted row is missing") }
        return inserted
    }
}

extension Statement {
    static let ticketByID = Statement("SELECT \(TicketRecord.columns) FROM tickets WHERE id = $1")

    static let insertTicket = Statement(
        """
        INSERT INTO tickets
            (id, provider, scope, subject, provider_client_id, sealed_identity, device_name, device_platform,
             sealed_push_token, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        RETURNING \(TicketRecord.columns)
        """)
}
