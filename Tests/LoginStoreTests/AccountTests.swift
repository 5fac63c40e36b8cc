// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// What is kept of a person, and how it changes.
@Suite struct AccountTests {
    @Test(
        "B93: people who share no address have accounts all the same, with none made up", arguments: StoreKind.allCases)
    func withoutAddress(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp("one", as: .kakao("1001"), email: nil)
            try await store.signedUp("two", as: .kakao("1002"), email: nil)

            #expect(try await store.account("one")?.email == nil)
            #expect(try await store.account("two")?.email == nil)
        }
    }

    @Test(
        "B60: an emoji in a nickname is read back as it was, a NUL is left out",
        arguments: StoreKind.allCases,
        [("rider 🚲 x", "rider 🚲 x"), ("a\u{0}b", "ab"), ("\u{0}", ""), ("\u{FFFD}", "\u{FFFD}")])
    func nicknames(kind: StoreKind, nickname: (given: String, kept: String)) async throws {
        try await kind.withStore { store in
            try await store.signedUp(nickname: nickname.given)

            let kept = try #require(try await store.account("account")?.nickname)

            #expect(Array(kept.utf8) == Array(nickname.kept.utf8))
        }
    }

    @Test("A NUL in a key is refused, so that no two keys become one", arguments: StoreKind.allCases)
    func nulInKey(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.signedUp()

            let error = await #expect(throws: LoginError.self) {
                try await store.signIn(.sample("b", as: .kakao("1001\u{0}")))
            }

            #expect(error?.code.rawValue == "database_failed")
        }
    }

    @Test("Two spellings of a name that look the same are kept as they were given", arguments: StoreKind.allCases)
    func normalForms(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let decomposed = "\u{1100}\u{1161}"
            try await store.signedUp(as: .kakao(decomposed), nickname: decomposed)

            let other = try await store.signIn(.sample("b", as: .kakao("\u{AC00}")))

            #expect(try await store.account("account").map { Array($0.nickname.utf8) } == Array(decomposed.utf8))
            guard case .openedTicket = other else {
                Issue.record("two subjects that differ byte for byte were taken for one")
                return
            }
        }
    }

    @Test("A change touches what it names and leaves the rest", arguments: StoreKind.allCases)
    func change(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let email = EmailAddress("a@example.com", isVerified: true)
            try await store.signedUp(email: email)

            let renamed = try await store.updateAccount("account", AccountChange(nickname: "새 이름"), at: start + 1)
            let other = EmailAddress("b@example.com", isVerified: false)
            let moved = try await store.updateAccount(
                "account", AccountChange(email: other, picture: "https://x/y", acceptsMarketing: true), at: start + 2)

            #expect(renamed?.nickname == "새 이름" && renamed?.email == email && renamed?.updatedAt == start + 1)
            #expect(moved?.nickname == "새 이름" && moved?.email == other && moved?.picture == "https://x/y")
            #expect(moved?.acceptsMarketing == true && moved?.updatedAt == start + 2)
            #expect(try await store.account("account") == moved)
        }
    }

    @Test("There is nothing to read or change of an account that does not exist", arguments: StoreKind.allCases)
    func nobody(kind: StoreKind) async throws {
        try await kind.withStore { store throws in
            #expect(try await store.account("nobody") == nil)
            #expect(try await store.updateAccount("nobody", AccountChange(nickname: "x"), at: start) == nil)
            #expect(try await store.identities(of: "nobody") == [])
        }
    }
}
