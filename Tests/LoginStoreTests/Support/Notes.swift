// SPDX-License-Identifier: Apache-2.0

import LoginCore

@testable import LoginStore

/// A table of one column for the tests of the driver.
extension StoreKind {
    /// Opens a database with an empty table of notes.
    func withNotes(
        _ settings: SQLiteDatabase.Settings = .init(), _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        try await withDatabase(settings) { database in
            try await database.write { try $0.define("CREATE TABLE notes (text TEXT PRIMARY KEY, filler BYTEA)") }
            try await body(database)
        }
    }
}

extension SQLConnection {
    /// Adds a note, with so many bytes beside it.
    func note(_ text: String, bytes: Int = 0) throws(LoginError) {
        try query(
            Statement("INSERT INTO notes (text, filler) VALUES ($1, $2)"),
            [.text(text), .bytes(Array(repeating: 7, count: bytes))])
    }
}

extension SQLiteDatabase {
    /// One operation of a batch.
    typealias Step = @Sendable (any SQLConnection) throws -> Void

    /// Runs operations that stand in the queue together, in this order, and gives what each came to.
    func batch(_ steps: [Step]) async throws -> [Result<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        try await Gate.holding(self) { _ in
            for (number, step) in steps.enumerated() {
                tasks.append(Task { try await self.write(step) })
                try await Gate.wait(for: number + 1, in: self)
            }
        }
        var outcomes: [Result<Void, any Error>] = []
        for task in tasks {
            outcomes.append(await task.result)
        }
        return outcomes
    }

    /// All notes in the order of their texts.
    func notes() async throws -> [String] {
        try await read { database in
            try database.records(Statement("SELECT text FROM notes ORDER BY text"), []) { row throws(LoginError) in
                try row.text()
            }
        }
    }

    /// Lets the file grow by so many pages and no further, as a full disk does.
    func limitPages(more pages: Int64) async throws {
        try await write { database in
            let count = try database.record(Statement("PRAGMA page_count"), []) { row throws(LoginError) in
                try row.integer()
            }
            guard let count else { throw Unexpected() }
            try database.query(Statement("PRAGMA max_page_count = \(count + pages)"), [])
        }
    }
}

extension Result where Success == Void {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    /// The code of a `LoginError`.
    var code: String? {
        if case .failure(let error as LoginError) = self { error.code.rawValue } else { nil }
    }
}
