// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginStore
import Testing

@testable import LoginServer

/// S53: keys that sign access tokens take turns, published before and after; several servers agree.
struct SigningKeyRotationTests {
    private static let day = 86_400
    private let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_800_000_000))
    private let store: LoginStore
    private let sealing: SealingKeys

    init() async throws {
        store = LoginStore(database: try await SQLiteDatabase.open(path: ":memory:"))
        try await store.migrate()
        sealing = SealingKeys(ring: KeyRing(MasterKeys(MasterKey(random: SystemRandomSource())))) { $0.sealing }
    }

    private var environment: ServerEnvironment {
        ServerEnvironment(clock: clock, random: SystemRandomSource(), log: .silent, timer: ContinuousClock())
    }

    /// A server that has just started.
    private func server(life: Int = 90 * day) async throws -> ServerSigningKeys {
        try await ServerSigningKeys(store: store, sealing: sealing, life: life, environment: environment)
    }

    private var rotation: SigningKeyRotation {
        SigningKeyRotation(store: store, sealing: sealing, life: 90 * Self.day, environment: environment)
    }

    private func published(_ keys: ServerSigningKeys) -> [String] {
        keys.document["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    @Test func `S53: the next key is published two hours before it signs, and the old one twenty minutes after`()
        async throws
    {
        let keys = try await server()
        let old = keys.current.keyID

        clock.advance(by: TimeInterval(90 * Self.day - 7_201))
        try await keys.turn()
        #expect(published(keys) == [old], "not before it is time")

        clock.advance(by: 1)
        try await keys.turn()
        let both = published(keys)
        #expect(both.count == 2 && both.first == old)
        clock.advance(by: 7_199)
        try await keys.turn()
        #expect(keys.current.keyID == old)
        #expect(published(keys) == both)

        clock.advance(by: 1)
        #expect(keys.current.keyID == both.last, "the clock alone decides, no turn of the worker")
        #expect(published(keys) == both)

        clock.advance(by: 1_199)
        #expect(published(keys) == both)
        clock.advance(by: 1)
        #expect(published(keys) == both.suffix(1))
        #expect(try await keys.key(withID: old) == nil)
    }

    @Test func `S53: two servers on one database make one next key, and sign with it at the same moment`() async throws
    {
        let (one, other) = (try await server(), try await server())
        clock.advance(by: TimeInterval(90 * Self.day - 7_200))

        async let first: Void = one.turn()
        async let second: Void = other.turn()
        _ = try await (first, second)
        // Whoever read before the other wrote sees it a minute later.
        try await one.turn()
        try await other.turn()

        #expect(published(one).count == 2)
        #expect(published(one) == published(other))
        #expect(one.current.keyID == other.current.keyID)
        clock.advance(by: 7_200)
        #expect(one.current.keyID == published(one).last)
        #expect(one.current.keyID == other.current.keyID)
    }

    @Test func `S53: a server that slept through the turn publishes first and signs two hours later`() async throws {
        let keys = try await server()
        let old = keys.current.keyID
        clock.advance(by: TimeInterval(200 * Self.day))

        let woken = try await server()
        try await woken.turn()

        #expect(published(woken).count == 2)
        #expect(woken.current.keyID == old)
        clock.advance(by: 7_200)
        #expect(woken.current.keyID != old)
    }

    @Test func `keys go on taking turns, one at a time`() async throws {
        let keys = try await server()
        var signed = [keys.current.keyID]
        for _ in 0..<(24 * 30 * 10) {
            clock.advance(by: 3_600)
            try await keys.turn()
            if keys.current.keyID != signed.last { signed.append(keys.current.keyID) }
            #expect(published(keys).count <= 2)
        }

        #expect(Set(signed).count == signed.count)
        #expect(signed.count == 4, "300 days hold three turns of 90 days")
    }

    @Test func `S53: asked for by hand, the next key waits its two hours, and is asked for once`() async throws {
        let keys = try await server()
        let old = keys.current.keyID

        let next = try await rotation.publishNext()
        let same = try await rotation.publishNext()
        try await keys.turn()

        #expect(next == same)
        #expect(keys.current.keyID == old)
        #expect(published(keys) == [old, next.keyID])
        clock.advance(by: 7_200)
        #expect(keys.current.keyID == next.keyID)
    }

    @Test func `a key that leaked is worth nothing at once, and neither is one that waits for its turn`() async throws {
        let keys = try await server()
        let old = keys.current.keyID
        let waiting = try await rotation.publishNext()

        let fresh = try await rotation.replaceAll()
        // Another server learns of it by the first token that names the new key.
        #expect(try await keys.key(withID: fresh.keyID) != nil)

        #expect(keys.current.keyID == fresh.keyID)
        #expect(published(keys) == [fresh.keyID])
        #expect(try await keys.key(withID: old) == nil)
        #expect(try await keys.key(withID: waiting.keyID) == nil)
    }

    @Test func `invented key ids ask the database once in five seconds`() async throws {
        let keys = try await server()
        _ = try await keys.key(withID: "invented")
        let fresh = try await rotation.replaceAll()

        #expect(try await keys.key(withID: fresh.keyID) == nil)
        clock.advance(by: 5)
        #expect(try await keys.key(withID: fresh.keyID) != nil)
    }

    @Test func `a clock that was put back to before the first key still signs`() async throws {
        let keys = try await server()
        let id = keys.current.keyID
        clock.advance(by: -86_400)
        try await keys.turn()

        #expect(keys.current.keyID == id)
        #expect(published(keys) == [id])
    }

    @Test func `S52: keys of another master key are refused`() async throws {
        _ = try await server()
        let other = SealingKeys(ring: KeyRing(MasterKeys(MasterKey(random: SystemRandomSource())))) { $0.sealing }

        await #expect(throws: LoginError.self) {
            try await ServerSigningKeys(store: store, sealing: other, life: 86_400, environment: environment)
        }
    }
}
