// SPDX-License-Identifier: Apache-2.0

package import LoginCore

extension LoginStore {
    /// What is wrong with the database since it last failed for good; nil while nothing is known to be.
    package var fault: LoginError? { database.fault }

    /// Looks whether the database can be gone on with: every table is there and readable, and a small file is whole.
    ///
    /// - Throws: `database_tables_unfit`, `database_damaged` or `database_disk_failed`.
    package func check() async throws {
        try await database.read { database in _ = try database.query(.touchTables, []) }
        try await database.check()
    }

    /// Tries whether a fault is over: checks, and writes as much as a sign-up could. Then `fault` is nil again.
    package func probe() async throws {
        try await database.probe {
            try await check()
            try await database.write { database in
                let name = SQLValue.text("probe")
                try database.query(.proveWritable, [name, .bytes(Array(repeating: 0, count: 64 << 10))])
                try database.query(.deleteSetting, [name])
            }
        }
    }

    /// Writes something and answers once it is durable: what a health check times.
    package func proveWritable() async throws {
        try await database.write { database in
            _ = try database.query(.proveWritable, [.text("heartbeat"), .bytes([])])
        }
    }
}

extension Statement {
    /// Reads a row of every table, from the table itself.
    static let touchTables = Statement(
        """
        SELECT
            (SELECT nickname FROM accounts LIMIT 1), (SELECT linked_at FROM identities LIMIT 1),
            (SELECT counter FROM sessions LIMIT 1), (SELECT created_at FROM attempts LIMIT 1),
            (SELECT created_at FROM tickets LIMIT 1), (SELECT expires_at FROM spent LIMIT 1),
            (SELECT public_jwk FROM signing_keys LIMIT 1), (SELECT tries FROM outbox LIMIT 1),
            (SELECT event FROM audit LIMIT 1), (SELECT value FROM settings LIMIT 1),
            (SELECT challenge FROM codes LIMIT 1), (SELECT sealed FROM notes LIMIT 1),
            (SELECT used_from FROM master_keys LIMIT 1)
        """)

    static let proveWritable = Statement(
        """
        INSERT INTO settings (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """)

    static let deleteSetting = Statement("DELETE FROM settings WHERE name = $1")
}
