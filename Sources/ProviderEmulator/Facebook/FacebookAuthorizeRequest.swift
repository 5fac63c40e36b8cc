// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What an app asks for when it sends a browser to the dialog, checked.
struct FacebookAuthorizeRequest: AuthorizeRequest {
    /// How the person is to be asked.
    enum AuthType: String, Sendable {
        /// Also for what was declined before.
        case rerequest
        /// To prove again who they are.
        case reauthenticate
        /// To renew what was granted long ago.
        case reauthorize
    }

    /// The number of the app.
    let app: Int64
    /// Where the answer goes.
    let redirectURI: RedirectURI
    /// What the app wants back, unchanged.
    let state: String?
    /// What goes into the id_token.
    let nonce: String?
    /// The permissions asked for, `public_profile` always among them.
    let permissions: [FacebookPermission]
    /// Whether an id_token is asked for beside the access token.
    let wantsOpenID: Bool
    /// What the answer holds; an id_token and nothing else is a Limited Login.
    let parts: Set<Part>
    /// How the person is to be asked.
    let authType: AuthType?
    /// Whether the answer names what was granted and declined.
    let returnsScopes: Bool
    /// The PKCE challenge, S256.
    let challenge: String?
}

extension FacebookAuthorizeRequest {
    /// What an answer can hold (`response_type`).
    enum Part: Sendable {
        case code
        case accessToken
        case idToken
    }

    /// Reads and checks a query against the apps. Facebook tells such faults to the person, on a page.
    init(_ query: String?, in records: FacebookRecords) throws(FacebookError) {
        let fields = try FacebookForm(query: query)
        guard let number = Int64(try fields.required("client_id")), let app = records.apps[number] else {
            throw .unknownApp
        }
        self.app = app.id
        let text = try fields.required("redirect_uri")
        guard let uri = RedirectURI(text), app.allows(text) || records.rules.lets(.anyRedirectURI) else {
            throw .redirectURI
        }
        redirectURI = uri
        state = fields["state"]
        nonce = fields["nonce"]

        parts = try Self.parts(of: fields["response_type"] ?? "code")

        let scopes = (fields["scope"] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        wantsOpenID = scopes.contains("openid")
        var permissions = [FacebookPermission.publicProfile]
        for scope in scopes where scope != "openid" {
            guard let permission = FacebookPermission.named(scope) else {
                guard records.rules.lets(.unknownScopes) else { throw .invalid("scope") }
                continue
            }
            if !permissions.contains(permission) { permissions.append(permission) }
        }
        self.permissions = permissions

        authType = fields["auth_type"].flatMap(AuthType.init)
        guard fields["auth_type"] == nil || authType != nil else { throw .invalid("auth_type") }
        returnsScopes = fields["return_scopes"] == "true"
        do throws(ProofKey.Fault) {
            challenge = try ProofKey.challenge(fields["code_challenge"], method: fields["code_challenge_method"])
        } catch {
            throw .invalid("code_challenge")
        }
    }

    private static func parts(of types: String) throws(FacebookError) -> Set<Part> {
        let words = Set(types.split { $0 == "," || $0 == " " }.map(String.init))
        var parts: Set<Part> = []
        for word in words {
            switch word {
            case "code", "token_or_nonce": parts.insert(.code)
            case "token": parts.insert(.accessToken)
            case "id_token": parts.insert(.idToken)
            case "signed_request", "graph_domain", "user_token_nonce", "granted_scopes": break
            default: throw .invalid("response_type")
            }
        }
        // Facebook's own SDK asks for both, and refuses an answer with a code beside an id_token.
        if words.contains("token_or_nonce") { parts.remove(.idToken) }
        guard !parts.isEmpty else { throw .invalid("response_type") }
        return parts
    }

    /// What a refusal by the person is told by.
    var cancelled: [(name: String, value: String?)] {
        [
            ("error", "access_denied"), ("error_code", "200"), ("error_description", "Permissions error"),
            ("error_reason", "user_denied"), ("state", state),
        ]
    }
}
