// SPDX-License-Identifier: Apache-2.0

import CLoginSQLite
import Foundation
import LoginCore
import LoginHTTP
import LoginHTTPServer
import Programs
import Testing

@Suite("A demo that cannot start says why and what to do", .timeLimit(.minutes(5)))
struct StartFaultTests {
    private struct Nothing: HTTPHandler {
        func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 204) }
    }

    private func demo(
        _ folder: TemporaryFolder, port: Int = 0, emulatorPort: Int = 0, language: String = "en", asNobody: Bool = false
    ) async throws -> (status: Int32, output: String, complaints: String) {
        try await Command.run(
            [
                "demo", "--data", "\(folder.path)/data", "--log", "off", "--port", "\(port)", "--emulator-port",
                "\(emulatorPort)",
            ], environment: ["LANG": language], asNobody: asNobody)
    }

    @Test("a port that is taken, in either family, in both languages", arguments: ["127.0.0.1", "::1"], ["en", "ko"])
    func portInUse(host: String, language: String) async throws {
        let other = try HTTPListener.start(ListenerSettings(host: host, port: 0), handler: Nothing(), log: .silent)

        let ended = try await demo(TemporaryFolder(), port: other.port, language: language)
        await other.stop(drainingFor: .zero)

        #expect(ended.status == 1)
        #expect(ended.output.isEmpty)
        #expect(ended.complaints.contains(":\(other.port)"))
        #expect(ended.complaints.contains(language == "ko" ? "다른 포트를 고르세요(--port)" : "choose another port with --port"))
        #expect(!ended.complaints.contains("\n"))
    }

    @Test("an emulator port that is taken")
    func emulatorPortInUse() async throws {
        let other = try HTTPListener.start(
            ListenerSettings(host: "127.0.0.1", port: 0), handler: Nothing(), log: .silent)

        let ended = try await demo(TemporaryFolder(), emulatorPort: other.port)
        await other.stop(drainingFor: .zero)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("127.0.0.1:\(other.port)"))
    }

    @Test("a folder that may not be written", arguments: ["en", "ko"])
    func unwritableFolder(language: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)

        // Root writes anywhere, so the command runs as somebody else then.
        let ended = try await demo(folder, language: language, asNobody: geteuid() == 0)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("\(folder.path)/data"))
        #expect(ended.complaints.contains(language == "ko" ? "권한이 없습니다" : "permission denied"))
        #expect(ended.complaints.contains("--data"))
    }

    @Test("a folder whose path leads through a file")
    func fileInPath() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("data", "not a folder")

        let ended = try await demo(folder)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("a part of its path is not a folder"))
    }

    @Test("a database of a later release", arguments: ["en", "ko"])
    func newerDatabase(language: String) async throws {
        let folder = try TemporaryFolder()
        let demo = try await RunningDemo(in: folder)
        demo.program.signal(SIGTERM)
        #expect(await demo.program.ending() == .exit(0))
        var database: OpaquePointer?
        #expect(sqlite3_open("\(folder.path)/data/login.sqlite", &database) == SQLITE_OK)
        #expect(sqlite3_exec(database, "UPDATE schema_version SET version = 99", nil, nil, nil) == SQLITE_OK)
        sqlite3_close(database)

        let ended = try await self.demo(folder, language: language)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("99"))
        #expect(ended.complaints.contains(language == "ko" ? "이상의 프로그램을 실행하세요" : "or a later one"))
    }

    @Test("S52: a master key that is not the database's")
    func foreignKey() async throws {
        let folder = try TemporaryFolder()
        let demo = try await RunningDemo(in: folder)
        demo.program.signal(SIGTERM)
        #expect(await demo.program.ending() == .exit(0))
        _ = try folder.file("data/master.key", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n")

        let ended = try await self.demo(folder)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("master key"))
    }

    @Test("C9: a master key that others may read, or that is none, where there is no database yet")
    func exposedKey() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/data", withIntermediateDirectories: false)
        let key = try folder.file("data/master.key", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", mode: 0o640)

        let exposed = try await demo(folder)
        _ = try folder.file("data/master.key", "short")
        let short = try await demo(folder)

        #expect(exposed.status == 1)
        #expect(exposed.complaints.contains("chmod 600 \(key)"))
        #expect(short.status == 1)
        #expect(short.complaints.contains("base64 of 32 bytes"))
        #expect(short.complaints.contains("delete the file"))
    }
}
