// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A session and the account that it belongs to.
package struct SessionWithAccount: Sendable, Hashable {
    /// The session, live or not.
    package let session: SessionRecord
    /// Its account; nil after a withdrawal.
    package let account: AccountRecord?
}

extension LoginStore {
    /// A session by its id, live or not; nil where there is none, or it ended so long ago that it was cleaned away.
    package func session(_ id: String) async throws -> SessionWithAccount? {
        try await database.read { try $0.sessionWithAccount(id) }
    }

    /// The live sessions of an account, the last used first.
    package func sessions(of accountID: String, at moment: Date) async throws -> [SessionRecord] {
        try await database.read { database in
            try database.records(.liveSessions, [.text(accountID), .moment(moment)], SessionRecord.init)
        }
    }

    /// Writes down that a live session was used and moves its idle end, unless that was done within `interval` seconds.
    ///
    /// A browser session is used with every page; writing each use would cost a commit for a line that nobody reads.
    /// Gives the session where it was written.
    @discardableResult
    package func touchSession(
        _ id: String, idleLife: TimeInterval, atMostEvery interval: TimeInterval = 300, at moment: Date
    ) async throws -> SessionRecord? {
        try await database.write { database in
            try database.record(
                .touchSession,
                [
                    .text(id), .moment(moment), .moment(moment.addingTimeInterval(idleLife)),
                    .moment(moment.addingTimeInterval(-interval)),
                ], SessionRecord.init)
        }
    }

    /// Notes another device name or push token for a session; gives the session as it stands then.
    package func setDevice(_ device: DeviceRecord, ofSession id: String) async throws -> SessionRecord? {
        try await database.write { database in
            try database.record(.setDevice, [.text(id)] + device.values, SessionRecord.init)
        }
    }

    /// Ends a session; gives it, or nil where there is none that lasted until now.
    @discardableResult
    package func endSession(
        _ id: String, _ reason: SessionEndReason, at moment: Date, requestID: String?
    ) async throws -> SessionRecord? {
        try await database.write { database in
            let ended = try database.endSession(id, reason, at: moment)
            if let ended { try database.record(AuditEvent(.sessionEnded, of: ended, at: moment, requestID)) }
            return ended
        }
    }

    /// Ends the sessions of an account, all or all but one; gives those that it ended.
    @discardableResult
    package func endSessions(
        of accountID: String, except kept: String? = nil, _ reason: SessionEndReason, at moment: Date,
        requestID: String?
    ) async throws -> [SessionRecord] {
        try await database.write { database in
            let ended = try database.endSessions(of: accountID, except: kept, reason, at: moment)
            for session in ended {
                try database.record(AuditEvent(.sessionEnded, of: session, at: moment, requestID))
            }
            return ended
        }
    }
}

extension SQLConnection {
    func session(_ id: String) throws(LoginError) -> SessionRecord? {
        try record(.sessionByID, [.text(id)], SessionRecord.init)
    }

    func sessionWithAccount(_ id: String) throws(LoginError) -> SessionWithAccount? {
        try record(.sessionWithAccount, [.text(id)]) { row throws(LoginError) in
            let session = try SessionRecord(&row)
            return SessionWithAccount(session: session, account: row.isAtNull ? nil : try AccountRecord(&row))
        }
    }

    func endSession(
        _ id: String, _ reason: SessionEndReason, at moment: Date
    ) throws(LoginError) -> SessionRecord? {
        try record(.endSession, [.text(id), .moment(moment), .text(reason.rawValue)], SessionRecord.init)
    }

    @discardableResult
    func endSessions(
        of accountID: String, except kept: String?, _ reason: SessionEndReason, at moment: Date
    ) throws(LoginError) -> [SessionRecord] {
        // No session has an empty id, so an empty text keeps none.
        let values: [SQLValue] = [.text(accountID), .text(kept ?? ""), .moment(moment), .text(reason.rawValue)]
        return try records(.endSessions, values, SessionRecord.init)
    }
}

extension Statement {
    static let sessionByID = Statement("SELECT \(SessionRecord.columns) FROM sessions WHERE id = $1")

    static let sessionWithAccount = Statement(
        """
        SELECT \(SessionRecord.columns), \(AccountRecord.columns)
        FROM sessions LEFT JOIN accounts ON accounts.id = sessions.account_id
        WHERE sessions.id = $1
        """)

    static let liveSessions = Statement(
        """
        SELECT \(SessionRecord.columns) FROM sessions
        WHERE account_id = $1 AND ended_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
        ORDER BY last_used_at DESC, id
        """)

    static let touchSession = Statement(
        """
        UPDATE sessions SET last_used_at = $2, idle_ends_at = $3
        WHERE id = $1 AND last_used_at <= $4 AND ended_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
        RETURNING \(SessionRecord.columns)
        """)

    static let setDevice = Statement(
        """
        UPDATE sessions SET device_name = $2, device_platform = $3, sealed_push_token = $4
        WHERE id = $1 AND ended_at IS NULL
        RETURNING \(SessionRecord.columns)
        """)

    static let endSession = Statement(
        """
        UPDATE sessions SET ended_at = $2, end_reason = $3
        WHERE id = $1 AND ended_at IS NULL
        RETURNING \(SessionRecord.columns)
        """)

    static let endSessions = Statement(
        """
        UPDATE sessions SET ended_at = $3, end_reason = $4
        WHERE account_id = $1 AND id <> $2 AND ended_at IS NULL
        RETURNING \(SessionRecord.columns)
        """)
}
