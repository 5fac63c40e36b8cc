// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The hash of something that works once: remembered until it would have run out by itself.
package struct SpentMark: Sendable, Hashable {
    /// What works once.
    package enum Kind: String, Sendable {
        /// A nonce that this server gave out.
        case nonce
        /// An id_token of a provider.
        case idToken = "id_token"
    }

    /// What it is.
    package let kind: Kind
    /// Its hash, as text.
    package let hash: String
    /// When it is refused for its age anyway.
    package let expiresAt: Date

    /// Puts the parts together.
    package init(_ kind: Kind, hash: String, expiresAt: Date) {
        self.kind = kind
        self.hash = hash
        self.expiresAt = expiresAt
    }
}

extension SQLConnection {
    /// Spends a mark; false where it was spent before.
    func spend(_ mark: SpentMark) throws(LoginError) -> Bool {
        try first(.spend, [.text(mark.kind.rawValue), .text(mark.hash), .moment(mark.expiresAt)]) != nil
    }
}

extension Statement {
    static let spend = Statement(
        """
        INSERT INTO spent (kind, hash, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (kind, hash) DO NOTHING
        RETURNING hash
        """)
}
