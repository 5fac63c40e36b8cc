// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Files that a server must not start on: damaged ones, other programs', and ours with tables gone.
@Suite(.timeLimit(.minutes(2))) struct UnfitFileTests {
    /// What is done to a sound file before it is opened.
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case cutOff, cutInTheHeader, overwritten, lastPage, tableMissing, versionsMissing, columnMissing, letter

        var testDescription: String { rawValue }

        var code: String {
            switch self {
            case .cutOff, .cutInTheHeader, .overwritten, .lastPage: "database_damaged"
            case .letter: "database_not_recognized"
            case .tableMissing, .versionsMissing, .columnMissing: "database_tables_unfit"
            }
        }

        func happen(to file: URL) throws {
            switch self {
            case .cutOff:
                let bytes = try Data(contentsOf: file)
                try bytes.prefix(bytes.count / 2).write(to: file)
            case .cutInTheHeader: try Data(contentsOf: file).prefix(60).write(to: file)
            case .overwritten: try overwrite(file, from: 8_192)
            case .lastPage: try overwrite(file, from: try Data(contentsOf: file).count - 4_096)
            case .tableMissing: try define("DROP TABLE audit", in: file)
            case .versionsMissing: try define("DROP TABLE schema_version", in: file)
            case .columnMissing: try define("ALTER TABLE accounts RENAME COLUMN nickname TO name", in: file)
            case .letter: try Data("This is a letter to a friend.".utf8).write(to: file)
            }
        }
    }

    @Test(
        "A file that cannot be gone on with is refused at the start, in both languages and without SQL",
        arguments: Fault.allCases)
    func unfit(fault: Fault) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "login.sqlite")
            try await makeStore(at: file)
            try fault.happen(to: file)

            let error = await #expect(throws: LoginError.self) { try await openAndCheck(file) }

            #expect(error?.code.rawValue == fault.code)
            for text in [error?.message, error?.remedy] {
                for sentence in [text?.english ?? "", text?.korean ?? ""] {
                    #expect(!sentence.isEmpty && !sentence.contains("\n"))
                    #expect(sentence.ranges(of: /CREATE|SELECT|INSERT|accounts|BIGINT/).isEmpty, "\(sentence)")
                }
            }
            #expect(error?.message.english.contains(file.path) == true)
            #expect(error?.message.korean.contains(file.path) == true)
        }
    }

    @Test("A sound file passes the same check, and so does one in memory", arguments: StoreKind.allCases)
    func sound(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            try await store.check()
        }
    }

    @Test("The check reads every table that there is")
    func everyTable() async throws {
        try await StoreKind.memory.withStore { store in
            let names = try await store.database.read { database in
                try database.records(
                    Statement("SELECT name FROM sqlite_master WHERE type = 'table'"), []
                ) { row throws(LoginError) in try row.text() }
            }

            for name in names where name != "schema_version" {
                #expect(Statement.touchTables.text.contains(" FROM \(name) LIMIT 1"), "\(name)")
            }
        }
    }

    @Test(
        "Another program's database is refused and left as it is",
        arguments: [
            "PRAGMA application_id = 7; CREATE TABLE notes (text)", "CREATE TABLE accounts (id)",
            "PRAGMA application_id = 7",
        ])
    func foreign(text: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "other.sqlite")
            try define(text, in: file)
            let before = try Data(contentsOf: file)

            let error = await #expect(throws: LoginError.self) { try await SQLiteDatabase.open(path: file.path) }

            #expect(error?.code.rawValue == "database_of_another_program" && error?.advice == .fixSetup)
            #expect(error?.message.english.contains(file.path) == true)
            #expect(error?.message.korean.contains("다른 프로그램") == true)
            #expect(try Data(contentsOf: file) == before)
            #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        }
    }

    @Test("A file that an older build made, which has no application id, is opened and gets one")
    func olderBuild() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "login.sqlite")
            try await makeStore(at: file)
            try define("PRAGMA application_id = 0", in: file)
            #expect(try applicationID(of: file) == 0)

            try await openAndCheck(file)

            #expect(try applicationID(of: file) == 0x536F_4C6F)
        }
    }

    @Test("An empty file becomes ours")
    func emptyFile() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "login.sqlite")
            try Data().write(to: file)

            try await openAndCheck(file)

            #expect(try applicationID(of: file) == 0x536F_4C6F)
        }
    }

    private func makeStore(at file: URL) async throws {
        let store = LoginStore(database: try await SQLiteDatabase.open(path: file.path))
        try await store.migrate()
        try await store.signedUp()
        await store.close()
    }

    /// What a server does first.
    private func openAndCheck(_ file: URL) async throws {
        let store = LoginStore(database: try await SQLiteDatabase.open(path: file.path))
        do {
            try await store.migrate()
            try await store.check()
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}

/// Puts something else in the place of what stands in a file, to its end.
private func overwrite(_ file: URL, from start: Int) throws {
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(start..., with: Data(repeating: 0xA5, count: bytes.count - start))
    try bytes.write(to: file)
}

/// Runs statements on a file as any other program would.
private func define(_ text: String, in file: URL) throws {
    let connection = try SQLiteConnection(path: file.path, lockTimeout: .seconds(5))
    try connection.define(text)
}

/// The number in the header, big-endian at byte 68 (sqlite.org/fileformat2.html, section 1.3).
private func applicationID(of file: URL) throws -> UInt32 {
    try Data(contentsOf: file)[68..<72].reduce(0) { $0 << 8 | UInt32($1) }
}
