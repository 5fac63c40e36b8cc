// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginProviders

extension LoginClient {
    /// What a provider says of the person now, by the tokens that this app holds.
    ///
    /// - Throws: `not_signed_in` where it holds none, and for a provider whose tokens are the login server's.
    public func profile(from provider: ProviderID) async throws(LoginError) -> Profile {
        try await call(provider) { provider, token throws(LoginError) in try await provider.profile(accessToken: token)
        }
    }

    /// Makes a call to a provider with the app's own tokens, renewed once where they are refused.
    func call<Answer: Sendable>(
        _ id: ProviderID, _ call: @Sendable (Provider, Secret) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        guard let entry = direct.first(where: { $0.provider.id == id }) else { throw .notSignedIn }
        return try await entry.tokens.call { token throws(LoginError) in try await call(entry.provider, token) }
    }
}
