// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Glibc
import LoginCore

/// A program as a process of its own; it is killed, and its end awaited, when nobody holds this any more.
///
/// Started by `posix_spawn` and awaited by `waitid` on a thread of its own. Foundation's `Process` now and then misses the end of
/// a child while others are started, and hands its children the signals that its calling thread blocks.
package final class Program: Sendable {
    /// How a program ended.
    package enum Ending: Equatable, Sendable {
        /// By itself, with this status.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)

        /// What a shell would call its status: 128 and the signal's number where a signal ended it.
        package var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let number): 128 + number
            }
        }
    }

    /// What becomes of what it writes to standard error.
    package enum Complaints: Sendable {
        /// It goes line by line into `complaints`.
        case kept
        /// It stands in `output`, among the rest.
        case inOutput
        /// It is thrown away.
        case dropped
    }

    /// What it writes to standard output, line by line.
    package let output: Lines
    /// What it writes to standard error, line by line; nothing unless these are kept.
    package let complaints: Lines
    private let child: Child
    private let input: Locked<FileDescriptor?>
    /// Between the making of a pipe and its mark to be closed in children no other program may be started: it would keep the
    /// pipe open.
    private static let oneAtATime = Locked(())

    /// Starts a program with no blocked signal.
    ///
    /// - Parameters:
    ///   - command: the program, looked up on PATH where its name holds no slash, and its arguments.
    ///   - environment: all that it gets; nil for what this process has.
    ///   - complaints: what becomes of what it writes to standard error.
    ///   - limits: how many lines of output and of complaints are read before their pipes are closed.
    ///   - takesInput: whether it reads from a pipe until `closeInput`; otherwise its input is empty.
    package init(
        _ command: [String], environment: [String: String]? = nil, complaints: Complaints = .dropped,
        reading limits: (output: Int, complaints: Int) = (.max, .max), takesInput: Bool = false
    ) throws {
        (child, self.output, self.complaints, input) = try Self.oneAtATime.withLock { _ in
            let output = try FileDescriptor.pipe()
            let complaint = complaints == .kept ? try FileDescriptor.pipe() : nil
            let input = takesInput ? try FileDescriptor.pipe() : nil
            let files = try SpawnedFiles()
            if let input { files.take(input.reading, as: 0) } else { files.open("/dev/null", O_RDONLY, as: 0) }
            files.take(output.writing, as: 1)
            switch complaints {
            case .kept: if let complaint { files.take(complaint.writing, as: 2) }
            case .inOutput: files.take(output.writing, as: 2)
            case .dropped: files.open("/dev/null", O_WRONLY, as: 2)
            }
            return (
                try Child(command, environment: environment, files: files),
                Lines(of: output.reading, limit: limits.output),
                complaint.map { Lines(of: $0.reading, limit: limits.complaints) } ?? Lines(), Locked(input?.writing)
            )
        }
    }

    deinit { child.signal(SIGKILL) }

    /// The number of the process.
    package var id: pid_t { child.id }

    /// Whether the process has ended.
    package var hasEnded: Bool { child.hasEnded }

    /// Sends a signal; one that has ended already gets none.
    package func signal(_ number: Int32) { child.signal(number) }

    /// Asks the program to end and returns when it has.
    package func stop() async {
        signal(SIGTERM)
        await ending()
    }

    /// Ends what the program reads.
    package func closeInput() { input.withLock { $0 = nil } }

    /// Returns when the program has ended, and says how.
    @discardableResult
    package func ending() async -> Ending { await child.ending() }

    /// Runs a program to its end and gives what it wrote.
    package static func run(
        _ command: [String], environment: [String: String]? = nil, complaints: Complaints = .dropped
    ) async throws -> (ending: Ending, output: String, complaints: String) {
        let program = try Program(command, environment: environment, complaints: complaints)
        let (output, complaints) = (await program.output.rest(), await program.complaints.rest())
        return (await program.ending(), output, complaints)
    }

    /// What stands in front of a command to run it as another user, who may do less; nothing where we are no superuser.
    package static func runAs(_ user: String) -> [String] {
        guard geteuid() == 0, let entry = getpwnam(user) else { return [] }
        let (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
    }

    /// Where a program of this package was built: the file that a variable names, or beside the tests.
    package static func built(_ name: String, named variable: String? = nil) -> String {
        if let variable, let path = getenv(variable) { return String(cString: path) }
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: name).path
    }
}

/// Why a program was not started.
package struct ProgramError: Error, CustomStringConvertible {
    /// What failed, and the system's word for why.
    package let description: String

    init(_ what: String, _ number: Int32) { description = "\(what): \(String(cString: strerror(number)))" }
}
