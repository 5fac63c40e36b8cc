// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Programs
import Testing

@testable import LoginStore

/// Opening a file, what is said when that fails, and several programs at one file.
@Suite(.timeLimit(.minutes(2))) struct SQLiteDatabaseTests {
    @Test("A new file and its companions belong to their owner alone")
    func rights() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path
            let database = try await SQLiteDatabase.open(path: path)
            try await LoginStore(database: database).migrate()

            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
            }
            await database.close()
        }
    }

    @Test("A file is in WAL mode, waits for the disk at every commit and keeps foreign keys")
    func settings() async throws {
        try await StoreKind.file.withDatabase { database in
            let found = try await database.write { connection in
                try ["journal_mode", "synchronous", "foreign_keys"].map { name in
                    try connection.query(Statement("PRAGMA \(name)"), []).first?.values.first
                }
            }

            #expect(found == [.text("wal"), .integer(2), .integer(1)])
        }
    }

    @Test("A folder that does not exist is named in both languages")
    func missingFolder() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "nowhere/login.sqlite").path

            let error = await #expect(throws: LoginError.self) { try await SQLiteDatabase.open(path: path) }

            #expect(error?.code.rawValue == "database_cannot_open" && error?.advice == .fixSetup)
            #expect(error?.message.english.contains(path) == true && error?.message.korean.contains(path) == true)
        }
    }

    @Test("A folder in the place of the file is called one, and a file in it is proposed")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: LoginError.self) { try await SQLiteDatabase.open(path: folder.path) }

            #expect(error?.message.english == "\(folder.path) is a folder, not a database file.")
            #expect(error?.remedy.korean.contains("\(folder.path)/login.sqlite") == true)
        }
    }

    @Test("A file that holds something else is refused and left as it is")
    func notADatabase() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "login.sqlite")
            let text = Data(String(repeating: "This is a letter to a friend. ", count: 100).utf8)
            try text.write(to: file)

            let error = await #expect(throws: LoginError.self) { try await SQLiteDatabase.open(path: file.path) }

            #expect(error?.code.rawValue == "database_not_recognized" && error?.advice == .fixSetup)
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test(
        "A user who may not write gets one clear error",
        arguments: [("folder", "database_cannot_open"), ("file", "database_read_only")])
    func notWritable(what: String, code: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "login.sqlite")
            if what == "file" {
                let database = try await SQLiteDatabase.open(path: file.path)
                await database.close()
                try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
            defer {
                // The folder is removed all the same where its owner is the superuser.
                try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            }

            let ended = try await Program.run(Program.runAs("nobody") + [probe, "open", file.path])

            #expect(ended.output == code)
        }
    }

    @Test("A file that another program holds for too long is busy, to be tried later")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path
            let holder = try await SQLiteDatabase.open(path: path)
            let database = try await SQLiteDatabase.open(path: path, settings: .init(lockTimeout: .milliseconds(20)))
            let store = LoginStore(database: database)
            try await store.migrate()

            try await Gate.holding(holder) { _ throws in
                let error = await #expect(throws: LoginError.self) { try await store.proveWritable() }
                #expect(error?.code.rawValue == "database_busy" && error?.advice == .tryLater)
                #expect(try await store.account("nobody") == nil)
            }

            try await store.proveWritable()
            await database.close()
            await holder.close()
        }
    }

    @Test("S31: 100 parallel refreshes of one token through two programs at one file rotate once")
    func twoPrograms() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path
            let one = LoginStore(database: try await SQLiteDatabase.open(path: path))
            let other = LoginStore(database: try await SQLiteDatabase.open(path: path))
            try await one.migrate()
            let session = try await one.signedUp()

            let outcomes = try await inParallel(100) { number in
                try await (number.isMultiple(of: 2) ? one : other).refresh(session, 0, at: start + 1)
            }

            #expect(outcomes.count { if case .rotated = $0 { true } else { false } } == 1)
            #expect(outcomes.count { if case .repeated(let same) = $0 { same.counter == 1 } else { false } } == 99)
            await one.close()
            await other.close()
        }
    }

    @Test("What one program wrote, another reads as soon as it was answered")
    func readsAfterWrites() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path
            let one = LoginStore(database: try await SQLiteDatabase.open(path: path))
            let other = LoginStore(database: try await SQLiteDatabase.open(path: path))
            try await one.migrate()
            let session = try await one.signedUp()

            for counter in 0..<50 as Range<Int64> {
                _ = try await one.refresh(session, counter)
                #expect(try await other.session(session.id)?.session.counter == counter + 1)
            }
            await one.close()
            await other.close()
        }
    }

    @Test("An error shows neither SQL nor a value", arguments: StoreKind.allCases)
    func noValues(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let key = SigningKeyRecord(
                generation: 1, keyID: "my-own-secret", algorithm: "ES256", publicJWK: "{}", sealedPrivateKey: [],
                createdAt: start, usedFrom: start, usedUntil: start, publishedUntil: start)
            _ = try await store.addSigningKey(key)
            let sameID = SigningKeyRecord(
                generation: 2, keyID: "my-own-secret", algorithm: "ES256", publicJWK: "{}", sealedPrivateKey: [],
                createdAt: start, usedFrom: start, usedUntil: start, publishedUntil: start)

            let error = await #expect(throws: LoginError.self) { try await store.addSigningKey(sameID) }

            #expect(error?.code.rawValue == "database_failed")
            #expect(
                error?.description.contains("INSERT") == false && error?.description.contains("signing_keys") == false)
            #expect(error?.description.contains("my-own-secret") == false)
        }
    }
}
