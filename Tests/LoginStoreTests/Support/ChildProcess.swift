// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs a program to its end and gives its status and all that it printed.
func run(_ program: URL, _ arguments: [String], printingTo file: URL) async throws -> (status: Int32, output: String) {
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer {
        // Everything has been written by the process itself; there is nothing left to flush.
        try? handle.close()
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = handle
    process.standardError = handle
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do {
            try process.run()
        } catch {
            process.terminationHandler = nil
            continuation.resume(throwing: error)
        }
    }
    return (status, try String(contentsOf: file, encoding: .utf8))
}

/// The program `login-store-probe`, which is built beside the tests.
let probe = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "login-store-probe")

/// What stands in front of a command to run it as another user, who may do less; nothing where we are no superuser.
func runAs(_ user: String) -> [String] {
    guard geteuid() == 0, let entry = getpwnam(user) else { return [] }
    let (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
    return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
}
