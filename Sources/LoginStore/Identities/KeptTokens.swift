// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension LoginStore {
    /// Keeps newer tokens of an identity; false where it does not lead to that account, and then nothing is kept.
    package func keepTokens(of identity: VerifiedSignIn, account accountID: String) async throws -> Bool {
        let values: [SQLValue] =
            identity.key.values
            + [
                .text(accountID), .text(identity.providerClientID),
                .optional(identity.sealedTokens, SQLValue.bytes),
            ]
        return try await database.write { try $0.first(.keepTokens, values) != nil }
    }
}

extension Statement {
    static let keepTokens = Statement(
        """
        UPDATE identities SET provider_client_id = $5, sealed_tokens = $6
        WHERE provider = $1 AND scope = $2 AND subject = $3 AND account_id = $4
        RETURNING account_id
        """)
}
