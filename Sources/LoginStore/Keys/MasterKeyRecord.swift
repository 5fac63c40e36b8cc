// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A master key that the database was sealed with: its number and what tells it from others, never the key.
package struct MasterKeyRecord: Sendable, Hashable {
    /// Which key in the row of keys; the highest that is not retired seals.
    package let number: UInt32
    /// A known text, sealed with it.
    package let proof: [UInt8]
    /// From when it sealed.
    package let usedFrom: Date
    /// From when it counts for nothing; nil while it opens what it sealed.
    package let retiredAt: Date?

    /// Puts the parts together, of a key that is not retired.
    package init(number: UInt32, proof: [UInt8], usedFrom: Date) {
        self.number = number
        self.proof = proof
        self.usedFrom = usedFrom
        retiredAt = nil
    }

    static let columns = "master_keys.number, master_keys.proof, master_keys.used_from, master_keys.retired_at"

    init(_ row: inout RowReader) throws(LoginError) {
        guard let number = UInt32(exactly: try row.integer()) else {
            throw .databaseFailed("a master key has an impossible number")
        }
        self.number = number
        proof = try row.bytes()
        usedFrom = try row.moment()
        retiredAt = try row.optionalMoment()
    }

    var values: [SQLValue] { [.integer(Int64(number)), .bytes(proof), .moment(usedFrom)] }
}

/// What still needs a master key.
package struct MasterKeyUse: Sendable, Hashable {
    /// Values that are sealed with it.
    package var values: Int64
    /// Sessions that may hold no token of a newer key yet.
    package var sessions: Int64

    /// Puts both together.
    package init(values: Int64 = 0, sessions: Int64 = 0) {
        self.values = values
        self.sessions = sessions
    }

    /// Whether nothing needs it.
    package var isNone: Bool { values == 0 && sessions == 0 }
}

extension LoginStore {
    /// The keys that the database knows, retired ones too, the oldest first.
    package func masterKeys() async throws -> [MasterKeyRecord] {
        try await database.read { try $0.records(.masterKeys, [], MasterKeyRecord.init) }
    }

    /// Notes the key of a new database, unless there is one, and gives the keys that stand then.
    package func setFirstMasterKey(_ key: MasterKeyRecord) async throws -> [MasterKeyRecord] {
        try await database.write { database in
            let standing = try database.records(.masterKeys, [], MasterKeyRecord.init)
            guard standing.isEmpty else { return standing }
            try database.query(.insertMasterKey, key.values)
            return try database.records(.masterKeys, [], MasterKeyRecord.init)
        }
    }

    /// Takes a key into use, with its line in the audit, unless its number is known, and gives the keys that stand then.
    package func addMasterKey(_ key: MasterKeyRecord) async throws -> [MasterKeyRecord] {
        try await database.write { database in
            if try database.first(.insertMasterKey, key.values) != nil {
                try database.record(AuditEvent(.masterKeyChanged, at: key.usedFrom))
            }
            return try database.records(.masterKeys, [], MasterKeyRecord.init)
        }
    }

    /// Retires a key, with its line in the audit, unless something needs it that may not be lost.
    ///
    /// - Parameters:
    ///   - number: which key.
    ///   - form: the first byte of values that name their key.
    ///   - next: when its successor came into use everywhere: sessions that were not used since may need this key.
    ///   - loss: what may be lost with it.
    /// - Returns: what needs it; the key is retired unless that is more than `loss`.
    package func retireMasterKey(
        _ number: UInt32, form: UInt8, usedBefore next: Date, losing loss: MasterKeyUse, at moment: Date,
        number read: @escaping @Sendable ([UInt8]) -> UInt32?
    ) async throws -> MasterKeyUse {
        try await database.write { database in
            let counts = try database.sealedCounts(form: form)
            let use = MasterKeyUse(
                values: counts.filter { read($0.head) == number }.reduce(0) { $0 + $1.count },
                sessions: try database.sessionsUnused(since: next, at: moment))
            guard use.values <= loss.values, use.sessions <= loss.sessions else { return use }
            if try database.first(.retireMasterKey, [.integer(Int64(number)), .moment(moment)]) != nil {
                try database.record(AuditEvent(.masterKeyRetired, at: moment))
            }
            return use
        }
    }

    /// How many live sessions were not used since a moment.
    package func sessionsUnused(since moment: Date, at now: Date) async throws -> Int64 {
        try await database.read { try $0.sessionsUnused(since: moment, at: now) }
    }
}

extension SQLConnection {
    fileprivate func sessionsUnused(since moment: Date, at now: Date) throws(LoginError) -> Int64 {
        try record(.sessionsUnusedSince, [.moment(now), .moment(moment)]) { row throws(LoginError) in
            try row.integer()
        } ?? 0
    }
}

extension AuditEvent {
    /// Something that befell the whole server.
    fileprivate init(_ kind: Kind, at moment: Date) {
        self.init(kind, accountID: nil, sessionID: nil, provider: nil, at: moment, nil)
    }
}

extension Statement {
    static let masterKeys = Statement("SELECT \(MasterKeyRecord.columns) FROM master_keys ORDER BY number")

    static let insertMasterKey = Statement(
        """
        INSERT INTO master_keys (number, proof, used_from) VALUES ($1, $2, $3)
        ON CONFLICT (number) DO NOTHING
        RETURNING number
        """)

    static let retireMasterKey = Statement(
        "UPDATE master_keys SET retired_at = $2 WHERE number = $1 AND retired_at IS NULL RETURNING number")

    static let sessionsUnusedSince = Statement(
        """
        SELECT COUNT(*) FROM sessions
        WHERE ended_at IS NULL AND idle_ends_at > $1 AND ends_at > $1 AND last_used_at <= $2
        """)
}
