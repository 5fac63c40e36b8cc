// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// One step from a version of the tables to the next.
///
/// A step that was released is never changed; what comes later is a new step.
struct Migration: Sendable {
    /// The version that the tables have after it.
    let version: Int64
    /// The statements, in SQL that both databases take.
    let text: String

    /// Every step, the oldest first.
    static let all = [firstTables, codes, notes, masterKeys]
}

extension LoginStore {
    /// Brings the tables to the version of this program, from whichever earlier one; does nothing where they are there.
    ///
    /// Throws `LoginError` with the code `database_newer` where a later release has been at work.
    public func migrate() async throws {
        try await migrate(Migration.all)
    }

    func migrate(_ migrations: [Migration]) async throws {
        try await database.write { database in
            try database.define(Migration.versionTable)
            // The row is written even where it stays as it is: of two servers that start at a time, the second waits here.
            let version = try database.record(.lockVersion, []) { row throws(LoginError) in try row.integer() } ?? 0
            let known = migrations.last?.version ?? 0
            guard version <= known else { throw LoginError.databaseNewer(found: version, known: known) }
            for migration in migrations where migration.version > version {
                try database.define(migration.text)
                try database.query(.setVersion, [.integer(migration.version)])
            }
        }
    }

    /// The version that the tables have.
    package func version() async throws -> Int64 {
        try await database.read { database in
            try database.record(.version, []) { row throws(LoginError) in try row.integer() } ?? 0
        }
    }
}

extension Migration {
    static let versionTable = """
        CREATE TABLE IF NOT EXISTS schema_version (
            one SMALLINT PRIMARY KEY CHECK (one = 1),
            version BIGINT NOT NULL
        );
        """
}

extension Statement {
    static let version = Statement("SELECT version FROM schema_version")

    static let lockVersion = Statement(
        """
        INSERT INTO schema_version (one, version) VALUES (1, 0)
        ON CONFLICT (one) DO UPDATE SET version = schema_version.version
        RETURNING version
        """)

    static let setVersion = Statement("UPDATE schema_version SET version = $1")
}
