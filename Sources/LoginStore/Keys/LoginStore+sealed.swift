// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A sealed value with its place, whose key and contents only the caller can read.
package struct SealedValue: Sendable, Hashable {
    /// Where it lies.
    package let place: SealedPlace
    /// The key of its row, and what else it belongs to.
    package let texts: [String]
    /// The value.
    package let sealed: [UInt8]

    init(_ row: inout RowReader, in place: SealedPlace) throws(LoginError) {
        self.place = place
        var texts: [String] = []
        for _ in 0..<place.textCount { texts.append(try row.text()) }
        self.texts = texts
        sealed = try row.bytes()
    }

    fileprivate var key: [SQLValue] { texts.prefix(place.keyLength).map(SQLValue.text) }
}

/// How many values of a place begin alike.
package struct SealedCount: Sendable, Hashable {
    /// Where they lie.
    package let place: SealedPlace
    /// What they begin with: the part that names their key, or the first byte of what names none.
    package let head: [UInt8]
    /// How many there are.
    package let count: Int64
}

extension LoginStore {
    /// Values of a place that do not begin with `head`, in the order of their keys, behind the one given.
    package func staleValues(
        in place: SealedPlace, head: [UInt8], after last: SealedValue?, limit: Int
    ) async throws -> [SealedValue] {
        let begin = last?.key ?? Array(repeating: SQLValue.text(""), count: place.keyLength)
        return try await database.read { database in
            try database.records(place.stale, [.bytes(head), .count(limit)] + begin) { row throws(LoginError) in
                try SealedValue(&row, in: place)
            }
        }
    }

    /// Puts others in the place of values, in one transaction; those that changed meanwhile are left alone.
    ///
    /// Gives how many were replaced.
    package func replace(_ pairs: [(value: SealedValue, fresh: [UInt8])]) async throws -> Int {
        try await database.write { database in
            try pairs.reduce(0) { count, pair in
                let values = [.bytes(pair.fresh), .bytes(pair.value.sealed)] + pair.value.key
                return try database.first(pair.value.place.replace, values) == nil ? count : count + 1
            }
        }
    }

    /// How many values there are, by place and by what they begin with.
    ///
    /// - Parameter form: the first byte of values that name their key.
    package func sealedCounts(form: UInt8) async throws -> [SealedCount] {
        try await database.read { try $0.sealedCounts(form: form) }
    }
}

extension SQLConnection {
    func sealedCounts(form: UInt8) throws(LoginError) -> [SealedCount] {
        try records(.countSealed, [.bytes([form])]) { row throws(LoginError) in
            guard let place = SealedPlace(rawValue: try row.text()) else {
                throw .databaseFailed("a sealed value lies in an unknown place")
            }
            return SealedCount(place: place, head: try row.bytes(), count: try row.integer())
        }
    }
}

extension Statement {
    /// All places are read from end to end: for an operator's question, not for a request.
    static let countSealed = Statement(
        """
        SELECT place, head, COUNT(*) FROM (
            SELECT place, CASE WHEN substr(sealed, 1, 1) = $1 THEN substr(sealed, 1, 5) ELSE substr(sealed, 1, 1) END AS head
            FROM (
            SELECT 'provider_tokens' AS place, sealed_tokens AS sealed FROM identities UNION ALL
            SELECT 'unlinks' AS place, sealed_tokens AS sealed FROM outbox UNION ALL
            SELECT 'sign_up_tickets' AS place, sealed_identity AS sealed FROM tickets UNION ALL
            SELECT 'ticket_push_tokens' AS place, sealed_push_token AS sealed FROM tickets UNION ALL
            SELECT 'push_tokens' AS place, sealed_push_token AS sealed FROM sessions UNION ALL
            SELECT 'signing_keys' AS place, sealed_private AS sealed FROM signing_keys UNION ALL
            SELECT 'notes' AS place, sealed AS sealed FROM notes
            ) AS each_value WHERE sealed IS NOT NULL
        ) AS headed GROUP BY place, head ORDER BY place, head
        """)
}
