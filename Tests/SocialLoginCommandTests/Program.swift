// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore

/// The built command as a process of its own, killed at the end of the test whatever happens.
final class Program: Sendable {
    /// What standard output gives, line by line.
    let output: Lines
    /// What standard error gives, line by line.
    let complaints: Lines
    private let process: Locked<Int32>
    private let exits: AsyncStream<Int32>

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - environment: what is added to a nearly empty environment.
    ///   - nobody: whether it runs as the user `nobody`, for whom this process must be root.
    ///   - reading: how many lines of output and of complaints are read before their pipes are closed.
    init(
        _ arguments: [String], environment: [String: String] = [:], asNobody nobody: Bool = false,
        reading limits: (output: Int, complaints: Int) = (.max, .max)
    ) throws {
        let task = Process()
        let command = [Self.binary] + arguments
        task.executableURL = URL(fileURLWithPath: nobody ? "/usr/bin/setpriv" : Self.binary)
        task.arguments =
            nobody ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] + command : arguments
        task.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
        let (outputPipe, complaintPipe) = (Pipe(), Pipe())
        task.standardInput = FileHandle.nullDevice
        task.standardOutput = outputPipe
        task.standardError = complaintPipe
        let (exits, continuation) = AsyncStream.makeStream(of: Int32.self)
        task.terminationHandler = { ended in
            continuation.yield(ended.terminationReason == .exit ? ended.terminationStatus : -ended.terminationStatus)
            continuation.finish()
        }
        try task.run()
        // Where the other ends stay open here, the pipes never end; closing them a second time is no loss.
        try? outputPipe.fileHandleForWriting.close()
        try? complaintPipe.fileHandleForWriting.close()
        self.exits = exits
        process = Locked(task.processIdentifier)
        output = Lines(of: outputPipe.fileHandleForReading, limit: limits.output)
        complaints = Lines(of: complaintPipe.fileHandleForReading, limit: limits.complaints)
    }

    deinit { signal(SIGKILL) }

    /// Sends a signal to a process that still runs.
    func signal(_ number: Int32) {
        process.withLock { id in
            if id > 0 { kill(id, number) }
        }
    }

    /// The exit status once the process has ended; the negative number of the signal that ended it.
    func exit() async -> Int32 {
        for await status in exits {
            process.withLock { $0 = 0 }
            return status
        }
        return .min
    }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], asNobody nobody: Bool = false
    ) async throws -> (status: Int32, output: String, complaints: String) {
        let program = try Program(arguments, environment: environment, asNobody: nobody)
        let status = await program.exit()
        return (status, await program.output.rest(), await program.complaints.rest())
    }

    /// Where the command was built: SOCIAL_LOGIN_BIN, or beside the tests.
    private static let binary: String =
        ProcessInfo.processInfo.environment["SOCIAL_LOGIN_BIN"]
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("social-login").path
}
