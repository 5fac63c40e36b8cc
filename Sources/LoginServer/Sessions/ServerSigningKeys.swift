// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys that access tokens are signed with: one that signs, and all that back ends still need to check with.
struct ServerSigningKeys: Sendable {
    /// The key that signs.
    let current: SigningKey
    /// Every key whose tokens may still be about, public halves only.
    let published: JWKSet

    /// The document of `/.well-known/jwks.json` (RFC 7517, section 5).
    var document: JSONValue { published.json }

    /// Reads the keys of a database, or makes the first one; of several servers that start together one makes it.
    ///
    /// - Throws: `master_key_wrong` where a key cannot be opened.
    static func load(
        from store: LoginStore, sealing: SealingKey, environment: ServerEnvironment
    ) async throws -> ServerSigningKeys {
        let now = environment.clock.now
        var records = try await store.signingKeys(at: now)
        if records.isEmpty {
            let fresh = newRecord(sealing: sealing, environment: environment)
            records = [try await store.addSigningKey(fresh)]
            environment.log.write(.info, "signing_key.made", ["key": fresh.keyID])
        }
        var keys: [SigningKey] = []
        for record in records {
            guard let bytes = sealing.open(record.sealedPrivateKey, context: context(record.keyID)) else {
                throw LoginError.masterKeyWrong
            }
            keys.append(try SigningKey(pkcs8: bytes, id: record.keyID))
        }
        let signing = records.lastIndex { $0.usedFrom <= now && now < $0.usedUntil } ?? records.count - 1
        let current = keys[signing]
        return ServerSigningKeys(current: current, published: try JWKSet(keys.map(\.publicJWK)))
    }

    private static func newRecord(sealing: SealingKey, environment: ServerEnvironment) -> SigningKeyRecord {
        let key = SigningKey.generateES256()
        let now = environment.clock.now
        // The first key signs until an operator adds another; rotation with overlap is a matter of more rows.
        let end = now.addingTimeInterval(100 * 365 * 86_400)
        return SigningKeyRecord(
            generation: 1, keyID: key.keyID, algorithm: key.algorithm.rawValue,
            publicJWK: key.publicJWK.json.serializedText(),
            sealedPrivateKey: sealing.seal(key.pkcs8, context: context(key.keyID), random: environment.random),
            createdAt: now, usedFrom: now, usedUntil: end, publishedUntil: end)
    }

    private static func context(_ keyID: String) -> String { "signing key \(keyID)" }
}
