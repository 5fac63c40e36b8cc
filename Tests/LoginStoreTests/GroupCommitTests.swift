// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Many operations in one commit: none pays for its neighbour.
@Suite(.timeLimit(.minutes(2))) struct GroupCommitTests {
    @Test("An operation that fails in a batch takes back its own changes and no other's", arguments: StoreKind.allCases)
    func neighbours(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            let outcomes = try await database.batch([
                { try $0.note("first") },
                {
                    try $0.note("second"); throw Unexpected()
                },
                { try $0.note("third") },
            ])

            #expect(outcomes.map(\.isSuccess) == [true, false, true])
            #expect(try await database.notes() == ["first", "third"])
        }
    }

    @Test("A statement that fails in a batch does so for its own operation alone", arguments: StoreKind.allCases)
    func failingStatement(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            let outcomes = try await database.batch([
                { try $0.note("same") }, { try $0.note("same") }, { try $0.note("other") },
            ])

            #expect(outcomes.map(\.isSuccess) == [true, false, true])
            #expect(try await database.notes() == ["other", "same"])
        }
    }

    @Test(
        "Where the disk is full, only the operation that needs room fails, with database_full",
        arguments: StoreKind.allCases)
    func full(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            try await database.limitPages(more: 3)
            let runs = Locked(0)

            let outcomes = try await database.batch([
                {
                    try $0.note("first"); runs.withLock { $0 += 1 }
                },
                { try $0.note("large", bytes: 1_000_000) },
                {
                    try $0.note("third"); runs.withLock { $0 += 1 }
                },
            ])

            #expect(outcomes.map(\.isSuccess) == [true, false, true])
            #expect(outcomes[1].code == "database_full")
            #expect(try await database.notes() == ["first", "third"])
            // SQLite rolls the whole batch back, so the first ran again and was answered from its second run.
            #expect(runs.value == 3)
        }
    }

    @Test("After a full disk has room again, the database goes on", arguments: StoreKind.allCases)
    func roomAgain(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            try await database.limitPages(more: 3)
            let refused = try await database.batch([{ try $0.note("large", bytes: 1_000_000) }])

            try await database.limitPages(more: 1_000)
            let taken = try await database.batch([{ try $0.note("large", bytes: 1_000_000) }])

            #expect(refused[0].code == "database_full" && taken[0].isSuccess)
            #expect(try await database.notes() == ["large"])
        }
    }

    @Test(
        "An operation that hides the loss of its transaction cannot write outside of one", arguments: StoreKind.allCases
    )
    func hiddenLoss(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            try await database.limitPages(more: 3)

            let outcomes = try await database.batch([
                { connection in
                    // Swallowed on purpose: this is what the test is about.
                    try? connection.note("large", bytes: 1_000_000)
                    try connection.note("behind")
                }
            ])

            #expect(outcomes.map(\.isSuccess) == [false])
            #expect(try await database.notes() == [])
        }
    }

    @Test("A cancelled operation that still waits is taken out and never runs", arguments: StoreKind.allCases)
    func cancelWaiting(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            try await Gate.holding(database) { _ in
                let waiting = Task { try await database.write { try $0.note("never") } }
                try await Gate.wait(for: 1, in: database)

                waiting.cancel()

                await #expect(throws: CancellationError.self) { try await waiting.value }
                #expect(database.waitingWrites == 0)
            }
            #expect(try await database.notes() == [])
        }
    }

    @Test("An operation of a task that is cancelled already does not run", arguments: StoreKind.allCases)
    func cancelledBefore(kind: StoreKind) async throws {
        try await kind.withNotes { database throws in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await database.write { try $0.note("never") }
            }

            task.cancel()

            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await database.notes() == [])
        }
    }

    @Test("An operation that has begun finishes although its task is cancelled", arguments: StoreKind.allCases)
    func cancelBegun(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            let (entered, enter) = AsyncStream.makeStream(of: Void.self)
            let barrier = DispatchSemaphore(value: 0)
            let task = Task {
                try await database.write { connection in
                    try connection.note("begun")
                    enter.finish()
                    barrier.wait()
                }
            }
            for await _ in entered {}

            task.cancel()
            barrier.signal()

            try await task.value
            #expect(try await database.notes() == ["begun"])
        }
    }

    @Test("More operations than may wait are refused at once, to be tried later", arguments: StoreKind.allCases)
    func overloaded(kind: StoreKind) async throws {
        try await kind.withNotes(.init(waitingLimit: 2)) { database in
            try await Gate.holding(database) { gate in
                async let first: Void = database.write { try $0.note("first") }
                async let second: Void = database.write { try $0.note("second") }
                try await Gate.wait(for: 2, in: database)

                let error = await #expect(throws: LoginError.self) { try await database.write { try $0.note("third") } }

                #expect(error?.code.rawValue == "database_overloaded" && error?.advice == .tryLater)
                gate.open()
                _ = try await (first, second)
            }
            #expect(try await database.notes() == ["first", "second"])
        }
    }

    @Test("Closing waits for what stands in the queue and refuses what comes later", arguments: StoreKind.allCases)
    func close(kind: StoreKind) async throws {
        try await kind.withNotes { database in
            let noted = Locked(false)
            try await Gate.holding(database) { gate in
                async let waiting: Void = database.write { connection in
                    try connection.note("waiting")
                    noted.withLock { $0 = true }
                }
                try await Gate.wait(for: 1, in: database)
                async let closing: Void = database.close()
                gate.open()
                _ = await closing
                try await waiting
            }

            let error = await #expect(throws: LoginError.self) { try await database.notes() }

            #expect(noted.value)
            #expect(error?.code.rawValue == "database_closed")
        }
    }
}
