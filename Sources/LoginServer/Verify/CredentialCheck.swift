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
    func verify(
        _ credential: SignInCredential, of attempt: AttemptID, by provider: Provider, at now: Date
    ) async throws(Problem) -> Proof {
        var spent: [SpentMark] = []
        if case .idToken(_, let nonce) = credential {
            // Before anything is asked of the provider: the nonce must be ours, for this attempt, and still good.
            guard let nonce, nonces.accepts(nonce, for: attempt, at: now) else { throw Problem(.nonceRefused) }
            let end = now.addingTimeInterval(TimeInterval(nonces.life + 60))
            spent.append(SpentMark(.nonce, hash: Self.hash(of: nonce), expiresAt: end))
        }
        let identity: VerifiedIdentity
        do {
            identity = try await provider.verify(credential.forProvider)
        } catch {
            throw Problem(provider: error)
        }
        // A token that holds the nonce of its request exists once. One without may come twice in one second, for two
        // devices that redeemed a code each, and by itself it proves nothing here anyway.
        if let idToken = identity.idToken, credential.nonce != nil {
            let end = idToken.expiresAt.addingTimeInterval(120)
            spent.append(SpentMark(.idToken, hash: idToken.fingerprint, expiresAt: end))
        }
        return Proof(identity: identity, spent: spent)
    }

    private static func hash(of secret: Secret) -> String {
        Base64URL.encode(SHA256Hash.hash(secret.exposed))
    }
}

extension SignInCredential {
    /// The credential as the provider's rules take it.
    fileprivate var forProvider: ProviderCredential {
        switch self {
        case .code(let code, let redirectURI, let verifier, let nonce):
            // An id_token that comes with the code comes straight from the provider; a nonce is compared where one was sent.
            .code(
                code, redirectURI: redirectURI, verifier: verifier,
                nonce: nonce.map(ExpectedNonce.matching) ?? .notChecked)
        case .idToken(let token, let nonce): .idToken(token, nonce: .matching(nonce ?? Secret("")))
        case .accessToken(let token): .accessToken(token)
        }
    }

    /// The nonce of the sign-in, where the client told it.
    fileprivate var nonce: Secret? {
        switch self {
        case .code(_, _, _, let nonce), .idToken(_, let nonce): nonce
        case .accessToken: nil
        }
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
