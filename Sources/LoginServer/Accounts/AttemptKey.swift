// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto

/// What the server remembers of an attempt: MACs of its id, and of the credential and the client it came with.
///
/// An answer may be asked for again by whoever brings both again; neither can be read out of the database.
struct AttemptKey: Sendable, Hashable {
    /// The MAC of the attempt's id, under which it is kept.
    let idHash: String
    /// The MAC of client, provider and credential.
    let credentialHash: [UInt8]

    /// The key of a sign-in.
    init(
        _ attempt: AttemptID, provider: ProviderID, credential: SignInCredential, client: String, key: [UInt8]
    ) {
        let parts = [client, provider.rawValue] + credential.parts
        idHash = Self.idHash(of: attempt, key: key)
        // Lengths stand before the parts, so that no two lists of parts run together into the same bytes.
        let message = parts.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }
        credentialHash = hmacSHA256(Array("credential".utf8) + [0] + message, key: key)
    }

    /// The MAC of an attempt's id alone; a used ticket keeps it, so that the same sign-up gets the same answer.
    static func idHash(of attempt: AttemptID, key: [UInt8]) -> String {
        Base64URL.encode(hmacSHA256(Array("id".utf8) + [0] + Array(attempt.secret.exposed.utf8), key: key))
    }
}

extension SignInCredential {
    fileprivate var parts: [String] {
        switch self {
        case .code(let code, let redirectURI, let verifier, let nonce, let clientID, let state):
            [
                "code", code.exposed, redirectURI ?? "", verifier?.exposed ?? "", nonce?.exposed ?? "", clientID ?? "",
                state?.exposed ?? "",
            ]
        case .idToken(let token, let nonce, let code):
            ["id_token", token.exposed, nonce?.exposed ?? "", code?.exposed ?? ""]
        case .accessToken(let token): ["access_token", token.exposed]
        }
    }
}
