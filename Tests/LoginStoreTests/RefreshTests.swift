// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Refresh tokens: rotation, grace, reuse and ends.
@Suite struct RefreshTests {
    @Test("The newest token rotates its session, and its successor does so again", arguments: StoreKind.allCases)
    func rotates(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()

            let first = try await store.refresh(session, 0, at: start + 60)
            let second = try await store.refresh(session, 1, at: start + 120)

            guard case .rotated(let one) = first, case .rotated(let two) = second else {
                Issue.record("\(first), \(second)")
                return
            }
            #expect(one.counter == 1 && one.rotatedAt == start + 60 && one.wasRefreshed)
            #expect(two.counter == 2 && two.rotatedAt == start + 120 && two.lastUsedAt == start + 120)
        }
    }

    @Test(
        "S31: 100 parallel refreshes of one token rotate once and all get the same successor",
        arguments: StoreKind.allCases)
    func parallel(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()

            let outcomes = try await inParallel(100) { _ in try await store.refresh(session, 0, at: start + 1) }

            let rotated = outcomes.compactMap { if case .rotated(let new) = $0 { new } else { nil } }
            let repeated = outcomes.compactMap { if case .repeated(let new) = $0 { new } else { nil } }
            #expect(rotated.count == 1)
            #expect(repeated.count == 99)
            #expect(Set(rotated + repeated).count == 1)
            #expect(try await store.session(session.id)?.session.counter == 1)
        }
    }

    @Test(
        "S30: within the grace the token before gets the same successor, and nothing is written",
        arguments: StoreKind.allCases)
    func grace(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            guard case .rotated(let rotated) = try await store.refresh(session, 0, at: start) else {
                throw Unexpected()
            }

            let atItsEnd = try await store.refresh(session, 0, at: start + 120)

            #expect(atItsEnd == .repeated(rotated))
            #expect(try await store.session(session.id)?.session == rotated)
        }
    }

    @Test("S30: the grace counts from the rotation and no repeat extends it", arguments: StoreKind.allCases)
    func graceNeverExtends(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, at: start)
            _ = try await store.refresh(session, 0, at: start + 119)

            let late = try await store.refresh(session, 0, at: start + 121)

            guard case .reused = late else {
                Issue.record("\(late)")
                return
            }
        }
    }

    @Test("S30: using the successor ends the grace of the token before", arguments: StoreKind.allCases)
    func successorEndsGrace(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, at: start)
            _ = try await store.refresh(session, 1, at: start + 1)

            let old = try await store.refresh(session, 0, at: start + 2)

            guard case .reused(let ended) = old else {
                Issue.record("\(old)")
                return
            }
            #expect(ended.end == SessionRecord.End(at: start + 2, reason: .refreshReuse))
        }
    }

    @Test(
        "S29, S32: a reuse ends the session with its own reason, and no token of it works again",
        arguments: StoreKind.allCases)
    func reuse(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, at: start)
            _ = try await store.refresh(session, 1, at: start + 1)
            _ = try await store.refresh(session, 0, at: start + 2)

            for counter in [0, 1, 2] as [Int64] {
                #expect(try await store.refresh(session, counter, at: start + 3) == .ended(.refreshReuse))
            }

            let events = try await store.auditEvents(of: "account", limit: 10)
            #expect(events.first?.kind == .refreshReuse)
            #expect(events.first?.sessionID == session.id)
            #expect(events.first?.requestID == "request-refresh")
        }
    }

    @Test(
        "S29: of 100 parallel reuses one ends the session and is the only one in the audit",
        arguments: StoreKind.allCases)
    func parallelReuse(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, at: start)
            _ = try await store.refresh(session, 1, at: start + 1)

            let outcomes = try await inParallel(100) { _ in try await store.refresh(session, 0, at: start + 2) }

            #expect(outcomes.count { if case .reused = $0 { true } else { false } } == 1)
            #expect(outcomes.count { $0 == .ended(.refreshReuse) } == 99)
            let events = try await store.auditEvents(of: "account", limit: 500)
            #expect(events.count { $0.kind == .refreshReuse } == 1)
        }
    }

    @Test(
        "S33: another client is refused, whichever token it holds, and changes nothing", arguments: StoreKind.allCases)
    func otherClient(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, at: start)
            _ = try await store.refresh(session, 1, at: start)

            for counter in [0, 1, 2] as [Int64] {
                #expect(try await store.refresh(session, counter, client: "other", at: start + 1) == .otherClient)
            }

            guard case .rotated = try await store.refresh(session, 2, at: start + 2) else { throw Unexpected() }
        }
    }

    @Test("S34: the idle end ends a session that nobody used, to the millisecond", arguments: StoreKind.allCases)
    func idleEnd(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0, idleLife: 10 * day, at: start)

            #expect(try await store.refresh(session, 1, at: start + 10 * day) == .expired)
            guard case .rotated = try await store.refresh(session, 1, at: start + 10 * day - 0.001) else {
                throw Unexpected()
            }
        }
    }

    @Test("S34: no refresh moves the absolute end", arguments: StoreKind.allCases)
    func absoluteEnd(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()

            guard
                case .rotated(let late) = try await store.refresh(session, 0, idleLife: 999 * day, at: start + 29 * day)
            else { throw Unexpected() }

            #expect(late.endsAt == start + 365 * day)
            #expect(try await store.refresh(session, 1, at: start + 365 * day) == .expired)
        }
    }

    @Test("A session that nobody knows and a token that was never given out are unknown", arguments: StoreKind.allCases)
    func unknown(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            let never = Refresh(
                sessionID: "nobody", counter: 0, clientID: "app", idleLife: day, at: start, requestID: nil)

            #expect(try await store.refresh(never) == .unknown)
            #expect(try await store.refresh(session, 7) == .unknown)
            guard case .rotated = try await store.refresh(session, 0) else { throw Unexpected() }
        }
    }

    @Test("A session that was signed out says so to its newest token", arguments: StoreKind.allCases)
    func signedOut(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            try await store.endSession(session.id, .signedOut, at: start, requestID: nil)

            #expect(try await store.refresh(session, 0, at: start + 1) == .ended(.signedOut))
        }
    }
}
