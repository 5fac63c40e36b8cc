// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What differs between providers, as data and small functions; each provider's folder fills in one of these.
///
/// Everything that OAuth 2 and OpenID Connect have in common is written once in `Exchange/` and asks here for the rest.
/// A function that is nil means that the provider has no such call.
struct ProviderRules: Sendable {
    /// Reads an error from a status and, where the body is JSON, the body; nil where there is none to read.
    typealias ReadError = @Sendable (Int, JSONValue?) -> LoginError?
    /// A call to the provider's API with a person's access token.
    typealias TokenCall<Answer> = @Sendable (Secret, ProviderCaller) async throws(LoginError) -> Answer
    /// Makes what asks a person who has signed in for further scopes.
    typealias FurtherConsent =
        @Sendable ([String], ConsentingPerson, ProviderCaller) async throws(LoginError) -> AuthorizationOptions
    /// Makes the fields that say who we are: key and secret, the secret made for this call where it must be.
    typealias ClientFields = @Sendable (_ clientID: String, _ now: Date) throws(LoginError) -> FormFields

    /// Where a person's browser is sent.
    let authorizationEndpoint: String
    /// Where codes and refresh tokens become tokens.
    let tokenEndpoint: String
    /// What an authorization request asks for where its caller does not say.
    let scopes: [String]
    /// What stands between two scopes.
    let scopeSeparator: String
    /// Whether a code is bound to a verifier (RFC 7636).
    let usesPKCE: Bool
    /// The provider's own fields of an authorization request.
    let authorizationFields: @Sendable (AuthorizationOptions) -> FormFields
    /// Who we are, at the token endpoint.
    let clientFields: ClientFields
    /// The `error` values of a callback that mean that the person said no.
    let cancelErrors: Set<String>
    /// Reads an error of a callback.
    let callbackError: @Sendable (FormFields) -> LoginError
    /// Reads an error of the token endpoint or the API.
    let readError: ReadError
    /// Hosts that hold the pictures its profiles name.
    let pictureHosts: Set<String>
    /// How an id_token is checked; nil where the provider issues none.
    let idToken: IDTokenRules?
    /// What the checked claims of an id_token say of the person.
    let claimsProfile: @Sendable (VerifiedIDToken) -> Profile
    /// Reads the person's profile from the API; nil where the id_token is all there is.
    let profile: TokenCall<Profile>?
    /// Asks the provider to whom and to which app an access token was issued.
    let confirm: TokenCall<ConfirmedAccessToken>?
    /// Asks the provider whether an access token still works.
    let check: TokenCall<Bool>?
    /// Ends an access token at the provider.
    let signOut: TokenCall<Void>?
    /// Ends the link between person and app.
    let unlink: @Sendable (ProviderLink, ProviderCaller) async throws(LoginError) -> Void
    /// What an authorization request for further consents of somebody who is signed in holds; nil where the scopes are all.
    var furtherConsent: FurtherConsent?
    /// Whether an authorization request carries a nonce.
    var sendsNonce = true
    /// Whether every code buys an id_token with the nonce in it, so that tokens without one are refused.
    var needsIDToken = false
    /// Where a code goes that was asked for without a redirect URI, if not to `tokenEndpoint`. There it has neither verifier
    /// nor nonce, so only an operator who has the provider exempted from nonces can use it.
    var bareCodeEndpoint: String?
    /// Whether the exchange of a code repeats the `state` of its request.
    var repeatsState = false
    /// Whether one of `cancelErrors` means it in this callback; some providers use one word for two things.
    var isCancel: @Sendable (FormFields) -> Bool = { _ in true }
    /// Reads a profile by an access token of which the provider does not say to which app it was issued; nil where such a
    /// token proves nothing. Where there is one it proves somebody who is known already, and nobody new: see
    /// `VerifiedIdentity.isForOurApp`.
    var provesKnownPeople: TokenCall<Profile>?
    /// Whether a callback's address ends in a fragment of no meaning, which a browser would carry on to the next page.
    var leavesFragment = false
    /// Whether the browser posts a callback as a form.
    var postsCallbacks = false
    /// Reads what the provider's callbacks tell beside the code; most tell nothing.
    var remarks: @Sendable (FormFields) throws(FormError) -> CallbackRemarks = { _ in CallbackRemarks() }
    /// Whether a browser can be sent there with the keys that are set up: some are for apps alone.
    var signsInOnTheWeb = true
    /// With which redirect URI the codes of one of our keys are redeemed.
    var redirect: @Sendable (_ clientID: String) -> CodeRedirect = { _ in .either }
    /// Whether what is kept of a link is enough to end it from here.
    var canUnlink: @Sendable (ProviderLink) -> Bool = { _ in true }
    /// Where a person ends the link at the provider; nil where nobody says.
    var connections: BilingualText?
}
