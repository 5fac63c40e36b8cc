// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a provider's callback means in the browser that it reached.
enum CallbackFinding: Sendable {
    /// The person agreed: this code is to be redeemed.
    case code(Secret)
    /// The person said no.
    case cancelled
    /// The provider refused, or the callback breaks a rule.
    case refused(LoginError)
}

extension TransactionCookies {
    /// Finds the transaction that a callback answers, with the name of its cookie; nil where this browser waits for none
    /// such, whatever else the callback says (RFC 9700, section 2.1).
    func finding(
        for request: HTTPRequest, of provider: Provider, at now: Date
    ) -> (finding: CallbackFinding, transaction: BrowserTransaction, cookie: String)? {
        for (transaction, cookie) in waiting(for: provider.id, in: request, at: now) {
            let pending = PendingCallback(
                provider: provider.id, redirectURI: transaction.redirectURI, state: transaction.state)
            switch provider.readCallback(request, for: pending) {
            case .code(let code): return (.code(code.code), transaction, cookie)
            case .cancelled: return (.cancelled, transaction, cookie)
            case .refused(let error): return (.refused(error), transaction, cookie)
            case .notOurs: continue
            }
        }
        return nil
    }
}
