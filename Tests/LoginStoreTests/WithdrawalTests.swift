// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Leaving: everything personal goes at once, and the provider is told.
@Suite struct WithdrawalTests {
    private static func withdrawal(_ id: String = "w", at moment: Date = start + 60) -> Withdrawal {
        Withdrawal(accountID: "account", id: id, at: moment, requestID: "request-w")
    }

    @Test(
        "S25: a withdrawal ends sessions, removes what is personal and queues the unlink in one step",
        arguments: StoreKind.allCases)
    func withdraws(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let device = DeviceRecord(name: "서연의 iPhone", platform: "ios", sealedPushToken: [7])
            let session = try await store.signedUp()
            _ = try await store.signIn(.sample("b", device: device))

            let outcome = try await store.withdraw(Self.withdrawal())

            #expect(outcome == .withdrawn(unlinks: 1))
            #expect(try await store.account("account") == nil)
            #expect(try await store.identities(of: "account") == [])
            #expect(try await store.count("tickets") == 0)
            #expect(try await store.refresh(session, 0, at: start + 61) == .ended(.withdrawn))
            let left = try #require(try await store.session("session-b"))
            #expect(left.account == nil && left.session.device == DeviceRecord())
            let queued = try #require(try await store.outbox(limit: 10).first)
            #expect(queued.id == "w.0" && queued.kind == .unlink && queued.identity == .kakao("1001"))
            #expect(queued.providerClientID == "rest-key" && queued.sealedTokens == [1, 2, 3] && queued.tries == 0)
            #expect(queued.createdAt == start + 60 && queued.nextTryAt == start + 60)
            #expect(try await store.auditEvents(of: "account", limit: 1).map(\.kind) == [.withdrawal])
        }
    }

    @Test(
        "S25: what waits under an identity's name goes too, and no unlink is queued that nobody could carry out",
        arguments: StoreKind.allCases)
    func leavesNothing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let (hers, others) = (NoteKey(.toldName, hash: "1001"), NoteKey(.toldName, hash: "1002"))
            for note in [hers, others] { try await store.keep(note, sealed: [1], until: start + 600) }

            let outcome = try await store.withdraw(
                Withdrawal(
                    accountID: "account", id: "w", notes: { [NoteKey(.toldName, hash: $0.subject)] },
                    canUnlink: { _ in false }, at: start + 60, requestID: nil))

            #expect(outcome == .withdrawn(unlinks: 0, left: [.kakao("1001")]))
            #expect(try await store.outbox(limit: 10).isEmpty)
            #expect(try await store.note(hers, at: start + 60) == nil)
            #expect(try await store.note(others, at: start + 60) != nil)
        }
    }

    @Test("S25: the second withdrawal finds nothing and queues nothing", arguments: StoreKind.allCases)
    func twice(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            let outcomes = try await inParallel(20) { try await store.withdraw(Self.withdrawal("w\($0)")) }

            #expect(outcomes.count { $0 == .withdrawn(unlinks: 1) } == 1)
            #expect(outcomes.count { $0 == .alreadyGone } == 19)
            #expect(try await store.outbox(limit: 100).count == 1)
        }
    }

    @Test(
        "S25: where the withdrawal fails at its end, no unlink is queued and the account stays",
        arguments: StoreKind.allCases)
    func allOrNothing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            // The audit row is the last thing that a withdrawal writes.
            try await store.database.write { database in
                try database.define(
                    """
                    CREATE TRIGGER no_audit BEFORE INSERT ON audit WHEN NEW.event = 'withdrawal'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
            }

            await #expect(throws: LoginError.self) { try await store.withdraw(Self.withdrawal()) }

            #expect(try await store.outbox(limit: 10) == [])
            #expect(try await store.account("account") != nil)
            guard case .rotated = try await store.refresh(session, 0) else { throw Unexpected() }
        }
    }

    @Test("Another account is not touched", arguments: StoreKind.allCases)
    func others(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let other = try await store.signedUp("other", as: .kakao("1002"))

            _ = try await store.withdraw(Self.withdrawal())

            #expect(try await store.account("other") != nil)
            #expect(try await store.identities(of: "other").count == 1)
            guard case .rotated = try await store.refresh(other, 0) else { throw Unexpected() }
        }
    }

    @Test("A person who comes back is new, and the unlink that still waits is dropped", arguments: StoreKind.allCases)
    func comesBack(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            _ = try await store.withdraw(Self.withdrawal())
            guard case .openedTicket = try await store.signIn(.sample("again", at: start + 120)) else {
                throw Unexpected()
            }
            #expect(try await store.outbox(limit: 10).count == 1)

            let outcome = try await store.signUp(
                .sample(ticket: "again", account: .sample("second"), at: start + 130))

            guard case .created(let account, _) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(account.id == "second")
            #expect(try await store.outbox(limit: 10) == [])
        }
    }

    @Test("A ticket that is open while its person withdraws goes too", arguments: StoreKind.allCases)
    func openTicket(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.signIn(.sample("early"))
            try await store.signedUp()
            _ = try await store.withdraw(Self.withdrawal())

            let outcome = try await store.signUp(.sample(ticket: "early", account: .sample("second")))

            #expect(outcome == .expired)
        }
    }
}
