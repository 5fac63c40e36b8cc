// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension LoginStore {
    /// An account by its id; nil where there is none, or no more.
    package func account(_ id: String) async throws -> AccountRecord? {
        try await database.read { try $0.account(id) }
    }

    /// Changes an account and gives it as it stands then; nil where there is none.
    package func updateAccount(_ id: String, _ change: AccountChange, at moment: Date) async throws -> AccountRecord? {
        try await database.write { try $0.updateAccount(id, change, at: moment) }
    }
}

extension SQLConnection {
    func account(_ id: String) throws(LoginError) -> AccountRecord? {
        try record(.accountByID, [.text(id)], AccountRecord.init)
    }

    func updateAccount(
        _ id: String, _ change: AccountChange, at moment: Date
    ) throws(LoginError) -> AccountRecord? {
        try record(
            .updateAccount,
            [
                .text(id), .optional(change.nickname, SQLValue.shown), .optional(change.email?.address, SQLValue.shown),
                .optional(change.email?.isVerified, SQLValue.truth), .optional(change.picture, SQLValue.shown),
                .optional(change.acceptsMarketing, SQLValue.truth), .moment(moment),
            ], AccountRecord.init)
    }

    func insertAccount(_ account: NewAccount, at moment: Date) throws(LoginError) {
        try query(
            .insertAccount,
            [
                .text(account.id), .moment(moment), .shown(account.nickname),
                .optional(account.email?.address, SQLValue.shown), .truth(account.email?.isVerified ?? false),
                .optional(account.picture, SQLValue.shown), .text(account.termsVersion),
                .truth(account.acceptsMarketing),
            ])
    }
}

extension Statement {
    static let accountByID = Statement("SELECT \(AccountRecord.columns) FROM accounts WHERE id = $1")

    static let insertAccount = Statement(
        """
        INSERT INTO accounts
            (id, created_at, nickname, email, email_verified, picture, terms_version, marketing, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $2)
        """)

    static let updateAccount = Statement(
        """
        UPDATE accounts
        SET nickname = COALESCE($2, nickname), email = COALESCE($3, email),
            email_verified = COALESCE($4, email_verified), picture = COALESCE($5, picture),
            marketing = COALESCE($6, marketing), updated_at = $7
        WHERE id = $1
        RETURNING \(AccountRecord.columns)
        """)
}
