// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore

/// A program that runs beside this one; its output comes as lines.
final class ChildProgram: Sendable {
    /// The number of the process.
    let processID: Int32
    /// What it prints, line by line, until it ends.
    let lines: AsyncStream<String>
    private let ended: AsyncStream<Void>
    /// Kept, since a pipe that nobody holds is closed.
    private let pipe: Pipe

    /// Starts a program, which is looked up on PATH where its name holds no slash.
    init(_ command: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = environment.map { "\($0.key)=\($0.value)" } + command
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let rest = Locked(Data())
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let piece = handle.availableData
            for line in rest.withLock({ $0.takeLines(adding: piece) }) {
                continuation.yield(line)
            }
            if piece.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
        process.terminationHandler = { _ in end.finish() }
        try Self.letSignalsThrough { try process.run() }
        processID = process.processIdentifier
        self.lines = lines
        self.ended = ended
        self.pipe = pipe
    }

    /// Threads that run tasks block signals, and a child would inherit that: `openssl speed` waits for one to stop at.
    private static func letSignalsThrough(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Asks the program to end and waits until it has.
    func stop() async {
        kill(processID, SIGTERM)
        for await _ in ended {}
    }

    /// Runs a program to its end and gives what it printed.
    static func output(of command: [String]) async throws -> String {
        let program = try ChildProgram(command)
        var output = ""
        for await line in program.lines {
            output += line + "\n"
        }
        for await _ in program.ended {}
        return output
    }
}

extension Data {
    /// Adds a piece and takes the lines that are complete with it.
    fileprivate mutating func takeLines(adding piece: Data) -> [String] {
        append(piece)
        var lines: [String] = []
        while let end = firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: self[..<end], as: UTF8.self))
            self = Data(self[(end + 1)...])
        }
        return lines
    }
}
