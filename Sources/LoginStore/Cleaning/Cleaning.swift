// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How long what is over is kept, in seconds.
package struct Retention: Sendable {
    /// Sessions after their end, so that their tokens still get a clear answer.
    package var endedSessions: TimeInterval
    /// Audit events.
    package var audit: TimeInterval
    /// Outbox entries that were given up, for an operator to see.
    package var givenUp: TimeInterval

    /// Sets each; by default 30 days, one year and 90 days.
    package init(
        endedSessions: TimeInterval = 30 * 86_400, audit: TimeInterval = 365 * 86_400,
        givenUp: TimeInterval = 90 * 86_400
    ) {
        self.endedSessions = endedSessions
        self.audit = audit
        self.givenUp = givenUp
    }
}

extension LoginStore {
    /// Removes up to `batch` rows of each kind that are over; call it again while it removes any.
    ///
    /// Batches are small so that a sign-in never waits long behind the broom. Gives how many rows went.
    package func clean(_ retention: Retention = Retention(), batch: Int = 500, at moment: Date) async throws -> Int {
        let endedBefore = moment.addingTimeInterval(-retention.endedSessions)
        let heardBefore = moment.addingTimeInterval(-retention.audit)
        let givenUpBefore = moment.addingTimeInterval(-retention.givenUp)
        let brooms: [(Statement, Date)] = [
            (.cleanAttempts, moment), (.cleanTickets, moment), (.cleanSpent, moment), (.cleanSigningKeys, moment),
            (.cleanEndedSessions, endedBefore), (.cleanExpiredSessions, endedBefore), (.cleanAudit, heardBefore),
            (.cleanOutbox, givenUpBefore), (.cleanCodes, moment), (.cleanNotes, moment),
        ]
        return try await database.write { database in
            try brooms.reduce(0) { removed, broom in
                try removed + database.query(broom.0, [.moment(broom.1), .count(batch)]).count
            }
        }
    }
}

/// Each broom finds the moment up to which the oldest rows make one batch; rows of the very same moment go together.
extension Statement {
    static let cleanAttempts = Statement(
        """
        DELETE FROM attempts WHERE expires_at <= (
            SELECT MAX(expires_at) FROM (
                SELECT expires_at FROM attempts WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanTickets = Statement(
        """
        DELETE FROM tickets WHERE expires_at <= (
            SELECT MAX(expires_at) FROM (
                SELECT expires_at FROM tickets WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanSpent = Statement(
        """
        DELETE FROM spent WHERE expires_at <= (
            SELECT MAX(expires_at) FROM (
                SELECT expires_at FROM spent WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanSigningKeys = Statement(
        """
        DELETE FROM signing_keys WHERE publish_until <= (
            SELECT MAX(publish_until) FROM (
                SELECT publish_until FROM signing_keys
                WHERE publish_until < $1 ORDER BY publish_until LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanEndedSessions = Statement(
        """
        DELETE FROM sessions WHERE ended_at <= (
            SELECT MAX(ended_at) FROM (
                SELECT ended_at FROM sessions WHERE ended_at < $1 ORDER BY ended_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanExpiredSessions = Statement(
        """
        DELETE FROM sessions WHERE ends_at <= (
            SELECT MAX(ends_at) FROM (
                SELECT ends_at FROM sessions WHERE ends_at < $1 ORDER BY ends_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanOutbox = Statement(
        """
        DELETE FROM outbox WHERE given_up_at <= (
            SELECT MAX(given_up_at) FROM (
                SELECT given_up_at FROM outbox WHERE given_up_at < $1 ORDER BY given_up_at LIMIT $2) AS oldest)
        RETURNING 1
        """)

    static let cleanAudit = Statement(
        """
        DELETE FROM audit WHERE at <= (
            SELECT MAX(at) FROM (
                SELECT at FROM audit WHERE at < $1 ORDER BY at LIMIT $2) AS oldest)
        RETURNING 1
        """)
}
