// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A person at a provider who leads to an account; unique by provider, scope and subject, never by an address.
package struct IdentityRecord: Sendable, Hashable {
    /// Who the person is at the provider.
    package let key: IdentityKey
    /// The account that the identity leads to.
    package let accountID: String
    /// When it was linked to the account.
    package let linkedAt: Date
    /// When it was last used to sign in.
    package let lastSignInAt: Date
    /// The provider's client whose tokens are kept.
    package let providerClientID: String
    /// The provider's tokens, sealed by the caller; nil where the server keeps none.
    package let sealedTokens: [UInt8]?

    static let columns = """
        identities.provider, identities.scope, identities.subject, identities.account_id, identities.linked_at,
        identities.last_sign_in_at, identities.provider_client_id, identities.sealed_tokens
        """

    init(_ row: inout RowReader) throws(LoginError) {
        key = try IdentityKey(&row)
        accountID = try row.text()
        linkedAt = try row.moment()
        lastSignInAt = try row.moment()
        providerClientID = try row.text()
        sealedTokens = try row.optionalBytes()
    }
}

/// What a provider vouched for just now.
package struct VerifiedSignIn: Sendable, Hashable {
    /// Who the person is at the provider.
    package let key: IdentityKey
    /// The provider's client that the proof was made for.
    package let providerClientID: String
    /// The provider's tokens, sealed by the caller; nil where none came, which keeps those that are there.
    package let sealedTokens: [UInt8]?

    /// Puts the parts together.
    package init(key: IdentityKey, providerClientID: String, sealedTokens: [UInt8]?) {
        self.key = key
        self.providerClientID = providerClientID
        self.sealedTokens = sealedTokens
    }
}

extension LoginStore {
    /// The identities that lead to an account, the oldest link first.
    package func identities(of accountID: String) async throws -> [IdentityRecord] {
        try await database.read { try $0.records(.identitiesOfAccount, [.text(accountID)], IdentityRecord.init) }
    }
}

extension IdentityKey {
    init(_ row: inout RowReader) throws(LoginError) {
        self.init(provider: ProviderID(rawValue: try row.text()), scope: try row.text(), subject: try row.text())
    }

    var values: [SQLValue] { [.text(provider.rawValue), .text(scope), .text(subject)] }
}

extension SQLConnection {
    /// Notes a sign-in with a known identity and gives its account's id; nil where the person is unknown.
    ///
    /// It is an UPDATE and not a SELECT so that, with several servers, a withdrawal of the same moment waits for us or we
    /// for it: no session is opened for an account that is going.
    func noteSignIn(_ identity: VerifiedSignIn, at moment: Date) throws(LoginError) -> String? {
        var values = identity.key.values + [.moment(moment)]
        guard let tokens = identity.sealedTokens else {
            return try record(.noteSignIn, values) { row throws(LoginError) in try row.text() }
        }
        values += [.text(identity.providerClientID), .bytes(tokens)]
        return try record(.noteSignInWithTokens, values) { row throws(LoginError) in try row.text() }
    }

    /// Links an identity to an account; false where it leads to an account already.
    func link(_ identity: VerifiedSignIn, to accountID: String, at moment: Date) throws(LoginError) -> Bool {
        let values: [SQLValue] =
            identity.key.values
            + [
                .text(accountID), .moment(moment), .text(identity.providerClientID),
                .optional(identity.sealedTokens, SQLValue.bytes),
            ]
        return try first(.linkIdentity, values) != nil
    }
}

extension Statement {
    static let identitiesOfAccount = Statement(
        """
        SELECT \(IdentityRecord.columns) FROM identities
        WHERE account_id = $1 ORDER BY linked_at, provider, scope, subject
        """)

    static let noteSignIn = Statement(
        """
        UPDATE identities SET last_sign_in_at = $4
        WHERE provider = $1 AND scope = $2 AND subject = $3
        RETURNING account_id
        """)

    static let noteSignInWithTokens = Statement(
        """
        UPDATE identities SET last_sign_in_at = $4, provider_client_id = $5, sealed_tokens = $6
        WHERE provider = $1 AND scope = $2 AND subject = $3
        RETURNING account_id
        """)

    static let linkIdentity = Statement(
        """
        INSERT INTO identities
            (provider, scope, subject, account_id, linked_at, last_sign_in_at, provider_client_id, sealed_tokens)
        VALUES ($1, $2, $3, $4, $5, $5, $6, $7)
        ON CONFLICT (provider, scope, subject) DO NOTHING
        RETURNING account_id
        """)
}
