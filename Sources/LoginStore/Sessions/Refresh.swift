// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A refresh token that was presented: which session, which of its tokens, and by whom.
///
/// The caller has checked the token's MAC, so `counter` is a number that this server once gave out.
package struct Refresh: Sendable {
    /// The session that the token names.
    package let sessionID: String
    /// The number that the token holds.
    package let counter: Int64
    /// The client that presents it.
    package let clientID: String
    /// How long after a rotation the token before still gets the same successor.
    package let grace: TimeInterval
    /// How long the session lasts from now on unless it is used.
    package let idleLife: TimeInterval
    /// Now.
    package let moment: Date
    /// The request that brings it, for the audit.
    package let requestID: String?

    /// Puts the parts together; lives are in seconds.
    package init(
        sessionID: String, counter: Int64, clientID: String, grace: TimeInterval = 120, idleLife: TimeInterval,
        at moment: Date, requestID: String?
    ) {
        self.sessionID = sessionID
        self.counter = counter
        self.clientID = clientID
        self.grace = grace
        self.idleLife = idleLife
        self.moment = moment
        self.requestID = requestID
    }
}

/// What came of a refresh.
package enum RefreshOutcome: Sendable, Hashable {
    /// The token was the newest; the session's `counter` is its successor's number.
    case rotated(SessionRecord)
    /// The token is the newest but one and its grace lasts: the same successor once more, nothing was written.
    case repeated(SessionRecord)
    /// The token is older than that: the session has been ended, since two hold it.
    case reused(SessionRecord)
    /// The session was ended before.
    case ended(SessionEndReason)
    /// The session's idle or absolute time is over.
    case expired
    /// The session belongs to another client; nothing was changed, or any client could end another's sessions.
    case otherClient
    /// There is no such session, or no such token of it.
    case unknown
}

extension LoginStore {
    /// Exchanges a refresh token for its successor.
    ///
    /// One conditional UPDATE decides who rotates; whoever comes second finds the row changed. So there is one newest
    /// token at any time, on one server or on many.
    package func refresh(_ refresh: Refresh) async throws -> RefreshOutcome {
        try await database.write { database in
            if let rotated = try database.rotate(refresh) { return .rotated(rotated) }
            guard let session = try database.session(refresh.sessionID) else { return .unknown }
            let outcome = RefreshOutcome(of: refresh, in: session)
            if case .reused = outcome {
                guard let ended = try database.endSession(session.id, .refreshReuse, at: refresh.moment) else {
                    return .ended(.refreshReuse)
                }
                try database.record(AuditEvent(.refreshReuse, of: ended, at: refresh.moment, refresh.requestID))
                return .reused(ended)
            }
            return outcome
        }
    }
}

extension RefreshOutcome {
    /// What a token that did not rotate its session comes to.
    init(of refresh: Refresh, in session: SessionRecord) {
        if session.clientID != refresh.clientID {
            self = .otherClient
        } else if let end = session.end {
            self = .ended(end.reason)
        } else if session.isExpired(at: refresh.moment) {
            self = .expired
        } else if refresh.counter >= session.counter {
            // A number not given out yet: the database was put back to an earlier state. Nobody is a thief here.
            self = .unknown
        } else if refresh.counter == session.counter - 1, let rotatedAt = session.rotatedAt,
            refresh.moment.timeIntervalSince(rotatedAt) <= refresh.grace
        {
            self = .repeated(session)
        } else {
            self = .reused(session)
        }
    }
}

extension SQLConnection {
    fileprivate func rotate(_ refresh: Refresh) throws(LoginError) -> SessionRecord? {
        try record(
            .rotateSession,
            [
                .text(refresh.sessionID), .integer(refresh.counter), .text(refresh.clientID), .moment(refresh.moment),
                .moment(refresh.moment.addingTimeInterval(refresh.idleLife)),
            ], SessionRecord.init)
    }
}

extension Statement {
    /// Decides who rotates: only the newest token of a live session of this client finds the row.
    static let rotateSession = Statement(
        """
        UPDATE sessions
        SET counter = counter + 1, rotated_at = $4, last_used_at = $4, idle_ends_at = $5
        WHERE id = $1 AND counter = $2 AND client_id = $3 AND ended_at IS NULL AND idle_ends_at > $4 AND ends_at > $4
        RETURNING \(SessionRecord.columns)
        """)
}
