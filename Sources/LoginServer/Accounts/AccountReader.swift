// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginStore

/// Puts an account together as its owner sees it.
struct AccountReader: Sendable {
    let store: LoginStore

    /// The account with the providers that vouch for the person.
    func answer(_ account: AccountRecord) async throws -> AccountAnswer {
        let identities = try await store.identities(of: account.id)
        return AccountAnswer(
            id: account.id, nickname: account.nickname, email: account.email, picture: account.picture,
            acceptsMarketing: account.acceptsMarketing, createdAt: account.createdAt,
            identities: identities.map { identity in
                AccountAnswer.Identity(
                    provider: identity.key.provider, linkedAt: identity.linkedAt,
                    lastSignInAt: identity.lastSignInAt)
            })
    }
}
