// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

/// A sign-in provider, ready to be called: data for pages and views, and the steps of a sign-in.
///
/// A list of these is all that server and SDK know of Kakao, Naver, Apple and Facebook. The steps are the same for all
/// and stand in this folder, one file each: `authorize`, `readCallback`, `exchange`, `refresh`, `checkIDToken`, and
/// `verify`, which puts them together. What differs is in the provider's own folder.
public struct Provider: Sendable {
    /// Which one it is.
    public let id: ProviderID
    /// What people call it.
    public let name: BilingualText
    /// How its sign-in button looks.
    public let button: ButtonStyle
    /// The app or team at the provider within which its subjects have a meaning: the scope of an `IdentityKey`.
    public let scope: String
    /// The key with which we ask, where a call does not name another one.
    public let clientID: String
    /// Hosts that hold the pictures its profiles name, for pages that load pictures from named hosts only.
    public var pictureHosts: Set<String> { rules.pictureHosts }
    /// Every key of our app at this provider: an id_token for any other audience is refused.
    public let audiences: Set<String>

    /// Whether an id_token that a client brings can be checked.
    package var takesIDTokens: Bool { rules.idToken != nil }
    /// Whether the request for a code carries a nonce, which its id_token then holds. Naver's older path has no place for
    /// one, and neither have its own app and SDK, whose codes come without a redirect URI.
    ///
    /// - Parameter redirectURI: the one that the code was asked for with.
    package func bindsCodeByNonce(redirectURI: String?) -> Bool {
        rules.idToken != nil && rules.sendsNonce && !(isBare(redirectURI: redirectURI) && isExemptFromNonces)
    }
    /// Whether an access token alone proves anything: where the provider says to which app it belongs, or at least for
    /// people who are known already (see ``VerifiedIdentity/isForOurApp``).
    package var takesAccessTokens: Bool { rules.confirm != nil || rules.provesKnownPeople != nil }
    /// Whether its callbacks end in a fragment of no meaning, such as `#_=_`, which a browser carries on through redirects
    /// unless one names a fragment of its own (RFC 9110, section 10.2.2).
    public var leavesFragment: Bool { rules.leavesFragment }
    /// Whether its callbacks are forms that the browser posts from its own page, so that no cookie comes along.
    public var postsCallbacks: Bool { rules.postsCallbacks }

    /// Whether a browser can be sent there with the keys that are set up: some are for apps alone.
    public var signsInOnTheWeb: Bool { rules.signsInOnTheWeb }
    /// Where a person ends the link with our app at the provider, in words; nil where nobody says.
    package var connections: BilingualText? { rules.connections }

    let rules: ProviderRules
    let caller: ProviderCaller
    let keys: KeyCache?

    var environment: ProviderEnvironment { caller.environment }

    /// Whether the operator has said that an id_token which comes with a code may lack its nonce.
    var isExemptFromNonces: Bool { rules.idToken?.mayLackNonce == true }

    /// Whether a code was asked for by the provider's own app or SDK, over a path of its own.
    func isBare(redirectURI: String?) -> Bool { redirectURI == nil && rules.bareCodeEndpoint != nil }

    /// Puts a provider together from its data, its rules and what it needs from outside.
    init(
        id: ProviderID, name: BilingualText, button: ButtonStyle, scope: String, clientID: String,
        rules: ProviderRules, environment: ProviderEnvironment
    ) {
        let caller = ProviderCaller(id: id, name: name, environment: environment, readError: rules.readError)
        self.id = id
        self.name = name
        self.button = button
        self.scope = scope
        self.clientID = clientID
        self.audiences = rules.idToken?.audiences ?? [clientID]
        self.rules = rules
        self.caller = caller
        self.keys = rules.idToken.map { idToken in
            KeyCache(fetch: { try await caller.keySet(at: idToken.keysAddress) }, clock: environment.clock)
        }
    }

    /// The key of a person at this provider.
    public func identityKey(subject: String) -> IdentityKey {
        IdentityKey(provider: id, scope: scope, subject: subject)
    }
}
