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
    case code(AuthorizationCode)
    /// The person said no, now or when this attempt was answered first.
    case cancelled
    /// The attempt was answered before, by the sign-up form of this name.
    case offered(form: String)
    /// The provider refused, or the callback breaks a rule.
    case refused(LoginError)
}

/// A callback that a browser waits for.
struct ExpectedCallback: Sendable {
    /// What it means.
    let finding: CallbackFinding
    /// What it answers.
    let transaction: BrowserTransaction
    /// The name of the cookie that holds the transaction.
    let cookie: String
    /// The provider's own words on a refusal, fit for the log.
    let words: String?
}

extension TransactionCookies {
    /// Finds the transaction that a callback answers; nil where this browser waits for none such, whatever else the callback
    /// says (RFC 9700, section 2.1).
    ///
    /// - Parameters:
    ///   - posted: what the provider made the browser post before; nil where the request itself is the callback.
    ///   - request: what the browser brought to us, with its cookies.
    func finding(
        for posted: PostedCallback? = nil, in request: HTTPRequest, of provider: Provider, at now: Date
    ) -> ExpectedCallback? {
        let callback = posted?.request ?? request
        for (transaction, cookie) in waiting(for: provider.id, in: request, at: now) {
            let pending = PendingCallback(
                provider: provider.id, redirectURI: transaction.redirectURI, state: transaction.state)
            let result = provider.readCallback(callback, for: pending)
            let finding: CallbackFinding
            // An attempt ends once: a code that comes after its end is not redeemed.
            switch (result, transaction.ending) {
            // The form of an answered attempt is gone; its id still says whose it was.
            case (.notOurs, .signUp(let form)?) where posted?.answers(transaction) == true:
                finding = .offered(form: form)
            case (.notOurs, _): continue
            case (_, .cancelled?): finding = .cancelled
            case (_, .signUp(let form)?): finding = .offered(form: form)
            case (.code(let code), nil): finding = .code(code)
            case (.cancelled, nil): finding = .cancelled
            case (.refused(let error), nil): finding = .refused(error)
            }
            return ExpectedCallback(
                finding: finding, transaction: transaction, cookie: cookie,
                words: provider.refusalWords(in: callback, of: pending))
        }
        return nil
    }
}
