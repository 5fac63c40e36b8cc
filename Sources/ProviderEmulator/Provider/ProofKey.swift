// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// What binds a code to whoever asked for it (RFC 7636): the same at every provider that has it.
enum ProofKey {
    /// What is wrong with a challenge, or with the verifier that answers it.
    enum Fault: Error, Sendable {
        /// The challenge is no S256 challenge.
        case badChallenge
        /// There was a challenge, and no verifier came.
        case missing
        /// A verifier came, and there was no challenge.
        case unasked
        /// The verifier has a form that it cannot have.
        case malformed
        /// The verifier is another one.
        case wrong
    }

    /// Reads the challenge of an authorize request (section 4.3): S256 only, as 43 characters of base64url.
    static func challenge(_ text: String?, method: String?) throws(Fault) -> String? {
        switch (text, method) {
        case (nil, nil): return nil
        case (let text?, "S256") where PKCE.isChallenge(text): return text
        default: throw .badChallenge
        }
    }

    /// Holds a verifier against the challenge (section 4.6): it has to come exactly when there was one.
    ///
    /// - Parameter isVerifier: which forms a verifier may have.
    static func check(
        _ verifier: String?, against challenge: String?, isVerifier: (Secret) -> Bool = PKCE.isVerifier
    ) throws(Fault) {
        switch (verifier.map { Secret($0) }, challenge) {
        case (nil, nil): return
        case (nil, _?): throw .missing
        case (_?, nil): throw .unasked
        case (let verifier?, let challenge?):
            guard isVerifier(verifier) else { throw .malformed }
            guard Secret(challenge).matches(Secret(PKCE.challenge(for: verifier))) else { throw .wrong }
        }
    }
}
