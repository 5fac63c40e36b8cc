// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import Testing

@Suite("A command whose output nobody takes", .timeLimit(.minutes(5)))
struct OutputTests {
    /// Every command that prints something by itself, without a server.
    private static let commands = [
        ["demo", "--json", "--port", "0", "--emulator-port", "0", "--log", "off", "--data"],
        ["emulate", "--json", "--port", "0", "--log", "off"], ["help"], ["version"],
    ]

    private func arguments(_ command: [String], _ folder: TemporaryFolder) -> [String] {
        command.last == "--data" ? command + ["\(folder.path)/data"] : command
    }

    @Test("ends with a status and a sentence where the reader has gone", arguments: commands)
    func readerGone(command: [String]) async throws {
        let folder = try TemporaryFolder()
        let pipe = "'\(folder.path)/pipe'"

        // A pipe that had a reader and has none any more.
        let ended = try await Command.runByShell(
            "mkfifo \(pipe); exec 3<>\(pipe) 4>\(pipe) 3<&-; exec \"$0\" \"$@\" >&4 4>&-", arguments(command, folder))

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("The result could not be written to standard output: nobody reads it."))
    }

    @Test("ends likewise where standard output was closed from the start", arguments: commands)
    func closed(command: [String]) async throws {
        let folder = try TemporaryFolder()

        let ended = try await Command.runByShell("exec \"$0\" \"$@\" >&-", arguments(command, folder))

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("The result could not be written to standard output: nobody reads it."))
    }

    @Test("never writes into its own files in place of what was closed")
    func allClosed() async throws {
        let folder = try TemporaryFolder()
        let demo = arguments(Self.commands[0], folder).filter { !["--log", "off"].contains($0) } + ["--verbose"]

        let ended = try await Command.runByShell("exec \"$0\" \"$@\" <&- >&- 2>&-", demo)

        #expect(ended.status == 1)
        let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/data/login.sqlite"))
        #expect(file.starts(with: Data("SQLite format 3\0".utf8)))
        let key = try String(contentsOfFile: "\(folder.path)/data/master.key", encoding: .utf8)
        #expect(key.count == 45)
    }

    @Test("a demo for people goes on serving them")
    func demoForPeople() async throws {
        let folder = try TemporaryFolder()
        let program = try Command.start(
            arguments(Self.commands[0], folder).filter { $0 != "--json" && $0 != "--log" && $0 != "off" },
            reading: (output: 0, complaints: .max))

        #expect(await program.complaints.next(with: "WARNING: this is unencrypted http") != nil)
        #expect(!program.hasEnded)
        program.signal(SIGTERM)
        #expect(await program.ending() == .exit(0))
    }
}
