// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginStore

/// Lets a person leave: one transaction ends the sessions, removes the account and writes the unlinks down.
struct WithdrawalFlow: Sendable {
    let store: LoginStore
    let opener: SessionOpener
    let clock: any WallClock
    let log: Log
    /// Wakes the worker, so that the providers hear of it at once.
    let wake: @Sendable () -> Void

    /// Withdraws an account; one that is gone already stays gone.
    func withdraw(_ accountID: String, _ context: RequestContext) async throws {
        let outcome = try await store.withdraw(
            Withdrawal(accountID: accountID, id: opener.newID(), at: clock.now, requestID: context.requestID))
        guard case .withdrawn(let unlinks) = outcome else { return }
        log.write(
            .info, "account.withdrawn",
            ["request": context.requestID, "account": accountID, "unlinks": unlinks])
        wake()
    }
}
