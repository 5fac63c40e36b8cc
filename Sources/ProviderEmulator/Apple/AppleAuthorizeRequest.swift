// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What an app asks for when it sends a browser to `/auth/authorize`, checked.
struct AppleAuthorizeRequest: AuthorizeRequest {
    /// How the answer travels.
    enum ResponseMode: String, Sendable {
        case query
        case fragment
        case formPost = "form_post"
    }

    /// The number of the app.
    let app: Int64
    /// The Services ID.
    let clientID: String
    /// Where the answer goes.
    let redirectURI: RedirectURI
    /// What the app wants back, unchanged.
    let state: String?
    /// What goes into the id_token.
    let nonce: String?
    /// Whether an id_token is to come with the code.
    let wantsIDToken: Bool
    /// How the answer travels.
    let responseMode: ResponseMode
    /// Whether the name is asked for.
    let wantsName: Bool
    /// Whether the address is asked for.
    let wantsEmail: Bool
    /// The PKCE challenge. Apple documents none; a code whose request brought one is bound to it. Unconfirmed.
    let challenge: String?
}

extension AppleAuthorizeRequest {
    /// Reads and checks a query against the apps.
    init(_ query: String?, in records: AppleRecords) throws(AppleError) {
        let fields = try AppleForm(query: query)
        clientID = try fields.required("client_id")
        guard let app = records.app(of: clientID) else { throw .unknownClient }
        guard !app.isNative(clientID) else { throw .nativeOnWeb }
        self.app = app.id
        redirectURI = try Self.redirectURI(try fields.required("redirect_uri"), of: app, records.rules)
        state = fields["state"]
        nonce = fields["nonce"]

        let types = Set(try fields.required("response_type").split(separator: " ").map(String.init))
        guard types == ["code"] || types == ["code", "id_token"] else { throw .responseType }
        wantsIDToken = types.contains("id_token")
        let scopes = try Self.scopes(fields["scope"], in: query, records.rules)
        wantsName = scopes.contains("name")
        wantsEmail = scopes.contains("email")

        let usual: ResponseMode = wantsIDToken ? .fragment : .query
        guard let mode = fields["response_mode"].map({ ResponseMode(rawValue: $0) }) ?? usual else {
            throw .invalid("response_mode")
        }
        guard mode == .formPost || !(wantsName || wantsEmail) else { throw .responseMode }
        guard mode != .query || !wantsIDToken else { throw .queryMode }
        responseMode = mode

        do throws(ProofKey.Fault) {
            challenge = try ProofKey.challenge(fields["code_challenge"], method: fields["code_challenge_method"])
        } catch {
            throw .invalid("code_challenge")
        }
    }

    /// Nothing is sent to an address that is not registered; Apple registers https and domain names only.
    private static func redirectURI(
        _ text: String, of app: AppleApp, _ rules: AppleRules
    ) throws(AppleError) -> RedirectURI {
        guard let uri = RedirectURI(text), app.redirectURIs.contains(where: { $0.hasSameBytes(as: text) }) else {
            throw .redirectURI
        }
        guard let address = HTTPAddress(text) else { throw .redirectURI }
        let isPublic = address.scheme == "https" && !address.isLoopback && address.host.contains { $0.isLetter }
        guard isPublic || (address.isLoopback && rules.lets(.loopbackRedirectURIs)) else { throw .loopback }
        return uri
    }

    private static func scopes(
        _ text: String?, in query: String?, _ rules: AppleRules
    ) throws(AppleError) -> Set<String> {
        let scopes = Set((text ?? "").split(separator: " ").map(String.init))
        guard scopes.isSubset(of: ["name", "email", "openid"]) else { throw .scope }
        let raw = (query ?? "").split(separator: "&").first { $0.hasPrefix("scope=") } ?? ""
        guard !raw.contains("+") || rules.lets(.plusInScope) else { throw .plusInScope }
        return scopes
    }
}
