// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginStore

/// Signing keys and what else belongs to the whole database.
@Suite struct SigningKeyTests {
    private static func key(_ generation: Int64, _ id: String, until end: Date = start + day) -> SigningKeyRecord {
        SigningKeyRecord(
            generation: generation, keyID: id, algorithm: "ES256", publicJWK: #"{"kty":"EC"}"#,
            sealedPrivateKey: [1, 2, 3], createdAt: start, usedFrom: start, usedUntil: end - 60, publishedUntil: end)
    }

    @Test("Of 20 servers that start at a time one key wins, and all sign with it", arguments: StoreKind.allCases)
    func firstStart(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let standing = try await inParallel(20) { try await store.addSigningKey(Self.key(1, "key-\($0)")) }

            #expect(Set(standing).count == 1)
            #expect(try await store.signingKeys(at: start) == [standing[0]])
        }
    }

    @Test("S53: keys are listed while they are published, the oldest first", arguments: StoreKind.allCases)
    func overlap(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let old = try await store.addSigningKey(Self.key(1, "old", until: start + 100))
            let new = try await store.addSigningKey(Self.key(2, "new", until: start + 200))

            #expect(try await store.signingKeys(at: start + 99) == [old, new])
            #expect(try await store.signingKeys(at: start + 100) == [new])
            #expect(old == Self.key(1, "old", until: start + 100))
        }
    }

    @Test("S53: a new key ends its predecessors, but none later than it ends already", arguments: StoreKind.allCases)
    func retiring(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.addSigningKey(Self.key(1, "first", until: start + 100))
            _ = try await store.addSigningKey(Self.key(2, "second", until: start + 1_000))

            let third = try await store.addSigningKey(
                Self.key(3, "third"), othersUsedUntil: start + 500, othersPublishedUntil: start + 600)

            let keys = try await store.signingKeys(at: start)
            #expect(keys.map(\.publishedUntil) == [start + 100, start + 600, start + day])
            #expect(keys.map(\.usedUntil) == [start + 40, start + 500, start + day - 60])
            #expect(try await store.newestSigningKey() == third)
        }
    }

    @Test("A key that comes second for its generation ends nobody", arguments: StoreKind.allCases)
    func second(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let first = try await store.addSigningKey(Self.key(1, "first"))
            let other = try await store.addSigningKey(Self.key(2, "other"))

            let standing = try await store.addSigningKey(
                Self.key(2, "late"), othersUsedUntil: start, othersPublishedUntil: start)

            #expect(standing == other)
            #expect(try await store.signingKeys(at: start) == [first, other])
        }
    }

    @Test("A health check writes again and again", arguments: StoreKind.allCases)
    func health(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.proveWritable()
            try await store.proveWritable()

            #expect(try await store.count("settings") == 1)
        }
    }
}
