// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension Provider {
    /// Makes a call with an access token; where the provider refuses the token, refreshes once and calls once more.
    ///
    /// A second refusal is final: it is thrown with the advice to sign in again. What was refreshed stands in `tokens`
    /// even where the call fails afterwards, so keep them in any case.
    ///
    /// - Parameters:
    ///   - tokens: the tokens to call with; the refreshed ones stand here afterwards.
    ///   - clientID: the key that the tokens were issued to, where it is not the provider's usual one.
    ///   - call: for example `{ try await provider.profile(accessToken: $0) }`.
    public func using<Answer: Sendable>(
        _ tokens: inout TokenSet, clientID: String? = nil,
        _ call: @Sendable (Secret) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        do {
            return try await call(tokens.accessToken)
        } catch  where error.code == .accessTokenRefused && tokens.refreshToken != nil {
            tokens = try await refresh(tokens, clientID: clientID)
        }
        return try await call(tokens.accessToken)
    }
}
