// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

extension Router<RequestContext> {
    /// Where a page sends somebody who is signed in and whose provider wants more consents (Kakao's -402), and from where the
    /// person comes back to that page. It is asked once: the word on how it went tells the page not to ask again.
    mutating func addConsentPages(_ parts: ServerParts) {
        page(.get, PageAddress.consent("{provider}"), parts) { call in
            // Only our own pages and a typed address lead here; another site could only pester people with it.
            guard call.request.headers["Sec-Fetch-Site"] != "cross-site" else { throw Problem(.formRefused) }
            guard let caller = try await parts.callers.browser(call.request) else {
                return .redirect(to: PageAddress.signIn)
            }
            let provider = try parts.pageProvider(call)
            let errand = try ConsentErrand(call.request.queryFields(), of: caller.account.id)
            guard let options = try await parts.options(for: errand, at: provider) else { throw Problem(.notFound) }
            return try parts.leave(for: provider, options, errand: errand, call)
        }
    }
}

extension ServerParts {
    /// How the provider is asked; nil where it knows no such asking, or the account has no identity there.
    fileprivate func options(
        for errand: ConsentErrand, at provider: Provider
    ) async throws -> AuthorizationOptions? {
        let identities = try await store.identities(of: errand.accountID)
        guard let identity = identities.first(where: { $0.key.provider == provider.id }) else { return nil }
        let tokens = try await livingTokens(of: identity, at: provider)
        return await provider.consentOptions(for: errand.scopes, accessToken: tokens?.accessToken)
    }

    /// The tokens that are kept of an identity, refreshed where their time is over; nil where there are none that our key at
    /// the provider can use. The person is then asked without them.
    private func livingTokens(of identity: IdentityRecord, at provider: Provider) async throws -> TokenSet? {
        guard identity.providerClientID == provider.clientID,
            let kept = identity.sealedTokens.flatMap({ sealer.tokens($0, of: identity.key) })
        else { return nil }
        guard let end = kept.expiresAt, end <= environment.clock.now else { return kept }
        let fresh: TokenSet
        do {
            fresh = try await provider.refresh(kept)
        } catch {
            // The provider's refusal is in the log; the person's own sign-in there is as good.
            return nil
        }
        return try await keep(fresh, of: identity.key, provider.clientID, account: identity.accountID) ? fresh : nil
    }

    private func keep(
        _ tokens: TokenSet, of key: IdentityKey, _ clientID: String, account: String
    ) async throws -> Bool {
        let sealed = sealer.seal(tokens, of: key)
        return try await store.keepTokens(
            of: VerifiedSignIn(key: key, providerClientID: clientID, sealedTokens: sealed), account: account)
    }

    /// Takes what the person agreed to: the new tokens and what they tell, if they are of that very person.
    func finish(
        _ errand: ConsentErrand, with code: AuthorizationCode, _ transaction: BrowserTransaction, _ call: Call
    ) async throws -> HTTPResponse {
        guard let caller = try await callers.browser(call.request), caller.account.id == errand.accountID else {
            throw Problem(.signInOver)
        }
        let provider = try signIn.check.provider(transaction.provider)
        let identity = try await verified(code.code, transaction, provider)
        guard let tokens = identity.tokens,
            try await keep(tokens, of: identity.key, identity.clientID, account: errand.accountID)
        else { throw Problem(.identityMismatch) }
        let change = AccountDecision(identity.profile, nicknameLimit: settings.nicknameLimit).ifKnown
        if !change.isEmpty {
            _ = try await store.updateAccount(errand.accountID, change, at: environment.clock.now)
        }
        // Facebook tells in the address what was agreed to, and not with the tokens.
        let given = tokens.scopes ?? code.remarks.grantedScopes
        let isWhole = given.map { given in errand.scopes.allSatisfy(given.contains) } ?? true
        environment.log.write(
            .info, "consent.answered",
            [
                "request": call.context.requestID, "account": errand.accountID, "provider": provider.id,
                "whole": isWhole,
            ])
        return backFrom(errand, isWhole ? .consentGiven : .consentIncomplete)
    }

    private func verified(
        _ code: Secret, _ transaction: BrowserTransaction, _ provider: Provider
    ) async throws(Problem) -> VerifiedIdentity {
        do {
            return try await provider.verify(
                .code(
                    code, redirectURI: transaction.redirectURI, verifier: transaction.verifier,
                    nonce: .matching(transaction.nonce), state: transaction.state))
        } catch {
            throw Problem(provider: error)
        }
    }

    /// Sends the browser back to the page that needed the consents.
    func backFrom(_ errand: ConsentErrand, _ notice: AccountNotice) -> HTTPResponse {
        .redirect(to: "\(settings.publicAddress)\(errand.back(with: notice))")
    }
}
