// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginStore

/// What the process does, by its first argument.
///
/// `open PATH` opens a database and prints the code of the error, or `opened`. `refresh PATH COUNT` refreshes that many
/// sessions of the database at a time, each again and again, and prints a session's id and its new counter with every
/// answer; it runs until it is killed.
enum Probe {
    static func run(_ arguments: [String]) async {
        guard arguments.count > 2 else {
            print("usage: login-store-probe open PATH | refresh PATH COUNT")
            return
        }
        do {
            let database = try await SQLiteDatabase.open(path: arguments[2])
            guard arguments[1] == "refresh", arguments.count > 3, let count = Int(arguments[3]) else {
                print("opened")
                return
            }
            try await refresh(LoginStore(database: database), sessions: count)
        } catch let error as LoginError {
            print(error.code.rawValue)
        } catch {
            print(error)
        }
    }

    private static func refresh(_ store: LoginStore, sessions: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<sessions {
                group.addTask { try await refreshForever(store, "session-\(number)") }
            }
            try await group.waitForAll()
        }
    }

    private static func refreshForever(_ store: LoginStore, _ id: String) async throws {
        var counter: Int64 = 0
        while true {
            let moment = Date(timeIntervalSince1970: 1_800_000_000 + Double(counter) / 1000)
            let outcome = try await store.refresh(
                Refresh(sessionID: id, counter: counter, clientID: "app", idleLife: 86_400, at: moment, requestID: nil))
            guard case .rotated(let session) = outcome else { throw CancellationError() }
            counter = session.counter
            // One write call a line, so that a kill cuts no line in two that another task is writing.
            try FileHandle.standardOutput.write(contentsOf: Data("\(id) \(counter)\n".utf8))
        }
    }
}
