// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

/// What an app asks for when it sends a browser to one of Naver's two authorize paths, checked.
struct NaverAuthorizeRequest: AuthorizeRequest {
    /// How the person is to be asked (`auth_type`).
    enum Kind: String, Sendable {
        /// For what they have not agreed to, again.
        case reprompt
        /// To prove again who they are.
        case reauthenticate
        /// Not at all: answer by what is known, or refuse.
        case autologin
    }

    /// The app's number.
    let app: Int64
    /// Where the answer goes.
    let redirectURI: RedirectURI
    /// What the app wants back, unchanged.
    let state: String?
    /// How the person is to be asked; nil for as usual.
    let kind: Kind?
    /// Whether it came over the OpenID Connect path.
    let isOpenID: Bool
    /// What goes into the id_token.
    let nonce: String?
    /// The PKCE challenge. The older path knows none: a challenge there is passed over, as a verifier is later. Unconfirmed.
    let challenge: String?
    /// The language that the app asks for.
    let language: Language?
}

/// Why an authorize request ends before anybody is asked.
enum NaverAuthorizeRefusal: Error, Sendable {
    /// The redirect URI cannot be trusted: a page, and no redirect.
    case page(NaverOAuthError)
    /// The app is told.
    case redirect(String)
}

extension NaverAuthorizeRequest {
    /// Reads and checks the parameters against the apps.
    ///
    /// What some SDKs send beside them, `oauth_os`, `version`, `inapp_view` and `network`, is passed over.
    init(_ given: FormFields, isOpenID: Bool, in records: NaverRecords) throws(NaverAuthorizeRefusal) {
        let fields = try Self.unique(given)
        guard let clientID = fields["client_id"] else { throw .page(.missing("client_id")) }
        guard let app = records.app(clientID: clientID) else { throw .page(.invalid("client_id")) }
        guard app.isLoginOn else { throw .page(.loginOff) }
        guard let text = fields["redirect_uri"] else { throw .page(.missing("redirect_uri")) }
        guard let redirectURI = RedirectURI(text), app.allows(text) || records.rules.lets(.anyRedirectURI) else {
            throw .page(.invalid("redirect_uri"))
        }
        self.app = app.id
        self.redirectURI = redirectURI
        self.isOpenID = isOpenID
        state = fields["state"]
        language = fields["locale"].flatMap { Language(rawValue: String($0.prefix(2))) }

        let refuse = { (error: String, description: String) in
            NaverAuthorizeRefusal.redirect(
                Self.location(redirectURI, state: fields["state"], error: error, description))
        }
        guard fields["response_type"] != nil else { throw refuse("invalid_request", "response_type is missing") }
        guard fields["response_type"] == "code" else {
            throw refuse("unsupported_response_type", "response_type must be code")
        }
        guard fields["state"]?.isEmpty == false || records.rules.lets(.missingState) else {
            throw refuse("invalid_request", "state is missing")
        }
        if let word = fields["auth_type"], !word.isEmpty {
            guard let kind = Kind(rawValue: word) else { throw refuse("invalid_request", "auth_type is not valid") }
            self.kind = kind
        } else {
            kind = nil
        }
        nonce = isOpenID ? fields["nonce"] : nil
        guard isOpenID else {
            challenge = nil
            return
        }
        let scopes = (fields["scope"] ?? "").split(separator: " ")
        guard scopes.contains("openid"), scopes.allSatisfy({ ["openid", "profile"].contains($0) }) else {
            throw refuse("invalid_scope", "scope must contain openid, and may contain profile")
        }
        do throws(ProofKey.Fault) {
            challenge = try ProofKey.challenge(fields["code_challenge"], method: fields["code_challenge_method"])
        } catch {
            throw refuse("invalid_request", "code_challenge is not valid")
        }
    }

    /// Where a refusal is sent: state first, as in Naver's guide.
    func location(error: String, _ description: String) -> String {
        Self.location(redirectURI, state: state, error: error, description)
    }

    /// Where a code is sent.
    func location(code: String) -> String {
        redirectURI.adding([("code", code), ("state", state)])
    }

    private static func location(_ uri: RedirectURI, state: String?, error: String, _ description: String) -> String {
        uri.adding([("state", state), ("error", error), ("error_description", description)])
    }

    private static func unique(_ given: FormFields) throws(NaverAuthorizeRefusal) -> [String: String] {
        var byName: [String: String] = [:]
        for field in given.fields where byName.updateValue(field.value, forKey: field.name) != nil {
            // The same name twice has no meaning (RFC 6749, section 3.1).
            throw .page(.invalid("A parameter that stands there twice"))
        }
        return byName
    }
}
