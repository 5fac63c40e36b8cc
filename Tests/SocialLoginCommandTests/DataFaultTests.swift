// SPDX-License-Identifier: Apache-2.0

import CLoginSQLite
import Foundation
import Programs
import Testing

@Suite(
    "A demo whose data is not as it left it says what to do, in one sentence and its remedy", .timeLimit(.minutes(5)))
struct DataFaultTests {
    /// A data folder in which a demo has run and ended.
    private func usedFolder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let demo = try await RunningDemo(in: folder)
        demo.program.signal(SIGTERM)
        #expect(await demo.program.ending() == .exit(0))
        return folder
    }

    private func demo(_ folder: TemporaryFolder, language: String = "en") async throws -> String {
        let ended = try await Command.run(
            ["demo", "--data", "\(folder.path)/data", "--log", "off", "--port", "0", "--emulator-port", "0"],
            environment: ["LANG": language])
        #expect(ended.status == 1)
        #expect(ended.output.isEmpty)
        #expect(!ended.complaints.contains("\n"))
        #expect(ended.complaints.ranges(of: /CREATE|SELECT|INSERT/).isEmpty)
        return ended.complaints
    }

    @Test("a missing master key beside a database: no new key is written", arguments: ["en", "ko"])
    func keyMissing(language: String) async throws {
        let folder = try await usedFolder()
        let key = "\(folder.path)/data/master.key"
        let kept = "\(folder.path)/kept.key"
        try FileManager.default.moveItem(atPath: key, toPath: kept)

        let complaints = try await demo(folder, language: language)

        #expect(complaints.contains(key) && complaints.contains("\(folder.path)/data/login.sqlite"))
        #expect(complaints.contains(language == "ko" ? "백업에서 \(key)을(를) 되돌리세요" : "Bring \(key) back from a backup"))
        #expect(
            complaints.contains(language == "ko" ? "제공자 토큰은 쓸 수 없습니다" : "providers' tokens in this database are lost"))
        #expect(!FileManager.default.fileExists(atPath: key))
        try FileManager.default.moveItem(atPath: kept, toPath: key)
        #expect(try await RunningDemo(in: folder).server.hasPrefix("http"), "the old key still opens it")
    }

    @Test("a master key that is a folder, or that holds something else")
    func keyOfAnotherKind() async throws {
        let folder = try await usedFolder()
        let key = "\(folder.path)/data/master.key"

        _ = try folder.file("data/master.key", "not a key")
        let broken = try await demo(folder)
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        let directory = try await demo(folder)

        #expect(broken.contains("What \(key) holds is no master key"))
        #expect(broken.contains("Bring \(key) back from a backup"))
        #expect(directory.contains("\(key) cannot be read: it is a folder"))
        #expect(!directory.contains("chmod"))
    }

    @Test("a database that is cut off")
    func cutOff() async throws {
        let folder = try await usedFolder()
        let file = URL(fileURLWithPath: "\(folder.path)/data/login.sqlite")
        let bytes = try Data(contentsOf: file)
        try bytes.prefix(bytes.count / 2).write(to: file)

        let complaints = try await demo(folder)

        #expect(complaints.contains("The database file \(file.path) is damaged. Stop the server"))
    }

    @Test("another program's database")
    func foreign() async throws {
        let folder = try await usedFolder()
        try FileManager.default.removeItem(atPath: "\(folder.path)/data/login.sqlite")
        try execute("CREATE TABLE notes (text)", in: folder)

        #expect(try await demo(folder).contains("is the database of another program"))
    }

    @Test("a database in which a table is missing", arguments: ["signing_keys", "audit", "schema_version"])
    func tableMissing(name: String) async throws {
        let folder = try await usedFolder()
        try execute("DROP TABLE \(name)", in: folder)

        #expect(try await demo(folder).contains("a table of this program is missing or was changed"))
    }

    private func execute(_ text: String, in folder: TemporaryFolder) throws {
        var database: OpaquePointer?
        #expect(sqlite3_open("\(folder.path)/data/login.sqlite", &database) == SQLITE_OK)
        #expect(sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(database)
    }
}
