// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Sign-in: session or ticket, and what can stand in the way.
@Suite struct SignInTests {
    @Test("A new person gets a ticket that holds what the sign-in brought", arguments: StoreKind.allCases)
    func newPerson(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let device = DeviceRecord(name: "서연의 iPhone", platform: "ios", sealedPushToken: [7])

            let outcome = try await store.signIn(.sample("a", device: device))

            guard case .openedTicket(let ticket) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(ticket.id == "ticket-a" && ticket.identity == .kakao("1001"))
            #expect(ticket.providerClientID == "rest-key" && ticket.sealedIdentity == [9, 9])
            #expect(ticket.device == device && ticket.usedBy == nil && ticket.sessionID == nil)
            #expect(ticket.createdAt == start && ticket.expiresAt == start + 30 * minute)
            #expect(try await store.ticket("ticket-a") == ticket)
            #expect(try await store.session("session-a") == nil)
        }
    }

    @Test("A known person gets a session of the account", arguments: StoreKind.allCases)
    func knownPerson(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            let outcome = try await store.signIn(
                .sample("b", change: AccountChange(picture: "https://k.kakaocdn.net/p.jpg"), at: start + 60))

            guard case .signedIn(let account, let session) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(account.id == "account" && account.nickname == "김서연")
            #expect(account.picture == "https://k.kakaocdn.net/p.jpg" && account.updatedAt == start + 60)
            #expect(session.id == "session-b" && session.accountID == "account" && session.counter == 0)
            #expect(session.provider.rawValue == "kakao" && session.createdAt == start + 60 && !session.wasRefreshed)
            #expect(try await store.ticket("ticket-b") == nil)
            #expect(try await store.session("session-b") == SessionWithAccount(session: session, account: account))
            let events = try await store.auditEvents(of: "account", limit: 10)
            #expect(events.map(\.kind) == [.signIn, .signUp])
        }
    }

    @Test("A sign-in that brings no tokens keeps those that are there", arguments: StoreKind.allCases)
    func keepsTokens(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            _ = try await store.signIn(.sample("b", tokens: nil, at: start + 1))
            let kept = try await store.identities(of: "account")
            _ = try await store.signIn(.sample("c", tokens: [8], at: start + 2))
            let replaced = try await store.identities(of: "account")

            #expect(kept.map(\.sealedTokens) == [[4, 5, 6]] && kept.map(\.lastSignInAt) == [start + 1])
            #expect(replaced.map(\.sealedTokens) == [[8]] && replaced.map(\.linkedAt) == [start])
        }
    }

    @Test("A finished attempt is found with all that its answer needs", arguments: StoreKind.allCases)
    func finished(kind: StoreKind) async throws {
        try await kind.withStore { store in
            #expect(try await store.finishedAttempt("attempt-b") == nil)
            let first = try await store.signedUp()
            guard case .signedIn(let account, let session) = try await store.signIn(.sample("b")) else {
                throw Unexpected()
            }

            let ofTicket = try await store.finishedAttempt("attempt-first-account")
            let ofSession = try await store.finishedAttempt("attempt-b")

            #expect(ofSession?.outcome == .session(session, account))
            #expect(ofSession?.mark.credentialHash == Array("credential-b".utf8))
            #expect(ofSession?.mark.expiresAt == start + 10 * minute && ofSession?.createdAt == start)
            guard case .ticket(let ticket) = ofTicket?.outcome else { throw Unexpected() }
            #expect(ticket.usedBy == "attempt-first-account" && ticket.sessionID == first.id)
        }
    }

    @Test(
        "An attempt finishes once: the second run gets the first one's outcome and writes nothing",
        arguments: StoreKind.allCases)
    func attemptOnce(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let signIn = SignIn.sample("b", spent: [SpentMark(.nonce, hash: "n", expiresAt: start + 600)])
            guard case .signedIn(let account, let session) = try await store.signIn(signIn) else { throw Unexpected() }
            let again = SignIn(
                attempt: signIn.attempt, identity: signIn.identity, session: .sample("another"), ticket: signIn.ticket,
                spent: signIn.spent, at: start + 30, requestID: nil)

            let outcome = try await store.signIn(again)

            guard case .alreadyFinished(let finished) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(finished.outcome == .session(session, account))
            #expect(try await store.session("another") == nil)
            #expect(try await store.identities(of: "account").first?.lastSignInAt == start)
        }
    }

    @Test("Of 100 parallel runs of one attempt one opens a session", arguments: StoreKind.allCases)
    func parallelAttempt(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            let outcomes = try await inParallel(100) { number in
                let sample = SignIn.sample("b")
                return try await store.signIn(
                    SignIn(
                        attempt: sample.attempt, identity: sample.identity, session: .sample("session-\(number)"),
                        ticket: sample.ticket, spent: [], at: start, requestID: nil))
            }

            #expect(outcomes.count { if case .signedIn = $0 { true } else { false } } == 1)
            #expect(outcomes.count { if case .alreadyFinished = $0 { true } else { false } } == 99)
            #expect(try await store.sessions(of: "account", at: start).count == 2)
        }
    }

    @Test(
        "S8, S9: what works once is refused the second time, and the attempt is not used up",
        arguments: StoreKind.allCases)
    func spentOnce(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let nonce = SpentMark(.nonce, hash: "same", expiresAt: start + 600)
            let token = SpentMark(.idToken, hash: "same", expiresAt: start + 600)
            _ = try await store.signIn(.sample("b", spent: [nonce]))

            let sameNonce = try await store.signIn(.sample("c", spent: [token, nonce]))
            let freshToken = try await store.signIn(.sample("c", spent: [token]))
            let sameToken = try await store.signIn(.sample("d", spent: [token]))

            #expect(sameNonce == .alreadySpent(.nonce))
            guard case .signedIn = freshToken else {
                Issue.record("the refused sign-in left its marks: \(freshToken)")
                return
            }
            #expect(sameToken == .alreadySpent(.idToken))
            #expect(try await store.session("session-d") == nil)
        }
    }

    @Test("S9: of 100 parallel sign-ins with one id_token one is taken", arguments: StoreKind.allCases)
    func parallelSpent(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            let token = SpentMark(.idToken, hash: "t", expiresAt: start + 600)

            let outcomes = try await inParallel(100) { try await store.signIn(.sample("\($0)", spent: [token])) }

            #expect(outcomes.count { if case .signedIn = $0 { true } else { false } } == 1)
            #expect(outcomes.count { $0 == .alreadySpent(.idToken) } == 99)
        }
    }

    @Test("An attempt whose account was withdrawn is finished and gone", arguments: StoreKind.allCases)
    func gone(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()
            _ = try await store.signIn(.sample("b"))
            _ = try await store.withdraw(Withdrawal(accountID: "account", id: "w", at: start, requestID: nil))

            #expect(try await store.finishedAttempt("attempt-b")?.outcome == .gone)
            #expect(try await store.finishedAttempt("attempt-first-account")?.outcome == .gone)
        }
    }
}
