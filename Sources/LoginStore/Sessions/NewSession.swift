// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A session that a sign-in or sign-up opens; account, provider and moment come with the operation.
package struct NewSession: Sendable {
    /// The session's own id; random, made by the caller.
    package let id: String
    /// The client that it is given to.
    package let clientID: String
    /// How it is carried.
    package let kind: SessionRecord.Kind
    /// The device that it runs on.
    package let device: DeviceRecord
    /// When it ends unless it is used.
    package let idleEndsAt: Date
    /// When it ends however it is used.
    package let endsAt: Date

    /// Puts the parts together.
    package init(
        id: String, clientID: String, kind: SessionRecord.Kind, device: DeviceRecord, idleEndsAt: Date, endsAt: Date
    ) {
        self.id = id
        self.clientID = clientID
        self.kind = kind
        self.device = device
        self.idleEndsAt = idleEndsAt
        self.endsAt = endsAt
    }
}

extension LoginStore {
    /// Opens a session on the word of another one, of the same account and provider, which it does not outlive: nobody has
    /// signed in anew.
    ///
    /// Gives nil, and writes nothing, where the other one does not last until now.
    package func openSession(
        _ session: NewSession, besides known: String, at moment: Date, requestID: String?
    ) async throws -> SessionRecord? {
        try await database.write { database in
            guard let found = try database.sessionWithAccount(known), let account = found.account,
                found.session.isLive(at: moment)
            else { return nil }
            return try database.openSession(
                session.ending(noLaterThan: found.session.endsAt), .signIn, of: account.id,
                with: found.session.provider, at: moment, requestID)
        }
    }
}

extension NewSession {
    fileprivate func ending(noLaterThan end: Date) -> NewSession {
        NewSession(
            id: id, clientID: clientID, kind: kind, device: device, idleEndsAt: idleEndsAt, endsAt: min(endsAt, end))
    }
}

extension SQLConnection {
    func insertSession(
        _ session: NewSession, of accountID: String, signedInWith provider: ProviderID, at moment: Date
    ) throws(LoginError) -> SessionRecord {
        let values: [SQLValue] =
            [.text(session.id), .text(accountID), .text(session.clientID), .text(session.kind.rawValue)]
            + [.text(provider.rawValue)] + session.device.values
            + [.moment(moment), .moment(session.idleEndsAt), .moment(session.endsAt)]
        let inserted = try record(.insertSession, values, SessionRecord.init)
        guard let inserted else { throw .databaseFailed("an inserted row is missing") }
        return inserted
    }
}

extension Statement {
    static let insertSession = Statement(
        """
        INSERT INTO sessions
            (id, account_id, client_id, kind, provider, device_name, device_platform, sealed_push_token,
             created_at, last_used_at, counter, idle_ends_at, ends_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 0, $10, $11)
        RETURNING \(SessionRecord.columns)
        """)
}
