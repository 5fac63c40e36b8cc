// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders
import LoginStore

/// Lets a person leave: one transaction ends the sessions, removes the account and writes the unlinks down.
struct WithdrawalFlow: Sendable {
    let store: LoginStore
    let opener: SessionOpener
    let sealer: Sealer
    let providers: [Provider]
    let clock: any WallClock
    let log: Log
    /// Wakes the worker, so that the providers hear of it at once.
    let wake: @Sendable () -> Void

    /// Withdraws an account; one that is gone already stays gone. Gives the providers at which the link stays, since nothing is
    /// kept with which it could be ended from here.
    @discardableResult
    func withdraw(_ accountID: String, _ context: RequestContext) async throws -> [Provider] {
        let outcome = try await store.withdraw(
            Withdrawal(
                accountID: accountID, id: opener.newID(), notes: { [ToldNames.key(of: $0)] }, canUnlink: canUnlink,
                at: clock.now, requestID: context.requestID))
        guard case .withdrawn(let unlinks, let left) = outcome else { return [] }
        log.write(
            .info, "account.withdrawn",
            ["request": context.requestID, "account": accountID, "unlinks": unlinks, "left": left.count])
        wake()
        return left.compactMap { key in providers.first { $0.id == key.provider } }
    }

    /// The providers of an account at which a withdrawal leaves the link as it is.
    func leaves(_ identities: [IdentityRecord]) -> [Provider] {
        identities.filter { !canUnlink($0) }.compactMap { identity in
            providers.first { $0.id == identity.key.provider }
        }
    }

    /// Whether the provider can be told; one that is not set up any more is the queue's to complain about.
    @Sendable private func canUnlink(_ identity: IdentityRecord) -> Bool {
        let link = sealer.link(with: identity.key, of: identity.providerClientID, identity.sealedTokens)
        return providers.first { $0.id == identity.key.provider }?.canUnlink(link) ?? true
    }
}
