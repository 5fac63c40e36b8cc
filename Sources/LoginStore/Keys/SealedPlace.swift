// SPDX-License-Identifier: Apache-2.0

/// Where sealed values lie: every column that holds any.
package enum SealedPlace: String, CaseIterable, Sendable {
    /// A provider's tokens beside an account.
    case tokens = "provider_tokens"
    /// A provider's tokens that an unlink needs.
    case unlinks
    /// Profile and tokens of somebody who may sign up.
    case tickets = "sign_up_tickets"
    /// The push token of somebody who may sign up.
    case ticketDevices = "ticket_push_tokens"
    /// The push token of a session's device.
    case devices = "push_tokens"
    /// The private half of a signing key.
    case signingKeys = "signing_keys"
    /// A note that waits for somebody.
    case notes

    /// How many texts a value comes with: its key, and what else it belongs to.
    var textCount: Int {
        switch self {
        case .unlinks: 4
        case .tokens: 3
        case .notes: 2
        case .tickets, .ticketDevices, .devices, .signingKeys: 1
        }
    }

    /// How many of these texts are the key of its row.
    var keyLength: Int { self == .unlinks ? 1 : textCount }

    var stale: Statement {
        switch self {
        case .tokens: .staleTokens
        case .unlinks: .staleUnlinks
        case .tickets: .staleTickets
        case .ticketDevices: .staleTicketDevices
        case .devices: .staleDevices
        case .signingKeys: .staleSigningKeys
        case .notes: .staleNotes
        }
    }

    var replace: Statement {
        switch self {
        case .tokens: .replaceTokens
        case .unlinks: .replaceUnlinks
        case .tickets: .replaceTickets
        case .ticketDevices: .replaceTicketDevices
        case .devices: .replaceDevices
        case .signingKeys: .replaceSigningKeys
        case .notes: .replaceNotes
        }
    }
}

/// Values that another key sealed than the one whose head is `$1`, behind a key, in the order of their keys; and the
/// replacement of one that is still what it was.
extension Statement {
    static let staleTokens = Statement(
        """
        SELECT provider, scope, subject, sealed_tokens FROM identities
        WHERE sealed_tokens IS NOT NULL AND substr(sealed_tokens, 1, 5) <> $1 AND (provider, scope, subject) > ($3, $4, $5)
        ORDER BY provider, scope, subject LIMIT $2
        """)

    static let replaceTokens = Statement(
        """
        UPDATE identities SET sealed_tokens = $1 WHERE sealed_tokens = $2 AND provider = $3 AND scope = $4 AND subject = $5
        RETURNING provider
        """)

    static let staleUnlinks = Statement(
        """
        SELECT id, provider, scope, subject, sealed_tokens FROM outbox
        WHERE sealed_tokens IS NOT NULL AND substr(sealed_tokens, 1, 5) <> $1 AND id > $3
        ORDER BY id LIMIT $2
        """)

    static let replaceUnlinks = Statement(
        """
        UPDATE outbox SET sealed_tokens = $1 WHERE sealed_tokens = $2 AND id = $3
        RETURNING id
        """)

    static let staleTickets = Statement(
        """
        SELECT id, sealed_identity FROM tickets
        WHERE sealed_identity IS NOT NULL AND substr(sealed_identity, 1, 5) <> $1 AND id > $3
        ORDER BY id LIMIT $2
        """)

    static let replaceTickets = Statement(
        """
        UPDATE tickets SET sealed_identity = $1 WHERE sealed_identity = $2 AND id = $3
        RETURNING id
        """)

    static let staleTicketDevices = Statement(
        """
        SELECT id, sealed_push_token FROM tickets
        WHERE sealed_push_token IS NOT NULL AND substr(sealed_push_token, 1, 5) <> $1 AND id > $3
        ORDER BY id LIMIT $2
        """)

    static let replaceTicketDevices = Statement(
        """
        UPDATE tickets SET sealed_push_token = $1 WHERE sealed_push_token = $2 AND id = $3
        RETURNING id
        """)

    static let staleDevices = Statement(
        """
        SELECT id, sealed_push_token FROM sessions
        WHERE sealed_push_token IS NOT NULL AND substr(sealed_push_token, 1, 5) <> $1 AND id > $3
        ORDER BY id LIMIT $2
        """)

    static let replaceDevices = Statement(
        """
        UPDATE sessions SET sealed_push_token = $1 WHERE sealed_push_token = $2 AND id = $3
        RETURNING id
        """)

    static let staleSigningKeys = Statement(
        """
        SELECT kid, sealed_private FROM signing_keys
        WHERE sealed_private IS NOT NULL AND substr(sealed_private, 1, 5) <> $1 AND kid > $3
        ORDER BY kid LIMIT $2
        """)

    static let replaceSigningKeys = Statement(
        """
        UPDATE signing_keys SET sealed_private = $1 WHERE sealed_private = $2 AND kid = $3
        RETURNING kid
        """)

    static let staleNotes = Statement(
        """
        SELECT kind, hash, sealed FROM notes
        WHERE sealed IS NOT NULL AND substr(sealed, 1, 5) <> $1 AND (kind, hash) > ($3, $4)
        ORDER BY kind, hash LIMIT $2
        """)

    static let replaceNotes = Statement(
        """
        UPDATE notes SET sealed = $1 WHERE sealed = $2 AND kind = $3 AND hash = $4
        RETURNING kind
        """)
}
