// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A code that an app presents, with what proves that the app is the one it was made for.
package struct CodeRedemption: Sendable {
    /// The code's own id, out of a text whose MAC the caller has checked.
    package let id: String
    /// The client that presents it.
    package let clientID: String
    /// The redirect URI that the client says it was sent to.
    package let redirectURI: String
    /// The S256 challenge of the verifier that came along.
    package let challenge: String
    /// How long the session lasts without a use from now on.
    package let idleLife: TimeInterval
    /// Now.
    package let moment: Date
    /// The request that brings it, for the audit.
    package let requestID: String?

    /// Puts the parts together.
    package init(
        id: String, clientID: String, redirectURI: String, challenge: String, idleLife: TimeInterval, at moment: Date,
        requestID: String?
    ) {
        self.id = id
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.challenge = challenge
        self.idleLife = idleLife
        self.moment = moment
        self.requestID = requestID
    }
}

/// What came of presenting a code.
package enum CodeOutcome: Sendable, Hashable {
    /// The code was good; this is its session.
    case redeemed(SessionRecord)
    /// The same app asks again before it used the session: the answer was lost on its way.
    case repeated(SessionRecord)
    /// The code was used before and this is not the same app asking again: its session has been ended (RFC 6749,
    /// section 4.1.2), since two hold it.
    case reused(SessionRecord)
    /// The code is of another client, redirect URI or verifier, and nobody has used it; nothing was changed.
    case refused
    /// Its time is over, or its session's.
    case expired
    /// There is no such code.
    case unknown
}

extension LoginStore {
    /// Redeems a code: one conditional UPDATE decides who is first.
    package func redeem(_ code: CodeRedemption) async throws -> CodeOutcome {
        try await database.write { database in
            if let sessionID = try database.useCode(code) {
                return try database.beginUse(of: sessionID, by: code).map(CodeOutcome.redeemed) ?? .expired
            }
            guard let kept = try database.record(.codeByID, [.text(code.id)], KeptCode.init) else { return .unknown }
            guard kept.usedAt != nil else { return kept.matches(code) ? .expired : .refused }
            guard let session = try database.session(kept.sessionID) else { return .expired }
            if kept.matches(code), !session.wasRefreshed, session.isLive(at: code.moment) {
                return code.moment < kept.expiresAt ? .repeated(session) : .expired
            }
            guard let ended = try database.endSession(session.id, .codeReuse, at: code.moment) else { return .expired }
            try database.record(AuditEvent(.codeReuse, of: ended, at: code.moment, code.requestID))
            return .reused(ended)
        }
    }
}

/// A code as it lies in the database.
private struct KeptCode {
    let sessionID: String
    let clientID: String
    let redirectURI: String
    let challenge: String
    let usedAt: Date?
    let expiresAt: Date

    init(_ row: inout RowReader) throws(LoginError) {
        sessionID = try row.text()
        clientID = try row.text()
        redirectURI = try row.text()
        challenge = try row.text()
        usedAt = try row.optionalMoment()
        expiresAt = try row.moment()
    }

    func matches(_ code: CodeRedemption) -> Bool {
        clientID == code.clientID && redirectURI == code.redirectURI && challenge == code.challenge
    }
}

extension SQLConnection {
    fileprivate func useCode(_ code: CodeRedemption) throws(LoginError) -> String? {
        try record(
            .useCode,
            [
                .text(code.id), .text(code.clientID), .text(code.redirectURI), .text(code.challenge),
                .moment(code.moment),
            ]
        ) { row throws(LoginError) in try row.text() }
    }
}

extension SQLConnection {
    /// The session, which waited for its code and is used from now on; nil where it does not last until now.
    fileprivate func beginUse(of sessionID: String, by code: CodeRedemption) throws(LoginError) -> SessionRecord? {
        try record(
            .beginUse,
            [.text(sessionID), .moment(code.moment), .moment(code.moment.addingTimeInterval(code.idleLife))],
            SessionRecord.init)
    }
}

extension Statement {
    static let beginUse = Statement(
        """
        UPDATE sessions SET last_used_at = $2, idle_ends_at = $3
        WHERE id = $1 AND ended_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
        RETURNING \(SessionRecord.columns)
        """)

    static let useCode = Statement(
        """
        UPDATE codes SET used_at = $5
        WHERE id = $1 AND client_id = $2 AND redirect_uri = $3 AND challenge = $4
            AND used_at IS NULL AND redeem_until > $5
        RETURNING session_id
        """)

    static let codeByID = Statement(
        """
        SELECT session_id, client_id, redirect_uri, challenge, used_at, expires_at FROM codes WHERE id = $1
        """)

    static let cleanCodes = Statement(
        """
        DELETE FROM codes WHERE expires_at <= (
            SELECT MAX(expires_at) FROM (
                SELECT expires_at FROM codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) AS oldest)
        RETURNING 1
        """)
}
