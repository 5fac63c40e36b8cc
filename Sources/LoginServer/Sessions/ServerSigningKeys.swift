// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys that access tokens are signed with, as they stand in the database: one signs, the next one is published before
/// its turn, and those before stay published for as long as tokens of theirs may be about.
///
/// Every server on the database reads them anew each minute and picks by the clock, so all agree.
final class ServerSigningKeys: Sendable {
    fileprivate struct Entry: Sendable {
        let key: SigningKey
        let usedFrom: Date
        let publishedUntil: Date
    }

    private let store: LoginStore
    private let sealing: SealingKeys
    private let environment: ServerEnvironment
    private let rotation: SigningKeyRotation
    /// The oldest first; never empty.
    private let entries: Locked<[Entry]>
    private let lastSearch = Locked<Date?>(nil)

    /// Reads the keys of a database, or makes the first one; of several servers that start together one makes it.
    ///
    /// - Parameter life: how long a key signs, in seconds.
    /// - Throws: `master_key_wrong` where a key cannot be opened.
    init(store: LoginStore, sealing: SealingKeys, life: Int, environment: ServerEnvironment) async throws {
        self.store = store
        self.sealing = sealing
        self.environment = environment
        rotation = SigningKeyRotation(store: store, sealing: sealing, life: life, environment: environment)
        var records = try await store.signingKeys(at: environment.clock.now)
        if records.isEmpty { records = [try await rotation.first()] }
        entries = Locked(try records.map { try Entry($0, sealing: sealing) })
    }

    /// The key that signs now.
    var current: SigningKey {
        let now = environment.clock.now
        return entries.withLock { entries in
            // Where the clock was put back to before the first key, that key signs all the same.
            guard let entry = entries.last(where: { $0.usedFrom <= now }) ?? entries.first else {
                preconditionFailure("There is a key from the start on")
            }
            return entry.key
        }
    }

    /// The document of `/.well-known/jwks.json` (RFC 7517, section 5).
    var document: JSONValue { ["keys": .array(published.map(\.publicJWK.json))] }

    /// Takes over what other servers did, and makes the next key when it is time to publish it.
    func turn() async throws {
        _ = try await rotation.advance()
        try await reload()
    }

    private var published: [SigningKey] {
        let now = environment.clock.now
        return entries.value.filter { now < $0.publishedUntil }.map(\.key)
    }

    private func reload() async throws {
        let records = try await store.signingKeys(at: environment.clock.now)
        let known = Dictionary(entries.value.map { ($0.key.keyID, $0.key) }) { first, _ in first }
        let read = try records.map { record in
            try Entry(record, sealing: sealing, known: known[record.keyID])
        }
        // Whoever emptied the table must not stop the server: what signed so far goes on.
        if !read.isEmpty { entries.withLock { $0 = read } }
    }
}

extension ServerSigningKeys: KeySource {
    /// The key that a token names. One that is not known may be another server's newest, so the database is asked: once in
    /// five seconds, however many invented names come in.
    func key(withID keyID: String) async throws -> JWK? {
        if let key = find(keyID) { return key }
        let now = environment.clock.now
        let mayAsk = lastSearch.withLock { last in
            if let last, (0..<5).contains(now.timeIntervalSince(last)) { return false }
            last = now
            return true
        }
        guard mayAsk else { return nil }
        try await reload()
        return find(keyID)
    }

    private func find(_ keyID: String) -> JWK? {
        published.first { $0.keyID.utf8.elementsEqual(keyID.utf8) }?.publicJWK
    }
}

extension ServerSigningKeys.Entry {
    /// - Parameter known: the same key where it was opened before.
    fileprivate init(_ record: SigningKeyRecord, sealing: SealingKeys, known: SigningKey? = nil) throws {
        key = try known ?? SigningKeyRotation.key(of: record, sealing: sealing)
        usedFrom = record.usedFrom
        publishedUntil = record.publishedUntil
    }
}
