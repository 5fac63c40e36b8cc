// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// What is over goes, in small batches, and what is not stays.
@Suite struct CleaningTests {
    @Test("Nothing goes while nothing is over", arguments: StoreKind.allCases)
    func nothing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            _ = try await store.signIn(.sample("b", spent: [SpentMark(.nonce, hash: "n", expiresAt: start + 600)]))

            #expect(try await store.clean(at: start + 600) == 0)
        }
    }

    @Test("Attempts, tickets and spent marks go when they have run out", arguments: StoreKind.allCases)
    func shortLived(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            _ = try await store.signIn(.sample("b", spent: [SpentMark(.nonce, hash: "n", expiresAt: start + 600)]))

            #expect(try await store.clean(at: start + 601) == 3)
            #expect(try await store.clean(at: start + 31 * minute) == 1)

            for table in ["attempts", "spent", "tickets"] {
                #expect(try await store.count(table) == 0, "\(table)")
            }
            #expect(try await store.count("sessions") == 2)
        }
    }

    @Test("Sessions go some time after they were ended or ran out, and live ones stay", arguments: StoreKind.allCases)
    func sessions(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let retention = Retention(endedSessions: 30 * day, audit: 999 * day)
            let live = try await store.signedUp()
            _ = try await store.signIn(.sample("b"))
            try await store.endSession("session-b", .signedOut, at: start, requestID: nil)

            _ = try await store.clean(retention, at: start + 30 * day)
            #expect(try await store.session("session-b") != nil)
            _ = try await store.clean(retention, at: start + 30 * day + 1)
            #expect(try await store.session("session-b") == nil)
            #expect(try await store.session(live.id) != nil)
            _ = try await store.clean(retention, at: start + 395 * day + 1)
            #expect(try await store.session(live.id) == nil)
        }
    }

    @Test("Audit events go when their time is over", arguments: StoreKind.allCases)
    func audit(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let event = AuditEvent(
                .signIn, accountID: "a", sessionID: nil, provider: nil, at: start, nil)
            try await store.record(event)

            #expect(try await store.clean(Retention(audit: day), at: start + day) == 0)
            #expect(try await store.auditEvents(of: "a", limit: 5) == [event])
            #expect(try await store.clean(Retention(audit: day), at: start + day + 1) == 1)
        }
    }

    @Test("A batch takes the oldest rows and leaves the others for the next", arguments: StoreKind.allCases)
    func batches(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 0..<25 {
                let event = AuditEvent(
                    .signIn, accountID: "a", sessionID: "\(number)", provider: nil, at: start + Double(number), nil)
                try await store.record(event)
            }

            var removed: [Int] = []
            repeat {
                removed.append(try await store.clean(Retention(audit: 0), batch: 10, at: start + 100))
            } while removed.last != 0

            #expect(removed == [10, 10, 5, 0])
        }
    }

    @Test("Keys go when nothing that they signed can still be valid", arguments: StoreKind.allCases)
    func keys(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.addSigningKey(
                SigningKeyRecord(
                    generation: 1, keyID: "k", algorithm: "ES256", publicJWK: "{}", sealedPrivateKey: [1],
                    createdAt: start, usedFrom: start, usedUntil: start + 10, publishedUntil: start + 20))

            #expect(try await store.clean(at: start + 20) == 0)
            #expect(try await store.clean(at: start + 21) == 1)
        }
    }
}
