// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import Testing

@Suite("Key cache", .timeLimit(.minutes(1)))
struct KeyCacheTests {
    private static let keys = ["K1", "K2", "K3"].map { SigningKey.generateES256(id: $0).publicJWK }

    private let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_800_000_000))
    private let issuer = Issuer(publishing: [keys[0]])

    private func cache() -> KeyCache {
        KeyCache(fetch: issuer.fetch, clock: clock, coolDown: 60, maxAge: 3600)
    }

    @Test("Nothing is fetched before a key is asked for, and then once for as long as the set is fresh")
    func oneFetch() async throws {
        let cache = cache()
        #expect(issuer.fetches == 0)

        for _ in 0..<10 {
            #expect(try await cache.key(withID: "K1") != nil)
            clock.advance(by: 359)
        }

        #expect(issuer.fetches == 1)
    }

    @Test("S3: 1,000 callers at once cause one fetch, and each gets the key")
    func manyCallers() async throws {
        let cache = cache()
        issuer.hold()

        let found = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<1000 {
                group.addTask { try await cache.key(withID: "K1") != nil }
            }
            await issuer.firstFetch()
            issuer.letGo()
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(found == 1000)
        #expect(issuer.fetches == 1)
    }

    @Test("B69: a key that the issuer begins to use is found by one more fetch, while the old one stays good")
    func rotation() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        issuer.publish([Self.keys[0], Self.keys[2]])

        #expect(try await cache.key(withID: "K3") != nil)
        #expect(try await cache.key(withID: "K1") != nil)
        #expect(issuer.fetches == 2)
    }

    @Test("B68: of two keys the one that is named is given")
    func choice() async throws {
        issuer.publish([Self.keys[0], Self.keys[1]])
        let cache = cache()

        #expect(try await cache.key(withID: "K2")?.thumbprint == Self.keys[1].thumbprint)
        #expect(try await cache.key(withID: "K1")?.thumbprint == Self.keys[0].thumbprint)
    }

    @Test("S3: a flood of invented ids causes one more fetch per cool-down, also from many callers at once")
    func flood() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)

        for round in 1...3 {
            let found = try await withThrowingTaskGroup(of: JWK?.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        do {
                            return try await cache.key(withID: "invented-\(round)-\(number)")
                        } catch is KeysJustLookedUp {
                            // It came after the look.
                            return nil
                        }
                    }
                }
                return try await group.contains { $0 != nil }
            }

            for number in 1000..<1100 {
                await #expect(throws: KeysJustLookedUp.self) {
                    try await cache.key(withID: "invented-\(round)-\(number)")
                }
            }

            #expect(!found)
            #expect(issuer.fetches == 1 + round)
            clock.advance(by: 60)
        }
    }

    @Test("A first caller with an invented id costs one fetch, not two")
    func inventedFirst() async throws {
        let cache = cache()

        #expect(try await cache.key(withID: "invented") == nil)
        #expect(issuer.fetches == 1)
    }

    @Test("A key that the issuer withdraws is no longer given once the kept set is too old")
    func withdrawal() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        issuer.publish([Self.keys[1]])

        clock.advance(by: 3599)
        #expect(try await cache.key(withID: "K1") != nil)
        clock.advance(by: 1)
        #expect(try await cache.key(withID: "K1") == nil)
        #expect(try await cache.key(withID: "K2") != nil)
    }

    @Test("Where the issuer is down the last good set stays in use, and known keys ask it once per cool-down")
    func outage() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        issuer.fail(true)
        clock.advance(by: 3600)

        for _ in 0..<5 {
            #expect(try await cache.key(withID: "K1") != nil)
        }
        #expect(issuer.fetches == 2)

        clock.advance(by: 60)
        #expect(try await cache.key(withID: "K1") != nil)
        #expect(issuer.fetches == 3)
    }

    @Test(
        "B69: a look that failed says nothing about an unknown key, not within the cool-down either, and looks are bounded"
    )
    func outageAndUnknownKey() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        issuer.fail(true)

        for _ in 0..<20 {
            await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K3") }
        }
        #expect(issuer.fetches == 6)
        #expect(try await cache.key(withID: "K1") != nil)

        clock.advance(by: 60)
        await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K3") }
        await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K3") }
        #expect(issuer.fetches == 7)

        clock.advance(by: 60)
        issuer.fail(false)
        issuer.publish([Self.keys[0], Self.keys[2]])
        #expect(try await cache.key(withID: "K3") != nil)
        #expect(issuer.fetches == 8)
    }

    @Test("B69: an outage of one answer keeps nobody waiting: the next look may come at once")
    func shortOutage() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        issuer.publish([Self.keys[0], Self.keys[2]])
        issuer.fail(true)
        await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K3") }

        issuer.fail(false)

        #expect(try await cache.key(withID: "K3") != nil)
    }

    @Test(
        "B69: in the cool-down after an invented id nobody is told that a key does not exist, and afterwards it is found"
    )
    func inventedBeforeRotation() async throws {
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        #expect(try await cache.key(withID: "invented") == nil)
        issuer.publish([Self.keys[0], Self.keys[2]])

        for _ in 0..<6 {
            await #expect(throws: KeysJustLookedUp.self) { try await cache.key(withID: "K3") }
            clock.advance(by: 10)
        }
        #expect(issuer.fetches == 2)

        #expect(try await cache.key(withID: "K3") != nil)
        #expect(issuer.fetches == 3)
    }

    @Test("Where the very first fetches fail, they are bounded too")
    func firstFailures() async throws {
        let cache = cache()
        issuer.fail(true)

        for _ in 0..<20 {
            await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K1") }
        }
        #expect(issuer.fetches == 5)

        clock.advance(by: 60)
        issuer.fail(false)
        #expect(try await cache.key(withID: "K1") != nil)
        #expect(issuer.fetches == 6)
    }

    @Test("Where the very first fetch fails its error is given, and the next caller tries again")
    func firstFailure() async throws {
        let cache = cache()
        issuer.fail(true)
        await #expect(throws: Issuer.Down.self) { try await cache.key(withID: "K1") }

        issuer.fail(false)

        #expect(try await cache.key(withID: "K1") != nil)
    }

    @Test("A caller that is cancelled leaves the fetch to the others, also where it began it")
    func cancellation() async throws {
        let cache = cache()
        issuer.hold()
        let first = Task { try await cache.key(withID: "K1") }
        await issuer.firstFetch()
        let others = (0..<10).map { _ in Task { try await cache.key(withID: "K1") } }

        first.cancel()
        others[0].cancel()
        issuer.letGo()

        for other in others.dropFirst() {
            #expect(try await other.value != nil)
        }
        #expect(!issuer.wasCancelled)
        #expect(issuer.fetches == 1)
    }

    @Test("A clock that is moved back makes the kept set old, not young for ever")
    func clockMovedBack() async throws {
        clock.advance(by: 86_400 * 365)
        let cache = cache()
        #expect(try await cache.key(withID: "K1") != nil)
        clock.advance(by: -86_400 * 365)
        issuer.publish([Self.keys[1]])

        #expect(try await cache.key(withID: "K2") != nil)
        await #expect(throws: KeysJustLookedUp.self) { try await cache.key(withID: "K1") }
    }

    @Test("S3: tokens with algorithms that are not asked for, or without a key id, cause no fetch")
    func noFetchForNonsense() async throws {
        let cache = cache()
        let key = SigningKey.generateRS256(id: "K1")
        let otherAlgorithm = signJWT(claims: JSONObject(), type: "JWT", key: key)
        let header = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))
        let withoutID = Secret("\(header).e30.AAAA")

        await #expect(throws: JWTError.unsupportedAlgorithm) {
            try await verifyJWT(otherAlgorithm, keys: cache, algorithms: [.es256])
        }
        await #expect(throws: JWTError.missingKeyID) {
            try await verifyJWT(withoutID, keys: cache, algorithms: [.es256])
        }
        #expect(issuer.fetches == 0)
    }
}

/// Publishes keys, counts who asks for them, and can make them wait or fail.
private final class Issuer: Sendable {
    struct Down: Error {}

    private struct State {
        var keys: [JWK]
        var fetches = 0
        var isDown = false
        var wasCancelled = false
    }

    private let state: Locked<State>
    private let began = AsyncStream<Void>.makeStream()
    private let gate = Locked<AsyncStream<Void>?>(nil)
    private let open = Locked<AsyncStream<Void>.Continuation?>(nil)

    init(publishing keys: [JWK]) {
        state = Locked(State(keys: keys))
    }

    var fetches: Int { state.value.fetches }
    var wasCancelled: Bool { state.value.wasCancelled }

    @Sendable func fetch() async throws -> JWKSet {
        state.withLock { $0.fetches += 1 }
        began.continuation.yield()
        if let gate = gate.value {
            for await _ in gate { break }
        }
        if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
        let state = state.value
        if state.isDown { throw Down() }
        return try JWKSet(state.keys)
    }

    func publish(_ keys: [JWK]) { state.withLock { $0.keys = keys } }

    func fail(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// Makes the next fetch wait for `letGo`.
    func hold() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        gate.withLock { $0 = stream }
        open.withLock { $0 = continuation }
    }

    func letGo() { open.value?.finish() }

    /// Returns as soon as a fetch has begun.
    func firstFetch() async {
        for await _ in began.stream { break }
    }
}
