// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// The list of devices: what it shows, how a session is used, changed and ended.
@Suite struct SessionTests {
    @Test("A session is read back as it was opened", arguments: StoreKind.allCases)
    func readBack(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let device = DeviceRecord(name: "회사 노트북 💻", platform: "linux", sealedPushToken: [])
            _ = try await store.signIn(.sample("b", device: device, at: start + 0.123))

            let session = try #require(try await store.session("session-b")?.session)

            #expect(session.clientID == "app" && session.kind == .token && session.device == device)
            #expect(session.createdAt.milliseconds == 1_800_000_000_123)
            #expect(session.idleEndsAt.milliseconds == (start + 30 * day).milliseconds + 123)
            #expect(session.end == nil && session.isLive(at: start + day))
        }
    }

    @Test("The list holds the live sessions of one account, the last used first", arguments: StoreKind.allCases)
    func list(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let first = try await store.signedUp()
            try await store.signedUp("other", as: .kakao("1002"))
            _ = try await store.signIn(.sample("b", at: start + 10))
            _ = try await store.signIn(.sample("c", at: start + 20))
            _ = try await store.refresh(first, 0, at: start + 30)
            try await store.endSession("session-c", .signedOut, at: start + 40, requestID: nil)

            let now = try await store.sessions(of: "account", at: start + 50)
            let afterIdleEnd = try await store.sessions(of: "account", at: start + 30 * day + 15)

            #expect(now.map(\.id) == [first.id, "session-b"])
            #expect(afterIdleEnd.map(\.id) == [first.id])
        }
    }

    @Test("S35: a session is ended once, with the first reason", arguments: StoreKind.allCases)
    func endOne(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()

            let ended = try await store.endSession(session.id, .endedByOwner, at: start + 1, requestID: "r")
            let again = try await store.endSession(session.id, .signedOut, at: start + 2, requestID: "r")
            let unknown = try await store.endSession("nobody", .signedOut, at: start + 2, requestID: "r")

            #expect(ended?.end == SessionRecord.End(at: start + 1, reason: .endedByOwner))
            #expect(again == nil && unknown == nil)
            #expect(try await store.session(session.id)?.session == ended)
            let events = try await store.auditEvents(of: "account", limit: 10)
            #expect(events.map(\.kind) == [.sessionEnded, .signUp])
        }
    }

    @Test(
        "S35: all sessions of an account are ended, or all but one, and no other account's",
        arguments: StoreKind.allCases)
    func endMany(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let kept = try await store.signedUp()
            let foreign = try await store.signedUp("other", as: .kakao("1002"))
            _ = try await store.signIn(.sample("b"))
            _ = try await store.signIn(.sample("c"))

            let others = try await store.endSessions(
                of: "account", except: kept.id, .endedByOwner, at: start + 1, requestID: nil)
            let rest = try await store.endSessions(of: "account", .signedOut, at: start + 2, requestID: nil)

            #expect(Set(others.map(\.id)) == ["session-b", "session-c"])
            #expect(rest.map(\.id) == [kept.id])
            #expect(try await store.sessions(of: "other", at: start + 3).map(\.id) == [foreign.id])
        }
    }

    @Test("A use is written down at most once an interval and moves the idle end", arguments: StoreKind.allCases)
    func touch(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()

            let early = try await store.touchSession(session.id, idleLife: day, at: start + 299)
            let due = try await store.touchSession(session.id, idleLife: day, at: start + 300)
            let again = try await store.touchSession(session.id, idleLife: day, at: start + 301)

            #expect(early == nil && again == nil)
            #expect(due?.lastUsedAt == start + 300 && due?.idleEndsAt == start + 300 + day)
            #expect(due?.counter == 0 && due?.endsAt == session.endsAt)
        }
    }

    @Test("A session that is over cannot be brought back by a use", arguments: StoreKind.allCases)
    func touchIsTooLate(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let idle = try await store.signedUp()
            _ = try await store.signIn(.sample("b"))
            try await store.endSession("session-b", .signedOut, at: start, requestID: nil)

            #expect(try await store.touchSession(idle.id, idleLife: day, at: start + 30 * day) == nil)
            #expect(try await store.touchSession("session-b", idleLife: day, at: start + day) == nil)
        }
    }

    @Test("A device gets another name and push token while its session lasts", arguments: StoreKind.allCases)
    func device(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            let device = DeviceRecord(name: "새 전화", platform: "ios", sealedPushToken: [1, 2])

            let changed = try await store.setDevice(device, ofSession: session.id)
            try await store.endSession(session.id, .signedOut, at: start, requestID: nil)
            let afterEnd = try await store.setDevice(DeviceRecord(), ofSession: session.id)

            #expect(changed?.device == device)
            #expect(afterEnd == nil)
            #expect(try await store.session(session.id)?.session.device == device)
        }
    }
}
