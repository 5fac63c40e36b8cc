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
    /// Whether the answer is an id_token and nothing else: a Limited Login.
    let isLimited: Bool
    /// How the person is to be asked.
    let authType: AuthType?
    /// Whether the answer names what was granted and declined.
    let returnsScopes: Bool
    /// The PKCE challenge, S256.
    let challenge: String?
}

extension FacebookAuthorizeRequest {
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

        let types = (fields["response_type"] ?? "code").split { $0 == "," || $0 == " " }.map(String.init)
        isLimited = types.contains("id_token") && !types.contains("token_or_nonce")
        guard types == ["code"] || types.contains("id_token") else { throw .invalid("response_type") }

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
        challenge = fields["code_challenge"]
        guard challenge == nil || fields["code_challenge_method"] == "S256" else {
            throw .invalid("code_challenge_method")
        }
    }

    /// Where a refusal by the person is sent.
    var cancelled: String {
        redirectURI.adding([
            ("error", "access_denied"), ("error_code", "200"), ("error_description", "Permissions error"),
            ("error_reason", "user_denied"), ("state", state),
        ])
    }
}
