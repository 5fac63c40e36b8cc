// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A code that an app will redeem for a session, with everything that it is bound to (RFC 6749, section 4.1.2;
/// RFC 7636, section 4.4).
package struct NewCode: Sendable {
    /// The code's own id; random, made by the caller.
    package let id: String
    /// The session that it stands for.
    package let sessionID: String
    /// The client that alone may redeem it.
    package let clientID: String
    /// The redirect URI that it was sent to.
    package let redirectURI: String
    /// The S256 challenge of the request.
    package let challenge: String
    /// Until when it can be redeemed.
    package let redeemUntil: Date
    /// Until when an answer that was lost can be asked for again; then the row is cleaned away.
    package let expiresAt: Date

    /// Puts the parts together.
    package init(
        id: String, sessionID: String, clientID: String, redirectURI: String, challenge: String, redeemUntil: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.sessionID = sessionID
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.challenge = challenge
        self.redeemUntil = redeemUntil
        self.expiresAt = expiresAt
    }
}

extension LoginStore {
    /// Keeps a code until it is redeemed.
    package func keep(_ code: NewCode) async throws {
        _ = try await database.write { database in
            try database.query(
                .insertCode,
                [
                    .text(code.id), .text(code.sessionID), .text(code.clientID), .text(code.redirectURI),
                    .text(code.challenge), .moment(code.redeemUntil), .moment(code.expiresAt),
                ])
        }
    }
}

extension Statement {
    static let insertCode = Statement(
        """
        INSERT INTO codes (id, session_id, client_id, redirect_uri, challenge, redeem_until, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)
}
