// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginProviders

extension LoginClient {
    /// What a provider says of the person now, by the tokens that this app holds.
    ///
    /// - Throws: `not_signed_in` where it holds none, and for a provider whose tokens are the login server's.
    public func profile(from provider: ProviderID) async throws(LoginError) -> Profile {
        try await call(provider) { provider, token throws(LoginError) in
            try await provider.profile(accessToken: token)
        }
    }

    /// Asks the person who is signed in to agree to further items at a provider that this app asks itself.
    ///
    /// One page is shown, for exactly these, however many ask at a time. Calls that miss a consent ask by themselves.
    /// - Throws: `not_signed_in` where the app holds no tokens of that provider; a `cancellation` where the person says no;
    ///   `consent_of_another_person` where somebody else agreed.
    public func askConsent(to scopes: [String], at provider: ProviderID) async throws(LoginError) {
        let entry = try await signedInEntry(provider)
        try await entry.consents.ask(scopes, since: await entry.consents.roundsEnded)
    }

    /// Makes a call of your own to a provider, with the access token that this app holds.
    ///
    /// Where the token is refused it is renewed, once for all who ask, and the call made again. Where the person has not
    /// agreed to what the call needs, they are asked for just that, once for all calls that miss it at a time, and each of
    /// them is made once more.
    ///
    /// ```swift
    /// let terms = try await login.call(.kakao) { token in
    ///     try await kakao.serviceTerms(of: .person(accessToken: token))
    /// }
    /// ```
    ///
    /// - Throws: what the call throws; `not_signed_in` where the app holds no tokens of that provider; a `cancellation` where
    ///   the person closed the page, and `consent_missing` where they left out what the call needs.
    public func call<Answer: Sendable>(
        _ provider: ProviderID, _ call: @Sendable (Secret) async throws -> Answer
    ) async throws -> Answer {
        try await self.call(provider) { _, token throws(LoginError) -> Result<Answer, any Error> in
            do {
                return .success(try await call(token))
            } catch let error as LoginError {
                throw error
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private func call<Answer: Sendable>(
        _ id: ProviderID, _ call: @Sendable (Provider, Secret) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        let entry = try await signedInEntry(id)
        let since = await entry.consents.roundsEnded
        let missing: [String]
        do throws(LoginError) {
            return try await entry.tokens.call { token throws(LoginError) in try await call(entry.provider, token) }
        } catch {
            guard case .askConsent(let scopes) = error.advice else { throw error }
            missing = scopes
        }
        try await entry.consents.ask(missing, since: since)
        do throws(LoginError) {
            return try await entry.tokens.call { token throws(LoginError) in try await call(entry.provider, token) }
        } catch {
            guard case .askConsent(let scopes) = error.advice, Set(scopes).isSubset(of: missing) else { throw error }
            throw .consentNotGiven(after: error)
        }
    }

    private func signedInEntry(_ id: ProviderID) async throws(LoginError) -> DirectProvider {
        guard let entry = direct.first(where: { $0.provider.id == id }), try await entry.tokens.stored() != nil else {
            throw .notSignedIn
        }
        return entry
    }
}
