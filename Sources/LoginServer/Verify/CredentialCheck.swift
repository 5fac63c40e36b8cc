// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds out who is behind a credential; nothing that a client says of itself counts.
struct CredentialCheck: Sendable {
    let providers: [Provider]
    let nonces: SignInNonces

    /// What a good credential proves, and what it used up.
    struct Proof: Sendable {
        /// Who it is.
        let identity: VerifiedIdentity
        /// What must not prove anything again.
        let spent: [SpentMark]
    }

    /// The provider of a name; throws `unknown_provider` for one that this server does not offer.
    func provider(_ id: ProviderID) throws(Problem) -> Provider {
        guard let provider = providers.first(where: { $0.id == id }) else { throw Problem(.unknownProvider) }
        return provider
    }

    /// Checks a credential with its provider.
    ///
    /// - Parameter holder: who gets the session, and so whether the person was sent to the provider by us or by a client.
    func verify(
        _ credential: SignInCredential, of attempt: AttemptID, by provider: Provider, askedBy holder: SessionHolder,
        at now: Date
    ) async throws(Problem) -> Proof {
        guard credential.isTaken(by: provider) else {
            throw Problem(
                .invalidRequest,
                detail: BilingualText(
                    ko: "\(provider.name.korean) 로그인은 이 종류의 증명을 받지 않습니다.",
                    en: "\(provider.name.english) gives nothing of this type that proves who somebody is."),
                field: "credential.type")
        }
        var spent: [SpentMark] = []
        // Before anything is asked of the provider. What our own pages sent came back to its sealed cookie.
        if !holder.cameByOurPages, let nonce = try clientNonce(credential, attempt, provider, now) {
            let end = now.addingTimeInterval(TimeInterval(nonces.life + 60))
            spent.append(SpentMark(.nonce, hash: Self.hash(of: nonce), expiresAt: end))
        }
        if let clientID = credential.clientID, !provider.audiences.contains(clientID) { throw Problem(.wrongAudience) }
        let identity: VerifiedIdentity
        do {
            identity = try await provider.verify(credential.forProvider, clientID: credential.clientID)
        } catch {
            throw Problem(provider: error, redirectField: holder.cameByOurPages ? nil : credential.redirectField)
        }
        // A token that holds the nonce of its request exists once.
        if let idToken = identity.idToken, identity.nonce == .held {
            let end = idToken.expiresAt.addingTimeInterval(120)
            spent.append(SpentMark(.idToken, hash: idToken.fingerprint, expiresAt: end))
        }
        return Proof(identity: identity, spent: spent)
    }

    /// The nonce of a client's sign-in, which must be ours, for this attempt, and still good (OpenID Connect Core, section
    /// 15.5.2); nil where the proof has no place for one.
    private func clientNonce(
        _ credential: SignInCredential, _ attempt: AttemptID, _ provider: Provider, _ now: Date
    ) throws(Problem) -> Secret? {
        switch credential {
        case .accessToken: return nil
        // Where a code's request has no place for a nonce none is needed; whoever sends one all the same relies on it.
        case .code(_, let redirectURI, _, nonce: nil, _, _)
        where !provider.bindsCodeByNonce(redirectURI: redirectURI):
            return nil
        case .code(_, _, _, let nonce, _, _), .idToken(_, let nonce, _):
            guard let nonce, nonces.accepts(nonce, for: attempt, at: now) else { throw Problem(.nonceRefused) }
            return nonce
        }
    }

    private static func hash(of secret: Secret) -> String {
        Base64URL.encode(SHA256Hash.hash(secret.exposed))
    }
}

extension SignInCredential {
    /// The credential as the provider's rules take it.
    fileprivate var forProvider: ProviderCredential {
        switch self {
        case .code(let code, let redirectURI, let verifier, let nonce, _, let state):
            // There is none only where the code's request had no place for one.
            .code(
                code, redirectURI: redirectURI, verifier: verifier,
                nonce: nonce.map(ExpectedNonce.matching) ?? .notChecked, state: state)
        case .idToken(let token, let nonce, let code):
            .idToken(token, nonce: .matching(nonce ?? Secret("")), code: code)
        case .accessToken(let token): .accessToken(token)
        }
    }

    /// Whether the provider has what it takes to check this kind.
    fileprivate func isTaken(by provider: Provider) -> Bool {
        switch self {
        case .code: true
        case .idToken: provider.takesIDTokens
        case .accessToken: provider.takesAccessTokens
        }
    }

    /// The key that a code was issued to, where the client told it.
    fileprivate var clientID: String? {
        if case .code(_, _, _, _, let clientID, _) = self { clientID } else { nil }
    }

    /// The member that a redirect URI which is refused is the fault of.
    fileprivate var redirectField: String {
        if case .idToken = self { "credential.code" } else { "credential.redirect_uri" }
    }

    /// The kind's name, for the log.
    var kind: String {
        switch self {
        case .code: "code"
        case .idToken: "id_token"
        case .accessToken: "access_token"
        }
    }
}
