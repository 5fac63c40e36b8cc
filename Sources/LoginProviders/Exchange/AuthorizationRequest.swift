// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginCrypto
internal import LoginHTTP

/// Where to send a person's browser, and what to remember until it comes back.
///
/// State, nonce and verifier are fresh for each request (RFC 9700, sections 2.1 and 2.1.1; OpenID Connect Core,
/// section 15.5.2). Keep them where nobody else can read them.
public struct AuthorizationRequest: Sendable {
    /// The provider's address with everything in it. It holds the state: do not log it.
    public let url: String
    /// What the callback must bring back unchanged.
    public let pending: PendingCallback
    /// What the id_token must prove; what the provider was sent may be its hash.
    public let nonce: Secret
    /// Whose verifier the code is bound to; `exchange` knows which providers take it.
    public let pkce: PKCE

    /// What the callback must bring back.
    public var state: Secret { pending.state }
    /// What the exchange must show.
    public var verifier: Secret { pkce.verifier }
    /// Where the provider sends the browser afterwards; the exchange needs the same text.
    public var redirectURI: String { pending.redirectURI }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
    /// The provider alone; the address holds the state.
    public var description: String { "AuthorizationRequest(\(pending.provider))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Provider {
    /// Begins a sign-in: makes the address to open and what to keep meanwhile.
    ///
    /// - Parameters:
    ///   - redirectURI: where the provider sends the browser afterwards, as registered; it may hold a query.
    ///   - options: what to ask for beside the sign-in.
    public func authorize(
        redirectURI: String, options: AuthorizationOptions = AuthorizationOptions()
    ) -> AuthorizationRequest {
        let pkce = PKCE(random: environment.random)
        let state = options.state ?? Secret(Base64URL.encode(environment.random.bytes(32)))
        let nonce = options.nonce ?? Secret(Base64URL.encode(environment.random.bytes(32)))
        let scopes = options.scopes ?? rules.scopes

        var fields: FormFields = [
            "client_id": clientID,
            "redirect_uri": redirectURI,
            "response_type": "code",
            "state": state.exposed,
        ]
        if !scopes.isEmpty { fields.add("scope", scopes.joined(separator: rules.scopeSeparator)) }
        if let idToken = rules.idToken, rules.sendsNonce {
            fields.add("nonce", idToken.nonceRule(for: clientID).claim(for: nonce))
        }
        if rules.usesPKCE {
            fields.add("code_challenge", pkce.challenge)
            fields.add("code_challenge_method", "S256")
        }
        for field in rules.authorizationFields(options).fields { fields.add(field.name, field.value) }
        // What stands there already is not for a caller to repeat (RFC 6749, section 3.1).
        for field in options.additional.fields where fields.all(field.name).isEmpty {
            fields.add(field.name, field.value)
        }

        return AuthorizationRequest(
            url: "\(rules.authorizationEndpoint)?\(fields.encoded)",
            pending: PendingCallback(provider: id, redirectURI: redirectURI, state: state),
            nonce: nonce, pkce: pkce)
    }
}
