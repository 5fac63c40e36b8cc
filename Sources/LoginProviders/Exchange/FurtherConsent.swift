// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension Provider {
    /// What to hand to `authorize` so that somebody who is signed in is asked for further consents, and for these alone.
    ///
    /// Where the provider has a way for it, its page comes at once, with no account to choose. Somebody else may be signed
    /// in at the provider all the same: compare who comes back.
    ///
    /// - Parameters:
    ///   - scopes: what the person has to agree to.
    ///   - tokens: those of the person; an access token that is not taken any more throws `access_token_refused`.
    public func furtherConsent(
        to scopes: [String], tokens: TokenSet
    ) async throws(LoginError) -> AuthorizationOptions {
        guard let furtherConsent = rules.furtherConsent else { return AuthorizationOptions(scopes: scopes) }
        return try await furtherConsent(scopes, tokens, caller)
    }
}
