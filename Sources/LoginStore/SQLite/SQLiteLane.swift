// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LoginCore

/// A connection, the serial queue that owns it, and the operations that wait for it.
///
/// Whatever waits when the queue is free is handed to it together; that is what makes group commit and shared views.
final class SQLiteLane: Sendable {
    /// An operation that waits for its turn.
    struct Operation: Sendable {
        let number: UInt64
        /// Does the work and gives what will answer the caller, to be called once the work is durable.
        let perform: @Sendable (any SQLConnection) throws -> @Sendable () -> Void
        /// Answers the caller with an error.
        let fail: @Sendable (any Error) -> Void
    }

    /// Runs a batch and answers each of its operations exactly once.
    typealias Turn = @Sendable ([Operation], SQLiteConnection) -> Void

    private struct Waiting {
        var operations: [Operation] = []
        var lastNumber: UInt64 = 0
        var isWorking = false
        var isClosed = false
    }

    /// A turn takes no more than this, so that the first of many waiting is not answered last.
    private static let largestBatch = 256

    private let connection: Locked<SQLiteConnection?>
    private let queue: DispatchQueue
    private let waiting = Locked(Waiting())
    private let waitingLimit: Int
    private let turn: Turn

    /// Makes a lane of an open connection.
    ///
    /// - Parameter waitingLimit: how many operations may wait; one more is refused at once.
    init(_ connection: SQLiteConnection, label: String, waitingLimit: Int, turn: @escaping Turn) {
        self.connection = Locked(connection)
        self.queue = DispatchQueue(label: label)
        self.waitingLimit = waitingLimit
        self.turn = turn
    }

    /// Waits for a turn, runs the body in it and gives its answer.
    func run<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        let number = waiting.withLock { waiting in
            waiting.lastNumber += 1
            return waiting.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(
                    Operation(
                        number: number,
                        perform: { connection in
                            let answer = try body(connection)
                            return { continuation.resume(returning: answer) }
                        },
                        fail: { continuation.resume(throwing: $0) }))
                // A cancellation that came meanwhile, before the operation stood in the queue, found nothing to take out.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Refuses new operations, waits for those that stand in the queue and closes the connection.
    func close() async {
        waiting.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            queue.async {
                self.connection.withLock { $0 = nil }
                continuation.resume()
            }
        }
    }

    /// How many operations wait now.
    var waitingCount: Int { waiting.withLock { $0.operations.count } }

    private func enter(_ operation: Operation) {
        let limit = waitingLimit
        let refusal: LoginError? = waiting.withLock { waiting in
            if waiting.isClosed { return .databaseClosed }
            if waiting.operations.count >= limit { return .databaseOverloaded }
            waiting.operations.append(operation)
            if !waiting.isWorking {
                waiting.isWorking = true
                queue.async { self.work() }
            }
            return nil
        }
        if let refusal { operation.fail(refusal) }
    }

    private func cancel(_ number: UInt64) {
        let operation = waiting.withLock { waiting -> Operation? in
            guard let place = waiting.operations.firstIndex(where: { $0.number == number }) else { return nil }
            return waiting.operations.remove(at: place)
        }
        operation?.fail(CancellationError())
    }

    private func work() {
        guard let connection = connection.value else { return }
        while let batch = nextBatch() {
            turn(batch, connection)
        }
    }

    private func nextBatch() -> [Operation]? {
        waiting.withLock { waiting in
            guard !waiting.operations.isEmpty else {
                waiting.isWorking = false
                return nil
            }
            let batch = Array(waiting.operations.prefix(Self.largestBatch))
            waiting.operations.removeFirst(batch.count)
            return batch
        }
    }
}
