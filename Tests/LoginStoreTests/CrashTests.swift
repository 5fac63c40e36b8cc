// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LoginStore

/// What a program answered before it was killed is there when the next one opens the file.
///
/// Foundation's `Process` sometimes misses the end of a killed child while many other tests start programs of their own, so
/// this runs with `./dev test --long`; the flow tests kill the whole server in every run.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: ProcessInfo.processInfo.environment["SOCIAL_LOGIN_LONG"] != nil, "runs with ./dev test --long"))
struct CrashTests {
    @Test(
        "After kill -9 in the middle of refreshes every answered one is there and no session has two heads",
        arguments: 1...3)
    func killed(round: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "login.sqlite").path
            try await Self.prepare(path, sessions: 32)

            let answered = try await Self.refreshUntilKilled(path, sessions: 32, afterLines: 500 * round)

            let store = LoginStore(database: try await SQLiteDatabase.open(path: path))
            #expect(answered.count == 32)
            for (id, counter) in answered {
                let found = try #require(try await store.session(id)?.session)
                // One refresh of each session was under way; it may have become durable without being answered.
                #expect(found.counter == counter || found.counter == counter + 1, "\(id)")
                let next = try await store.refresh(found, found.counter)
                guard case .rotated(let successor) = next else {
                    Issue.record("the newest token of \(id) no longer works: \(next)")
                    continue
                }
                #expect(try await store.refresh(found, found.counter) == .repeated(successor))
            }
            #expect(try await store.count("sessions") == 33)
            await store.close()
        }
    }

    private static func prepare(_ path: String, sessions: Int) async throws {
        let store = LoginStore(database: try await SQLiteDatabase.open(path: path))
        try await store.migrate()
        try await store.signedUp()
        for number in 0..<sessions {
            _ = try await store.signIn(.sample("\(number)"))
        }
        await store.close()
    }

    /// The last counter that the killed program answered for each session.
    private static func refreshUntilKilled(
        _ path: String, sessions: Int, afterLines limit: Int
    ) async throws -> [String: Int64] {
        let process = Process()
        let pipe = Pipe()
        // Without this, a program that another test starts meanwhile would inherit the end and keep it open.
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        process.executableURL = probe
        process.arguments = ["refresh", path, "\(sessions)"]
        process.standardOutput = pipe
        try process.run()
        var answered: [String: Int64] = [:]
        var lines = 0
        for await line in pipe.fileHandleForReading.lines {
            lines += 1
            if lines == limit { kill(process.processIdentifier, SIGKILL) }
            let parts = line.split(separator: " ")
            // The kill may cut the last line short; what was not said whole was not answered.
            guard parts.count == 2, let counter = Int64(parts[1]) else { continue }
            answered[String(parts[0])] = counter
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(lines >= limit)
        return answered
    }
}

extension FileHandle {
    /// The lines that come out of a pipe until it ends.
    fileprivate var lines: AsyncStream<String> {
        AsyncStream { continuation in
            let rest = LineBuffer()
            readabilityHandler = { handle in
                let data = handle.availableData
                for line in rest.take(data) {
                    continuation.yield(line)
                }
                if data.isEmpty {
                    handle.readabilityHandler = nil
                    continuation.finish()
                }
            }
        }
    }
}
