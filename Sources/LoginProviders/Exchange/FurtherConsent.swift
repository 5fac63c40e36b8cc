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
        let person = ConsentingPerson(accessToken: tokens.accessToken, keepsIDToken: tokens.idToken != nil)
        return try await furtherConsent(scopes, person, caller)
    }

    /// The same for a server, which may have no token of the person that still works: then the person's own sign-in at the
    /// provider decides who is asked. Nil where the provider knows no such asking.
    package func consentOptions(for scopes: [String], accessToken: Secret?) async -> AuthorizationOptions? {
        guard let furtherConsent = rules.furtherConsent else { return nil }
        do {
            let person = ConsentingPerson(accessToken: accessToken, keepsIDToken: false)
            return try await furtherConsent(scopes, person, caller)
        } catch {
            environment.log.write(.info, "consent.no_ticket", ["provider": id, "code": error.code.rawValue])
            return AuthorizationOptions(scopes: scopes)
        }
    }
}

/// What is known of the person whom a provider is to ask.
struct ConsentingPerson: Sendable {
    /// A token of theirs.
    let accessToken: Secret?
    /// Whether an id_token is kept of them, and has to come again.
    let keepsIDToken: Bool
}
