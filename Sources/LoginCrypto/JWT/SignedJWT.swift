// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Signs claims as a compact token (RFC 7519; RFC 7515, section 7.1).
///
/// - Parameters:
///   - claims: what the token says.
///   - type: what the token is, for example `at+jwt`, so that it is never taken for another kind (RFC 8725,
///     section 3.11).
///   - key: what it is signed with; its id becomes the `kid`.
public func signJWT(claims: JSONObject, type: String, key: SigningKey) -> Secret {
    let header: JSONValue = [
        "alg": .string(key.algorithm.rawValue), "typ": .string(type), "kid": .string(key.keyID),
    ]
    let input = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(JSONValue.object(claims).serialized()))"
    return Secret("\(input).\(Base64URL.encode(key.sign(Array(input.utf8))))")
}
