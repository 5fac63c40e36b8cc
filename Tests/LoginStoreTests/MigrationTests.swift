// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Tables from one version to the next.
@Suite struct MigrationTests {
    /// The version that this release makes.
    private static let current = Int64(Migration.all.count)
    private static let later = Migration(
        version: current + 1, text: "ALTER TABLE accounts ADD COLUMN shoe_size BIGINT;")

    @Test("Migrating twice changes nothing the second time", arguments: StoreKind.allCases)
    func idempotent(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            try await store.migrate()

            #expect(try await store.version() == Self.current)
            #expect(try await store.account("account") != nil)
        }
    }

    @Test("A later step is applied on top and keeps what is there", arguments: StoreKind.allCases)
    func stepsForward(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            try await store.migrate(Migration.all + [Self.later])

            #expect(try await store.version() == Self.current + 1)
            #expect(try await store.account("account")?.nickname == "김서연")
        }
    }

    @Test("The tables of the first release become those of this one", arguments: StoreKind.allCases)
    func fromTheFirst(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            let store = LoginStore(database: database)
            try await store.migrate([.firstTables])
            try await store.signedUp()

            try await store.migrate()

            #expect(try await store.version() == Self.current)
            #expect(try await store.account("account")?.nickname == "김서연")
        }
    }

    @Test("Tables of a later release are refused in both languages and left as they are", arguments: StoreKind.allCases)
    func newerIsRefused(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.migrate(Migration.all + [Self.later])

            let error = await #expect(throws: LoginError.self) { try await store.migrate() }

            #expect(error?.code.rawValue == "database_newer" && error?.advice == .fixSetup)
            #expect(
                error?.message.english
                    == "The database has version \(Self.current + 1); this program knows versions up to \(Self.current)."
            )
            #expect(error?.message.korean.contains("버전 \(Self.current + 1)") == true)
            #expect(try await store.version() == Self.current + 1)
        }
    }

    @Test("A step that fails leaves the version before it, whole", arguments: StoreKind.allCases)
    func failingStep(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let broken = Migration(
                version: Self.current + 1, text: "CREATE TABLE half (id TEXT); INSERT INTO nowhere (id) VALUES (1);")

            await #expect(throws: LoginError.self) { try await store.migrate(Migration.all + [broken]) }

            #expect(try await store.version() == Self.current)
            try await store.migrate(
                Migration.all + [Migration(version: Self.current + 1, text: "CREATE TABLE half (id TEXT);")])
        }
    }

    @Test("Ten programs that start on one new file at a time make its tables once")
    func parallel() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path

            let versions = try await inParallel(10) { _ in
                let database = try await SQLiteDatabase.open(path: path)
                let store = LoginStore(database: database)
                try await store.migrate()
                let version = try await store.version()
                await store.close()
                return version
            }

            #expect(versions == Array(repeating: Self.current, count: 10))
        }
    }
}
