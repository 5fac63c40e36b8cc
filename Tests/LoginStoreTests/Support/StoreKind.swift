// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LoginStore

/// Where a store of the suite lives: every test runs on both.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case file
    case memory

    var testDescription: String { rawValue }

    /// Opens a migrated store in a folder of its own, hands it over and clears everything away.
    func withStore(_ body: (LoginStore) async throws -> Void) async throws {
        try await withDatabase { database in
            let store = LoginStore(database: database)
            try await store.migrate()
            try await body(store)
        }
    }

    /// Opens an empty database.
    func withDatabase(
        _ settings: SQLiteDatabase.Settings = .init(), _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = self == .file ? folder.appending(path: "login.sqlite").path : ":memory:"
            let database = try await SQLiteDatabase.open(path: path, settings: settings)
            do {
                try await body(database)
            } catch {
                await database.close()
                throw error
            }
            await database.close()
        }
    }
}

/// Makes an empty folder for one test and removes it afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "login-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // A folder that stays behind in the temporary folder harms nobody.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder)
}
