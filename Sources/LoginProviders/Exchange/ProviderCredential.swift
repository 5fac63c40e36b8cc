// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What somebody brings to prove who they are. Nothing else proves anything; an id that a client sends does not.
public enum ProviderCredential: Sendable {
    /// A code, where the provider was told to send it, its verifier, the nonce of the sign-in, and the state of its request
    /// where the provider wants that again.
    case code(Secret, redirectURI: String?, verifier: Secret?, nonce: ExpectedNonce, state: Secret? = nil)
    /// An id_token and the nonce of the sign-in; the access token or code that came with it, to be compared. The code is
    /// exchanged too, for the key that the id_token names.
    case idToken(Secret, nonce: ExpectedNonce, accessToken: Secret? = nil, code: Secret? = nil)
    /// An access token, which counts only once the provider says that it is our app's.
    case accessToken(Secret)
}
