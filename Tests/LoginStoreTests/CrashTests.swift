// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import Testing

@testable import LoginStore

/// What a program answered before it was killed is there when the next one opens the file.
@Suite(.timeLimit(.minutes(2)))
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
        let program = try Program([probe, "refresh", path, "\(sessions)"])
        var answered: [String: Int64] = [:]
        var lines = 0
        while let line = await program.output.next() {
            lines += 1
            if lines == limit { program.signal(SIGKILL) }
            let parts = line.split(separator: " ")
            // The kill may cut the last line short; what was not said whole was not answered.
            guard parts.count == 2, let counter = Int64(parts[1]) else { continue }
            answered[String(parts[0])] = counter
        }
        #expect(await program.ending() == .signal(SIGKILL))
        #expect(lines >= limit)
        return answered
    }
}
