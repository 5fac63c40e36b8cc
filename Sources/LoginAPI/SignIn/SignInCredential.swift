// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What a client brings from a provider as proof of who the person is; the server checks it itself.
public enum SignInCredential: Sendable, Hashable {
    /// An authorization code, with what belonged to its request (RFC 6749, section 4.1.3; RFC 7636, section 4.5), and the
    /// key that it was issued to where that is not the server's usual one. Naver wants the request's state again.
    case code(
        Secret, redirectURI: String?, verifier: Secret?, nonce: Secret?, clientID: String? = nil, state: Secret? = nil)
    /// A signed statement of the provider, with the nonce of `POST /v1/nonces` that went into its request, and the code that
    /// came with it where the server is to exchange that too.
    case idToken(Secret, nonce: Secret?, code: Secret? = nil)
    /// A token for the provider's API.
    case accessToken(Secret)

    init(document: DocumentReader) throws(DocumentError) {
        switch try document.text("type", limit: 32) {
        case "code":
            self = .code(
                try document.secret("code", limit: 2_048), redirectURI: try document.optionalText("redirect_uri"),
                verifier: try document.optionalSecret("code_verifier", limit: 128),
                nonce: try document.optionalSecret("nonce", limit: 256),
                clientID: try document.optionalText("client_id", limit: 255),
                state: try document.optionalSecret("state", limit: 2_048))
        case "id_token":
            self = .idToken(
                try document.secret("id_token"), nonce: try document.optionalSecret("nonce", limit: 256),
                code: try document.optionalSecret("code", limit: 2_048))
        case "access_token":
            self = .accessToken(try document.secret("access_token"))
        default: throw document.error("type", .notAllowed)
        }
    }

    /// The credential as it stands in the body.
    var json: JSONValue {
        var members = JSONObject()
        switch self {
        case .code(let code, let redirectURI, let verifier, let nonce, let clientID, let state):
            members["type"] = "code"
            members["code"] = .string(code.exposed)
            members["redirect_uri"] = redirectURI.map { .string($0) }
            members["code_verifier"] = verifier.map { .string($0.exposed) }
            members["nonce"] = nonce.map { .string($0.exposed) }
            members["client_id"] = clientID.map { .string($0) }
            members["state"] = state.map { .string($0.exposed) }
        case .idToken(let token, let nonce, let code):
            members["type"] = "id_token"
            members["id_token"] = .string(token.exposed)
            members["nonce"] = nonce.map { .string($0.exposed) }
            members["code"] = code.map { .string($0.exposed) }
        case .accessToken(let token):
            members["type"] = "access_token"
            members["access_token"] = .string(token.exposed)
        }
        return .object(members)
    }
}
