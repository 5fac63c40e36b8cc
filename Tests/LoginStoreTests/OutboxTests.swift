// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// What providers must be told: taken up by one worker at a time, until it is done or given up.
@Suite struct OutboxTests {
    /// Makes a store with so many unlinks in its outbox.
    private static func withUnlinks(
        _ count: Int, on kind: StoreKind, _ body: (LoginStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store in
            for number in 0..<count {
                try await store.signedUp("account-\(number)", as: .kakao("\(number)"))
                let moment = start + Double(number)
                _ = try await store.withdraw(
                    Withdrawal(accountID: "account-\(number)", id: "w\(number)", at: moment, requestID: nil))
            }
            try await body(store)
        }
    }

    @Test(
        "Entries that are due are taken up, the oldest first, and not again while the lease lasts",
        arguments: StoreKind.allCases)
    func lease(kind: StoreKind) async throws {
        try await Self.withUnlinks(3, on: kind) { store in
            let first = try await store.takeDueOutbox(limit: 2, leaseEnd: start + 100, at: start + 10)
            let second = try await store.takeDueOutbox(limit: 2, leaseEnd: start + 100, at: start + 10)
            let none = try await store.takeDueOutbox(limit: 2, leaseEnd: start + 100, at: start + 99)
            let afterwards = try await store.takeDueOutbox(limit: 9, leaseEnd: start + 200, at: start + 100)

            #expect(first.map(\.id) == ["w0.0", "w1.0"] && second.map(\.id) == ["w2.0"] && none == [])
            #expect(first.map(\.tries) == [1, 1])
            #expect(afterwards.map(\.tries) == [2, 2, 2])
        }
    }

    @Test("Entries that are not due yet are left", arguments: StoreKind.allCases)
    func notDue(kind: StoreKind) async throws {
        try await Self.withUnlinks(3, on: kind) { store in
            let taken = try await store.takeDueOutbox(limit: 9, leaseEnd: start + 100, at: start + 1)

            #expect(taken.map(\.id) == ["w0.0", "w1.0"])
        }
    }

    @Test("Of 20 workers at a time each takes what no other has", arguments: StoreKind.allCases)
    func workers(kind: StoreKind) async throws {
        try await Self.withUnlinks(10, on: kind) { store in
            let taken = try await inParallel(20) { _ in
                try await store.takeDueOutbox(limit: 1, leaseEnd: start + 100, at: start + 10)
            }

            #expect(taken.joined().count == 10)
            #expect(Set(taken.joined().map(\.id)).count == 10)
        }
    }

    @Test(
        "A failed entry waits for its next try, a done one is gone, a given-up one stays to be seen",
        arguments: StoreKind.allCases)
    func ends(kind: StoreKind) async throws {
        try await Self.withUnlinks(3, on: kind) { store in
            _ = try await store.takeDueOutbox(limit: 9, leaseEnd: start + 100, at: start + 10)

            try await store.outboxFailed("w0.0", code: "provider_unavailable", nextTryAt: start + 50)
            try await store.outboxDone("w1.0")
            try await store.outboxGivenUp("w2.0", code: "provider_refused", at: start + 20)
            let due = try await store.takeDueOutbox(limit: 9, leaseEnd: start + 999, at: start + 500)

            #expect(due.map(\.id) == ["w0.0"])
            #expect(due.first?.lastError == "provider_unavailable" && due.first?.tries == 2)
            let left = try await store.outbox(limit: 9)
            #expect(left.map(\.id) == ["w0.0", "w2.0"])
            #expect(left.last?.givenUpAt == start + 20 && left.last?.lastError == "provider_refused")
            _ = try await store.clean(at: start + 90 * day + 21)
            #expect(try await store.outbox(limit: 9).map(\.id) == ["w0.0"])
        }
    }
}
