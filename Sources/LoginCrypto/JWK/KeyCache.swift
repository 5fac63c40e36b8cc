// SPDX-License-Identifier: Apache-2.0

public import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the key of an id comes from: a fixed set, or one that is fetched and kept.
public protocol KeySource: Sendable {
    /// The key of that id; nil where there is none.
    func key(withID keyID: String) async throws -> JWK?
}

extension JWKSet: KeySource {}

/// An issuer's keys, fetched when needed and kept for a while.
///
/// - However many callers wait, one fetch is under way; it is shared, so a caller that is cancelled leaves it to the others.
/// - An id that is not among the kept keys causes a fetch, since issuers rotate keys; but only one per cool-down for all
///   callers, so a flood of invented ids reaches the issuer no more often.
/// - Where the issuer cannot be reached, the last good set stays in use, and the next try waits for the cool-down. Only
///   the very first fetch has nothing to fall back on: its error goes to those who waited for it.
public actor KeyCache: KeySource {
    private let fetch: @Sendable () async throws -> JWKSet
    private let clock: any WallClock
    private let coolDown: TimeInterval
    private let maxAge: TimeInterval

    private var kept: (keys: JWKSet, since: Date)?
    private var fetchUnderWay: Task<JWKSet, any Error>?
    private var lastFetchForUnknownID: Date?
    private var lastFailure: Date?

    /// Makes an empty cache; nothing is fetched before the first key is asked for.
    ///
    /// - Parameters:
    ///   - fetch: gets the issuer's present keys; it must end by itself within a deadline of its own.
    ///   - clock: tells how old the kept keys are.
    ///   - coolDown: how many seconds lie between two fetches for unknown ids, and between tries after a failure.
    ///   - maxAge: after how many seconds kept keys are fetched anew.
    public init(
        fetch: @escaping @Sendable () async throws -> JWKSet, clock: any WallClock, coolDown: TimeInterval = 60,
        maxAge: TimeInterval = 3600
    ) {
        self.fetch = fetch
        self.clock = clock
        self.coolDown = coolDown
        self.maxAge = maxAge
    }

    /// The key of that id; nil where the issuer has none, as far as may be known without asking it too often.
    ///
    /// - Throws: what `fetch` throws, and only while no set was ever fetched.
    public func key(withID keyID: String) async throws -> JWK? {
        guard let kept else { return try await fetched().key(withID: keyID) }
        if !isWithin(maxAge, kept.since), !isWithin(coolDown, lastFailure) {
            return await fetched(orElse: kept.keys).key(withID: keyID)
        }
        if let key = kept.keys.key(withID: keyID) { return key }
        if fetchUnderWay == nil {
            guard !isWithin(coolDown, lastFetchForUnknownID), !isWithin(coolDown, lastFailure) else { return nil }
            lastFetchForUnknownID = clock.now
        }
        return await fetched(orElse: kept.keys).key(withID: keyID)
    }

    private func fetched(orElse kept: JWKSet) async -> JWKSet {
        // The failure is remembered in `lastFailure`; the kept keys are the answer until the next try.
        (try? await fetched()) ?? kept
    }

    /// Starts a fetch or waits for the one under way. The caller that started it also ends it: waiting for the value of a
    /// task goes on when the caller is cancelled, so this state is never left behind.
    private func fetched() async throws -> JWKSet {
        if let fetchUnderWay { return try await fetchUnderWay.value }
        let fetch = Task { [fetch] in try await fetch() }
        fetchUnderWay = fetch
        defer { fetchUnderWay = nil }
        do {
            let keys = try await fetch.value
            kept = (keys, since: clock.now)
            lastFailure = nil
            return keys
        } catch {
            lastFailure = clock.now
            throw error
        }
    }

    /// Whether a moment lies less than so many seconds back; a moment ahead does not, since the clock was moved.
    private func isWithin(_ seconds: TimeInterval, _ moment: Date?) -> Bool {
        guard let moment else { return false }
        return (0..<seconds).contains(clock.now.timeIntervalSince(moment))
    }
}
