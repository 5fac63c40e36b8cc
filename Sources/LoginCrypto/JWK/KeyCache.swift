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

/// A key is not among those that an issuer published at the last look, and the next look has to wait for the cool-down. So
/// nobody knows whether it exists: whoever needs it tries again later.
public struct KeysJustLookedUp: Error, Sendable, Hashable {}

/// An issuer's keys, fetched when needed and kept for a while.
///
/// - However many callers wait, one fetch is under way; it is shared, so a caller that is cancelled leaves it to the others.
/// - An id that is not among the kept keys causes a fetch, since issuers rotate keys; but after one that succeeded only one
///   per cool-down for all callers, so a flood of invented ids reaches the issuer no more often.
/// - "There is no such key" is said only to whom a look that succeeded was made for. Whoever asks later in the cool-down, or
///   while the issuer cannot be reached, gets an error: the key may have been published meanwhile.
/// - Where the issuer cannot be reached, the last good set stays in use. Known keys wait for the cool-down before the next
///   try; unknown ones cause a few tries more, and then wait as well.
public actor KeyCache: KeySource {
    /// How many looks may fail in a row before each waits for the cool-down.
    private static let failureLimit = 5

    private let fetch: @Sendable () async throws -> JWKSet
    private let clock: any WallClock
    private let coolDown: TimeInterval
    private let maxAge: TimeInterval

    private var kept: (keys: JWKSet, since: Date)?
    private var fetchUnderWay: Task<JWKSet, any Error>?
    private var lastLookForUnknownID: Date?
    private var failures: (count: Int, last: any Error, at: Date)?

    /// Makes an empty cache; nothing is fetched before the first key is asked for.
    ///
    /// - Parameters:
    ///   - fetch: gets the issuer's present keys; it must end by itself within a deadline of its own.
    ///   - clock: tells how old the kept keys are.
    ///   - coolDown: how many seconds lie between two fetches for unknown ids, and between tries after failures.
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

    /// The key of that id; nil where the issuer was just asked and publishes none.
    ///
    /// - Throws: what `fetch` threw, where that leaves it open whether there is such a key; `KeysJustLookedUp` where the
    ///   issuer may not be asked again yet.
    public func key(withID keyID: String) async throws -> JWK? {
        guard let kept else { return try await look().key(withID: keyID) }
        let isOld = !isWithin(maxAge, kept.since)
        if let key = kept.keys.key(withID: keyID) {
            guard isOld, !isWithin(coolDown, failures?.at) else { return key }
            // The failure is remembered; the kept keys are the answer until the next try.
            return ((try? await look()) ?? kept.keys).key(withID: keyID)
        }
        guard fetchUnderWay == nil, !isOld, isWithin(coolDown, lastLookForUnknownID) else {
            return try await look(forUnknownID: true).key(withID: keyID)
        }
        throw KeysJustLookedUp()
    }

    /// Starts a fetch or waits for the one under way. The caller that started it also ends it: waiting for the value of a
    /// task goes on when the caller is cancelled, so this state is never left behind.
    private func look(forUnknownID isForUnknownID: Bool = false) async throws -> JWKSet {
        if let fetchUnderWay { return try await fetchUnderWay.value }
        if let failures, failures.count >= Self.failureLimit, isWithin(coolDown, failures.at) { throw failures.last }
        let fetch = Task { [fetch] in try await fetch() }
        fetchUnderWay = fetch
        defer { fetchUnderWay = nil }
        do {
            let keys = try await fetch.value
            kept = (keys, since: clock.now)
            failures = nil
            if isForUnknownID { lastLookForUnknownID = clock.now }
            return keys
        } catch {
            failures = ((failures?.count ?? 0) + 1, error, clock.now)
            throw error
        }
    }

    /// Whether a moment lies less than so many seconds back; a moment ahead does not, since the clock was moved.
    private func isWithin(_ seconds: TimeInterval, _ moment: Date?) -> Bool {
        guard let moment else { return false }
        return (0..<seconds).contains(clock.now.timeIntervalSince(moment))
    }
}
