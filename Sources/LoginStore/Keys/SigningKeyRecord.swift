// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A key that signs access tokens, its private half sealed by the caller.
package struct SigningKeyRecord: Sendable, Hashable {
    /// Which key in the row of keys: 1 for the first, one more with each rotation.
    package let generation: Int64
    /// The key's id, as tokens name it.
    package let keyID: String
    /// The algorithm, for example `ES256`.
    package let algorithm: String
    /// The public half as a JWK, in JSON.
    package let publicJWK: String
    /// The private half, sealed.
    package let sealedPrivateKey: [UInt8]
    /// When it was made.
    package let createdAt: Date
    /// From when it signs.
    package let usedFrom: Date
    /// Until when it signs.
    package let usedUntil: Date
    /// Until when its public half is published, since tokens it signed may last that long.
    package let publishedUntil: Date

    /// Puts the parts together.
    package init(
        generation: Int64, keyID: String, algorithm: String, publicJWK: String, sealedPrivateKey: [UInt8],
        createdAt: Date, usedFrom: Date, usedUntil: Date, publishedUntil: Date
    ) {
        self.generation = generation
        self.keyID = keyID
        self.algorithm = algorithm
        self.publicJWK = publicJWK
        self.sealedPrivateKey = sealedPrivateKey
        self.createdAt = createdAt
        self.usedFrom = usedFrom
        self.usedUntil = usedUntil
        self.publishedUntil = publishedUntil
    }

    static let columns = """
        signing_keys.generation, signing_keys.kid, signing_keys.algorithm, signing_keys.public_jwk,
        signing_keys.sealed_private, signing_keys.created_at, signing_keys.use_from, signing_keys.use_until,
        signing_keys.publish_until
        """

    init(_ row: inout RowReader) throws(LoginError) {
        generation = try row.integer()
        keyID = try row.text()
        algorithm = try row.text()
        publicJWK = try row.text()
        sealedPrivateKey = try row.bytes()
        createdAt = try row.moment()
        usedFrom = try row.moment()
        usedUntil = try row.moment()
        publishedUntil = try row.moment()
    }

    var values: [SQLValue] {
        [
            .integer(generation), .text(keyID), .text(algorithm), .text(publicJWK), .bytes(sealedPrivateKey),
            .moment(createdAt), .moment(usedFrom), .moment(usedUntil), .moment(publishedUntil),
        ]
    }
}

extension LoginStore {
    /// The keys that are published at a moment, the oldest first; those of the future, which wait for their turn, too.
    package func signingKeys(at moment: Date) async throws -> [SigningKeyRecord] {
        try await database.read { try $0.records(.signingKeys, [.moment(moment)], SigningKeyRecord.init) }
    }

    /// The key that was made last, whether its turn has come or not; nil in a new database.
    package func newestSigningKey() async throws -> SigningKeyRecord? {
        try await database.read { try $0.record(.newestSigningKey, [], SigningKeyRecord.init) }
    }

    /// Adds a key and gives the one that stands for its generation: of several servers that add one at a time, one wins.
    ///
    /// Where it was added, the keys before it end at the moments given, unless they end earlier.
    package func addSigningKey(
        _ key: SigningKeyRecord, othersUsedUntil end: Date? = nil, othersPublishedUntil last: Date? = nil
    ) async throws -> SigningKeyRecord {
        try await database.write { database in
            try database.query(.insertSigningKey, key.values)
            let standing = try database.record(
                .signingKeyByGeneration, [.integer(key.generation)], SigningKeyRecord.init)
            guard let standing else { throw LoginError.databaseFailed("an inserted row is missing") }
            if let end, let last, standing.keyID == key.keyID {
                try database.query(.retireSigningKeys, [.moment(end), .moment(last), .integer(key.generation)])
            }
            return standing
        }
    }
}

extension Statement {
    static let signingKeys = Statement(
        "SELECT \(SigningKeyRecord.columns) FROM signing_keys WHERE publish_until > $1 ORDER BY generation")

    static let signingKeyByGeneration = Statement(
        "SELECT \(SigningKeyRecord.columns) FROM signing_keys WHERE generation = $1")

    static let insertSigningKey = Statement(
        """
        INSERT INTO signing_keys
            (generation, kid, algorithm, public_jwk, sealed_private, created_at, use_from, use_until, publish_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (generation) DO NOTHING
        """)

    static let newestSigningKey = Statement(
        "SELECT \(SigningKeyRecord.columns) FROM signing_keys ORDER BY generation DESC LIMIT 1")

    static let retireSigningKeys = Statement(
        """
        UPDATE signing_keys SET
            use_until = CASE WHEN use_until > $1 THEN $1 ELSE use_until END,
            publish_until = CASE WHEN publish_until > $2 THEN $2 ELSE publish_until END
        WHERE generation < $3
        """)
}
