// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Sign-up: one account for one person, however often and from wherever it is asked for.
@Suite struct SignUpTests {
    @Test("A ticket makes account, identity and session at once", arguments: StoreKind.allCases)
    func creates(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.signIn(.sample("a"))
            let email = EmailAddress("a@example.com", isVerified: true)

            let outcome = try await store.signUp(
                .sample(ticket: "a", account: .sample("account", nickname: "김서연", email: email), at: start + 5))

            guard case .created(let account, let session) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(account.nickname == "김서연" && account.email == email && account.createdAt == start + 5)
            #expect(account.termsVersion == "2026-01" && !account.acceptsMarketing && account.picture == nil)
            #expect(session.accountID == "account" && session.createdAt == start + 5)
            #expect(try await store.account("account") == account)
            let identities = try await store.identities(of: "account")
            #expect(identities.map(\.key) == [.kakao("1001")])
            #expect(identities.map(\.sealedTokens) == [[4, 5, 6]])
            #expect(identities.map(\.providerClientID) == ["rest-key"])
            #expect(try await store.auditEvents(of: "account", limit: 5).map(\.kind) == [.signUp])
        }
    }

    @Test("The same attempt gets the same account and session again, as they stand now", arguments: StoreKind.allCases)
    func repeats(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let session = try await store.signedUp()
            _ = try await store.refresh(session, 0)

            let outcome = try await store.signUp(.sample(ticket: "first-account", account: .sample("second")))

            guard case .repeated(let account, let same) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(account.id == "account" && same.id == session.id && same.wasRefreshed)
            #expect(try await store.account("second") == nil)
        }
    }

    @Test("Another attempt cannot use a ticket again", arguments: StoreKind.allCases)
    func usedByOther(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            let outcome = try await store.signUp(
                .sample(ticket: "first-account", attempt: "other", account: .sample("second")))

            #expect(outcome == .usedByOther)
        }
    }

    @Test("A ticket that ran out or that nobody knows makes nothing", arguments: StoreKind.allCases)
    func expired(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.signIn(.sample("a"))

            let late = try await store.signUp(
                .sample(ticket: "a", account: .sample("account"), at: start + 30 * minute))
            let unknown = try await store.signUp(.sample(ticket: "b", account: .sample("account")))

            #expect(late == .expired && unknown == .expired)
            #expect(try await store.account("account") == nil)
        }
    }

    @Test(
        "S17, S18: 100 parallel first sign-ins and sign-ups of one person make one account",
        arguments: StoreKind.allCases)
    func parallelPersons(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let outcomes = try await inParallel(100) { number in
                guard case .openedTicket = try await store.signIn(.sample("\(number)")) else {
                    // Another of the hundred was through with its sign-up already.
                    return nil as SignUpOutcome?
                }
                return try await store.signUp(.sample(ticket: "\(number)", account: .sample("account-\(number)")))
            }

            let created = outcomes.compactMap { if case .created(let account, _) = $0 { account.id } else { nil } }
            let joined = outcomes.compactMap { if case .identityTaken(let account, _) = $0 { account.id } else { nil } }
            #expect(created.count == 1)
            #expect(Set(joined + created) == Set(created))
            #expect(created.count + joined.count + outcomes.count { $0 == nil } == 100)
            let account = try #require(created.first)
            #expect(try await store.sessions(of: account, at: start).count == 100)
            #expect(try await store.count("accounts") == 1)
            #expect(try await store.count("identities") == 1)
        }
    }

    @Test(
        "S18: 100 parallel sign-ups with tickets of one person make one account and 100 sessions",
        arguments: StoreKind.allCases)
    func parallelTickets(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 0..<100 {
                _ = try await store.signIn(.sample("\(number)"))
            }

            let outcomes = try await inParallel(100) { number in
                try await store.signUp(.sample(ticket: "\(number)", account: .sample("account-\(number)")))
            }

            #expect(outcomes.count { if case .created = $0 { true } else { false } } == 1)
            #expect(outcomes.count { if case .identityTaken = $0 { true } else { false } } == 99)
            #expect(try await store.count("accounts") == 1)
            #expect(try await store.count("sessions") == 100)
        }
    }

    @Test(
        "Of 100 parallel sign-ups of one attempt one makes the account and the others get the same",
        arguments: StoreKind.allCases)
    func parallelAttempt(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.signIn(.sample("a"))

            let outcomes = try await inParallel(100) { number in
                try await store.signUp(.sample(ticket: "a", account: .sample("account-\(number)")))
            }

            let created = outcomes.compactMap { if case .created(_, let session) = $0 { session } else { nil } }
            let repeated = outcomes.compactMap { if case .repeated(_, let session) = $0 { session } else { nil } }
            #expect(created.count == 1 && repeated.count == 99)
            #expect(Set(created + repeated).count == 1)
        }
    }

    @Test("Two people with the same subject at two providers or apps are two accounts", arguments: StoreKind.allCases)
    func scopes(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let naver = IdentityKey(provider: ProviderID(rawValue: "naver"), scope: "1000001", subject: "1001")
            let otherApp = IdentityKey(provider: ProviderID(rawValue: "kakao"), scope: "1000002", subject: "1001")
            let email = EmailAddress("same@example.com", isVerified: true)

            try await store.signedUp("one", as: .kakao("1001"), email: email)
            try await store.signedUp("two", as: naver, email: email)
            try await store.signedUp("three", as: otherApp, email: email)

            #expect(try await store.count("accounts") == 3)
        }
    }
}
