// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A person's wish to be forgotten.
package struct Withdrawal: Sendable {
    /// The account that goes.
    package let accountID: String
    /// A fresh random id; the unlinks that it queues are numbered behind it.
    package let id: String
    /// What waits for somebody under an identity's name, to be forgotten with it.
    package let notes: @Sendable (IdentityKey) -> [NoteKey]
    /// Whether a provider can be told about an identity by what is kept of it.
    package let canUnlink: @Sendable (IdentityRecord) -> Bool
    /// Now.
    package let moment: Date
    /// The request that brings it, for the audit.
    package let requestID: String?

    /// Puts the parts together.
    package init(
        accountID: String, id: String, notes: @escaping @Sendable (IdentityKey) -> [NoteKey] = { _ in [] },
        canUnlink: @escaping @Sendable (IdentityRecord) -> Bool = { _ in true }, at moment: Date, requestID: String?
    ) {
        self.accountID = accountID
        self.id = id
        self.notes = notes
        self.canUnlink = canUnlink
        self.moment = moment
        self.requestID = requestID
    }
}

/// What came of a withdrawal.
package enum WithdrawalOutcome: Sendable, Hashable {
    /// The account is gone; so many unlinks wait in the outbox, and these identities stay linked at their providers.
    case withdrawn(unlinks: Int, left: [IdentityKey] = [])
    /// There was no such account, or no more.
    case alreadyGone
}

extension LoginStore {
    /// Removes an account and all that is personal, ends its sessions and queues an unlink for each identity
    /// whose provider can be told.
    ///
    /// Everything is one transaction, so no unlink is lost and none is queued for an account that stays.
    package func withdraw(_ withdrawal: Withdrawal) async throws -> WithdrawalOutcome {
        try await database.write { database in
            let (accountID, moment) = (withdrawal.accountID, withdrawal.moment)
            // The identities go first: a sign-in of the same moment either came before, and its session is ended below,
            // or finds no identity.
            let identities = try database.records(.deleteIdentities, [.text(accountID)], IdentityRecord.init)
            let unlinkable = identities.filter(withdrawal.canUnlink)
            for (number, identity) in unlinkable.enumerated() {
                try database.queueUnlink(of: identity, id: "\(withdrawal.id).\(number)", at: moment)
            }
            for identity in identities {
                try database.query(.deleteTickets, identity.key.values)
                for note in withdrawal.notes(identity.key) { try database.drop(note) }
            }
            try database.endSessions(of: accountID, except: nil, .withdrawn, at: moment)
            try database.query(.forgetDevices, [.text(accountID)])
            guard try database.first(.deleteAccount, [.text(accountID)]) != nil else { return .alreadyGone }
            try database.record(
                AuditEvent(
                    .withdrawal, accountID: accountID, sessionID: nil, provider: nil, at: moment,
                    withdrawal.requestID))
            let left = identities.map(\.key).filter { key in !unlinkable.contains { $0.key == key } }
            return .withdrawn(unlinks: unlinkable.count, left: left)
        }
    }
}

extension Statement {
    static let deleteIdentities = Statement(
        "DELETE FROM identities WHERE account_id = $1 RETURNING \(IdentityRecord.columns)")

    static let deleteTickets = Statement("DELETE FROM tickets WHERE provider = $1 AND scope = $2 AND subject = $3")

    /// Ended sessions stay for a while so that their tokens get a clear answer; whose device it was does not.
    static let forgetDevices = Statement(
        """
        UPDATE sessions SET device_name = NULL, device_platform = NULL, sealed_push_token = NULL WHERE account_id = $1
        """)
}
