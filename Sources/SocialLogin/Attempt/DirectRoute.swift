// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// A sign-in straight at a provider, with the key of the app itself, PKCE and no secret.
///
/// With a login server, the server gets the id_token or access token, checks it and gives a session; without one, the
/// app checks the id_token itself. The provider's tokens stay in the app either way.
struct DirectRoute: SignInRoute {
    let provider: Provider
    let target: CallbackTarget
    let server: ServerCalls?
    let session: TokenKeeper<StoredSession>?
    let tokens: TokenKeeper<TokenSet>
    let environment: LoginEnvironment

    var providerID: ProviderID { provider.id }

    func page(for attempt: AttemptID, redirectURI: String) async throws(LoginError) -> SignInPage {
        var options = AuthorizationOptions()
        if let server {
            options.nonce = try await server.nonce(NonceRequest(attemptID: attempt, provider: provider.id)).nonce
        }
        return self.page(redirectURI: redirectURI, options: options)
    }

    func page(redirectURI: String, options: AuthorizationOptions) -> SignInPage {
        let request = provider.authorize(redirectURI: redirectURI, options: options)
        return SignInPage(
            address: environment.emulator?.address(for: request.url) ?? request.url, redirectURI: redirectURI,
            state: request.state, nonce: request.nonce,
            verifier: request.pkce.verifier)
    }

    func judge(_ address: String, for page: SignInPage) -> CallbackJudgement {
        let pending = PendingCallback(provider: provider.id, redirectURI: page.redirectURI, state: page.state)
        return switch provider.readCallback(address: address, for: pending) {
        case .code(let code): .answer(AuthorizationAnswer(code: code.code))
        case .cancelled: .cancelled
        case .refused(let error): .refused(error)
        case .notOurs: .notOurs
        }
    }

    func finish(_ answer: AuthorizationAnswer, of page: SignInPage, attempt: AttemptID) async throws(LoginError)
        -> Granted
    {
        guard let server, let session else { return try await finishAlone(answer, page) }
        let given = try await provider.exchange(
            code: answer.code, redirectURI: page.redirectURI, verifier: page.verifier, state: page.state)
        let answer = try await server.signIn(
            SignInRequest(
                attemptID: attempt, provider: provider.id, credential: credential(given, page),
                device: environment.device, clientID: server.clientID))
        let tokens = tokens
        switch answer {
        case .newPerson(let offer):
            return Granted(
                signedIn: .newPerson(offer), keep: { () throws(LoginError) in try await tokens.keep(given) },
                giveBack: {})
        case .session(let sessionTokens, let account):
            let granted = session.granted(
                StoredSession(tokens: sessionTokens, receivedAt: environment.clock.now, account: account))
            return Granted(
                signedIn: granted.signedIn,
                keep: { () throws(LoginError) in
                    try await tokens.keep(given)
                    try await granted.keep()
                }, giveBack: granted.giveBack)
        }
    }

    private func credential(_ granted: TokenSet, _ page: SignInPage) -> SignInCredential {
        granted.idToken.map { .idToken($0, nonce: page.nonce) } ?? .accessToken(granted.accessToken)
    }

    /// With no server, this device is the one to check: the id_token where there is one, and the profile against it.
    private func finishAlone(_ answer: AuthorizationAnswer, _ page: SignInPage) async throws(LoginError) -> Granted {
        let identity = try await verify(answer, page)
        let tokens = tokens
        return Granted(
            signedIn: .withoutServer(identity.profile),
            keep: { () throws(LoginError) in if let given = identity.tokens { try await tokens.keep(given) } },
            giveBack: {})
    }

    /// Exchanges the code and finds out who is behind it.
    func verify(_ answer: AuthorizationAnswer, _ page: SignInPage) async throws(LoginError) -> VerifiedIdentity {
        try await provider.verify(
            .code(
                answer.code, redirectURI: page.redirectURI, verifier: page.verifier,
                nonce: page.nonce.map(ExpectedNonce.matching) ?? .notChecked, state: page.state))
    }
}
