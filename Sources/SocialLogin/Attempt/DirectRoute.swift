// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginProviders

/// A sign-in straight at a provider, with the key of the app itself, PKCE and no secret.
///
/// With a login server, the server gets the id_token or access token, checks it and gives a session; without one, the
/// app checks the id_token itself. The provider's tokens stay in the app either way.
struct DirectRoute: SignInRoute {
    let provider: Provider
    let target: CallbackTarget
    let server: ServerCalls?
    let session: SessionKeeper?
    let tokens: ProviderTokenKeeper
    let environment: LoginEnvironment

    func page(for attempt: AttemptID, redirectURI: String) async throws(LoginError) -> SignInPage {
        var options = AuthorizationOptions()
        if let server {
            options.nonce = try await server.nonce(NonceRequest(attemptID: attempt, provider: provider.id)).nonce
        }
        let request = provider.authorize(redirectURI: redirectURI, options: options)
        return SignInPage(
            address: request.url, redirectURI: redirectURI, state: request.state, nonce: request.nonce,
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
        -> SignedIn
    {
        guard let server, let session else { return try await finishAlone(answer, page) }
        let granted = try await provider.exchange(
            code: answer.code, redirectURI: page.redirectURI, verifier: page.verifier)
        let answer = try await server.signIn(
            SignInRequest(
                attemptID: attempt, provider: provider.id, credential: credential(granted, page),
                device: environment.device))
        try await tokens.keep(granted)
        switch answer {
        case .newPerson(let offer): return .newPerson(offer)
        case .session(let sessionTokens, let account):
            try await session.keep(
                StoredSession(tokens: sessionTokens, receivedAt: environment.clock.now, account: account))
            return .member(account)
        }
    }

    private func credential(_ granted: TokenSet, _ page: SignInPage) -> SignInCredential {
        granted.idToken.map { .idToken($0, nonce: page.nonce) } ?? .accessToken(granted.accessToken)
    }

    /// With no server, this device is the one to check: the id_token where there is one, and the profile against it.
    private func finishAlone(_ answer: AuthorizationAnswer, _ page: SignInPage) async throws(LoginError) -> SignedIn {
        let identity = try await provider.verify(
            .code(
                answer.code, redirectURI: page.redirectURI, verifier: page.verifier,
                nonce: page.nonce.map(ExpectedNonce.matching) ?? .notChecked))
        if let granted = identity.tokens { try await tokens.keep(granted) }
        return .withoutServer(identity.profile)
    }
}
