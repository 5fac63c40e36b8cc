// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The claim that binds an access token or a code to an id_token signed with RS256 or ES256.
///
/// It is `at_hash` for an access token and `c_hash` for a code: the left half of the SHA-256 digest in base64url
/// (OpenID Connect Core, sections 3.1.3.6 and 3.3.2.11).
public func tokenHash(of token: Secret) -> String {
    Base64URL.encode(SHA256Hash.hash(token.exposed).prefix(16))
}
