// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import LoginStore

/// Holds a database's writer inside a transaction, so that a test can line operations up behind it.
///
/// It blocks the writer's own thread, never one that runs tasks.
struct Gate {
    private let barrier = DispatchSemaphore(value: 0)

    /// Closes the gate, lets the body line operations up, opens the gate and waits for the transaction to end.
    static func holding(_ database: SQLiteDatabase, _ body: (Gate) async throws -> Void) async throws {
        let gate = Gate()
        let barrier = gate.barrier
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = database.write { _ in
            enter.finish()
            barrier.wait()
        }
        for await _ in entered {}
        do {
            try await body(gate)
        } catch {
            gate.open()
            throw error
        }
        gate.open()
        try await held
    }

    /// Lets the writer go on; doing so twice does no harm.
    func open() {
        barrier.signal()
    }

    /// Waits until so many writes stand behind the gate.
    static func wait(for count: Int, in database: SQLiteDatabase) async throws {
        for _ in 0..<1_000_000 {
            if database.waitingWrites == count { return }
            await Task.yield()
        }
        Issue.record("only \(database.waitingWrites) of \(count) operations came to wait")
        throw Unexpected()
    }
}
