// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds signing keys to a database: in good time by age, or at once where one has leaked.
struct SigningKeyRotation: Sendable {
    let store: LoginStore
    let sealing: SealingKeys
    /// How long a key signs, in seconds.
    let life: Int
    let environment: ServerEnvironment

    /// How long a key is published before it signs: an hour is how long a back end may keep what it read
    /// (`AccessTokenVerifier`), another one is for servers and back ends that could not read just then.
    static let publishedAhead: TimeInterval = 7_200
    /// How long a key stays published after its turn: the longest life of an access token, and five minutes for clocks that
    /// do not agree.
    private static let publishedAfter: TimeInterval = 900 + 300
    /// The end of what has no successor yet.
    private static let openEnd: TimeInterval = 100 * 365 * 86_400

    /// The key of an empty database; of several servers that start together one makes it.
    func first() async throws -> SigningKeyRecord {
        try await add(generation: 1, from: environment.clock.now, endOfOthers: nil)
    }

    /// Publishes the next key where the newest one's turn ends within two hours; nil where it is not time.
    func advance() async throws -> SigningKeyRecord? {
        let now = environment.clock.now
        guard let newest = try await store.newestSigningKey() else { return nil }
        let end = newest.usedFrom.addingTimeInterval(TimeInterval(life))
        guard end.timeIntervalSince(now) <= Self.publishedAhead else { return nil }
        return try await publishNext(after: newest, from: max(end, now.addingTimeInterval(Self.publishedAhead)))
    }

    /// Publishes the next key, which signs in two hours; one that waits for its turn already is that key.
    func publishNext() async throws -> SigningKeyRecord {
        let now = environment.clock.now
        guard let newest = try await store.newestSigningKey() else { return try await first() }
        if newest.usedFrom > now { return newest }
        return try await publishNext(after: newest, from: now.addingTimeInterval(Self.publishedAhead))
    }

    /// Puts a new key in the place of all others, which are published no longer: what they signed is worth nothing from now on.
    func replaceAll() async throws -> SigningKeyRecord {
        guard let newest = try await store.newestSigningKey() else { return try await first() }
        let now = environment.clock.now
        var generation = newest.generation
        while true {
            generation += 1
            let fresh = SigningKey.generateES256()
            let standing = try await add(fresh, generation: generation, from: now, endOfOthers: (now, now))
            // A server that made its next key in this very moment was first; that one goes with the others.
            if standing.keyID == fresh.keyID { return standing }
        }
    }

    private func publishNext(after newest: SigningKeyRecord, from start: Date) async throws -> SigningKeyRecord {
        try await add(
            generation: newest.generation + 1, from: start,
            endOfOthers: (start, start.addingTimeInterval(Self.publishedAfter)))
    }

    private func add(
        _ key: SigningKey = .generateES256(), generation: Int64, from start: Date,
        endOfOthers: (use: Date, publication: Date)?
    ) async throws -> SigningKeyRecord {
        let end = start.addingTimeInterval(Self.openEnd)
        let record = SigningKeyRecord(
            generation: generation, keyID: key.keyID, algorithm: key.algorithm.rawValue,
            publicJWK: key.publicJWK.json.serializedText(),
            sealedPrivateKey: sealing.seal(
                key.pkcs8, context: Self.context(key.keyID), random: environment.random),
            createdAt: environment.clock.now, usedFrom: start, usedUntil: end, publishedUntil: end)
        let standing = try await store.addSigningKey(
            record, othersUsedUntil: endOfOthers?.use, othersPublishedUntil: endOfOthers?.publication)
        if standing.keyID == key.keyID {
            environment.log.write(
                .info, "signing_key.made",
                ["key": key.keyID, "signs_in_seconds": Int64(start.timeIntervalSince(environment.clock.now))])
        }
        return standing
    }

    /// Opens the private half of a key.
    static func key(of record: SigningKeyRecord, sealing: SealingKeys) throws -> SigningKey {
        guard let bytes = sealing.open(record.sealedPrivateKey, context: context(record.keyID)) else {
            throw LoginError.masterKeyWrong
        }
        return try SigningKey(pkcs8: bytes, id: record.keyID)
    }

    static func context(_ keyID: String) -> String { "signing key \(keyID)" }
}
