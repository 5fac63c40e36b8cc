// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Sealed notes that wait for somebody.
@Suite struct NoteTests {
    private let name = NoteKey(.toldName, hash: "h")

    @Test(
        "A note is there until its end, for its own key alone, and the newest takes its place",
        arguments: StoreKind.allCases)
    func keeping(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.keep(name, sealed: [1], until: start + 60)
            try await store.keep(name, sealed: [2], until: start + 120)

            #expect(try await store.note(name, at: start + 119) == [2])
            #expect(try await store.note(name, at: start + 120) == nil)
            #expect(try await store.note(NoteKey(.postedCallback, hash: "h"), at: start) == nil)
            #expect(try await store.note(NoteKey(.toldName, hash: "H"), at: start) == nil)
        }
    }

    @Test("A note is taken away, and one that is not there does no harm", arguments: StoreKind.allCases)
    func dropping(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.keep(name, sealed: [1], until: start + 60)

            try await store.drop(name)
            try await store.drop(name)

            #expect(try await store.note(name, at: start) == nil)
        }
    }

    @Test("Notes go when they have run out", arguments: StoreKind.allCases)
    func cleaning(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.keep(name, sealed: [1], until: start + 60)

            #expect(try await store.clean(at: start + 60) == 0)
            #expect(try await store.clean(at: start + 61) == 1)
            #expect(try await store.count("notes") == 0)
        }
    }
}
