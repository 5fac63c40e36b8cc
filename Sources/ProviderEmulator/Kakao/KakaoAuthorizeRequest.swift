// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What an app asks for when it sends a browser to `/oauth/authorize`, checked.
struct KakaoAuthorizeRequest: AuthorizeRequest {
    /// How the person is to be asked.
    enum Prompt: String, Sendable {
        /// Not at all: answer by what is known, or refuse.
        case none
        /// To prove again who they are.
        case login
        /// Which account to use.
        case selectAccount = "select_account"
        /// To make a new account.
        case create
    }

    /// The key that the app uses.
    let key: KakaoKey
    /// Where the answer goes.
    let redirectURI: RedirectURI
    /// What the app wants back, unchanged.
    let state: String?
    /// What goes into the id_token.
    let nonce: String?
    /// How the person is to be asked.
    let prompts: Set<Prompt>
    /// The account that the app suggests.
    let loginHint: String?
    /// The consent items asked for by name; empty where the console's settings decide.
    let scopes: [String]
    /// Whether an id_token is asked for.
    let wantsOpenID: Bool
    /// The PKCE challenge (RFC 7636, section 4.2), S256.
    let challenge: String?
    /// The service's terms to ask for, by tag; empty where the console decides.
    let serviceTerms: [String]
    /// What speaks for a person who has signed in already (`agt`); nil where the browser does.
    let ticket: KakaoConsentTicket?
}

/// Why an authorize request ends before anybody is asked.
enum KakaoAuthorizeRefusal: Error, Sendable {
    /// The redirect URI cannot be trusted, or Kakao shows such a fault to the person: a page, and no redirect.
    case page(KakaoOAuthError)
    /// The app is told.
    case redirect(String)
}

extension KakaoAuthorizeRequest {
    /// Reads and checks a query against the apps.
    init(_ query: String?, in records: KakaoRecords, now: Date) throws(KakaoAuthorizeRefusal) {
        let fields = try Self.fields(of: query)
        let (key, app, redirectURI) = try Self.target(of: fields, in: records)
        self.key = key
        self.redirectURI = redirectURI
        state = fields["state"]
        nonce = fields["nonce"]
        loginHint = fields["login_hint"].flatMap { $0.isEmpty ? nil : $0 }

        guard let responseType = fields["response_type"] else { throw .page(.missing("response_type")) }
        if responseType == "token" { throw .page(.implicitGrant) }
        guard responseType == "code" else { throw .page(.responseType) }
        if let agt = fields["agt"] {
            guard let ticket = records.consentTicket(agt, for: key, now: now) else { throw .page(.invalid("agt")) }
            self.ticket = ticket
        } else {
            ticket = nil
        }

        let refuse = { (name: String) in
            KakaoAuthorizeRefusal.redirect(
                Self.location(redirectURI, state: fields["state"], error: "invalid_request", "\(name) is not valid"))
        }
        prompts = try Self.prompts(fields["prompt"], orThrow: refuse("prompt"))
        do throws(ProofKey.Fault) {
            challenge = try ProofKey.challenge(fields["code_challenge"], method: fields["code_challenge_method"])
        } catch {
            throw refuse("code_challenge")
        }
        let asked = try Self.scopes(fields["scope"], of: app, rules: records.rules)
        scopes = asked.filter { $0 != KakaoScope.openID }
        serviceTerms = try Self.serviceTerms(fields, of: app, rules: records.rules)
        wantsOpenID = app.isOpenIDOn && (asked.isEmpty || asked.contains(KakaoScope.openID))
    }

    /// Where a refusal is sent.
    func location(error: String, _ description: String) -> String {
        Self.location(redirectURI, state: state, error: error, description)
    }

    /// Where a code is sent.
    func location(code: String) -> String {
        redirectURI.adding([("code", code), ("state", state)])
    }

    private static func location(_ uri: RedirectURI, state: String?, error: String, _ description: String) -> String {
        uri.adding([("error", error), ("error_description", description), ("state", state)])
    }
}

// MARK: - The checks, in their order

extension KakaoAuthorizeRequest {
    private static func fields(of query: String?) throws(KakaoAuthorizeRefusal) -> [String: String] {
        let fields: FormFields
        do {
            fields = try FormFields(parsing: query ?? "")
        } catch {
            throw .page(.malformed)
        }
        var byName: [String: String] = [:]
        for field in fields.fields where byName.updateValue(field.value, forKey: field.name) != nil {
            // The same name twice has no meaning (RFC 6749, section 3.1).
            throw .page(.invalid(field.name == "redirect_uri" ? "redirect_uri" : "A parameter that stands there twice"))
        }
        return byName
    }

    /// Whose request it is and where its answer may go. Until both are known nothing is sent anywhere.
    private static func target(of fields: [String: String], in records: KakaoRecords) throws(KakaoAuthorizeRefusal)
        -> (KakaoKey, KakaoApp, RedirectURI)
    {
        guard let clientID = fields["client_id"] else { throw .page(.missing("client_id")) }
        guard let (key, app) = records.key(clientID) else { throw .page(.unknownKey) }
        guard key.kind != .admin else { throw .page(.wrongKeyKind) }
        guard app.isLoginOn else { throw .page(.loginOff) }
        guard let text = fields["redirect_uri"] else { throw .page(.missing("redirect_uri")) }
        guard let redirectURI = RedirectURI(text),
            app.allows(text, for: key) || records.rules.lets(.anyRedirectURI)
        else { throw .page(.redirectURI) }
        if key.kind == .native, !app.iosBundleIDs.isEmpty, let origin = bundleID(inKA: fields["ka"]),
            !app.iosBundleIDs.contains(origin)
        {
            throw .page(.platform)
        }
        return (key, app, redirectURI)
    }

    /// The bundle id that an SDK names in its `ka` text, as `origin/com.example.app`.
    private static func bundleID(inKA ka: String?) -> String? {
        ka?.split(separator: " ").first { $0.hasPrefix("origin/") }.map { String($0.dropFirst(7)) }
    }

    private static func prompts(_ text: String?, orThrow refusal: KakaoAuthorizeRefusal) throws(KakaoAuthorizeRefusal)
        -> Set<Prompt>
    {
        var prompts: Set<Prompt> = []
        for word in (text ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
            guard let prompt = Prompt(rawValue: String(word)) else { throw refusal }
            prompts.insert(prompt)
        }
        // `none` beside another word contradicts itself (OpenID Connect Core, section 3.1.2.1).
        guard !prompts.contains(.none) || prompts.count == 1 else { throw refusal }
        return prompts
    }

    private static func scopes(_ text: String?, of app: KakaoApp, rules: KakaoRules) throws(KakaoAuthorizeRefusal)
        -> [String]
    {
        var scopes: [String] = []
        for word in (text ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
            let isKnown = word == KakaoScope.openID ? app.isOpenIDOn : app.item(word) != nil
            guard isKnown || rules.lets(.unknownScopes) else { throw .page(.unknownScope(word)) }
            if isKnown, !scopes.contains(word) { scopes.append(word) }
        }
        return scopes
    }
}

extension KakaoAuthorizeRequest {
    /// The service terms asked for by tag; channels are held against the console too, and not asked about.
    private static func serviceTerms(_ fields: [String: String], of app: KakaoApp, rules: KakaoRules)
        throws(KakaoAuthorizeRefusal) -> [String]
    {
        let words = { (name: String) in (fields[name] ?? "").split(separator: ",").map(String.init) }
        let tags = words("service_terms")
        guard !rules.lets(.unknownServiceTerms) else { return tags }
        guard tags.allSatisfy({ tag in app.serviceTerms.contains { $0.tag == tag } }) else {
            throw .page(.invalid("service_terms"))
        }
        guard words("channel_public_id").allSatisfy(app.channels.contains) else { throw .page(.notOurChannel) }
        return tags
    }
}

/// Whether a byte belongs to the base64url alphabet (RFC 4648, section 5).
func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
    default: false
    }
}
