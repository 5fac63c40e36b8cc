// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension KakaoAPI {
    /// Gets a token with which one authorization request asks a person for more consents without signing in again
    /// (`POST /api/agt` at kauth); hand it to `AuthorizationOptions.askInKakao`.
    ///
    /// It is good once and for minutes, and for the key that the access token was issued to.
    ///
    /// - Parameters:
    ///   - accessToken: a token of the person.
    ///   - clientID: the key that it was issued to, where that is not the app's usual one.
    public func consentTicket(accessToken: Secret, clientID: String? = nil) async throws(LoginError) -> Secret {
        let usualKey = try usualKey
        let form: FormFields = ["client_id": clientID ?? usualKey, "access_token": accessToken.exposed]
        let answer = try await caller.json(HTTPRequest.form(form, to: "https://kauth.kakao.com/api/agt"))
        // Kakao's own SDK goes on without a ticket, and then without the scopes too; that would ask for nothing.
        guard let ticket = answer.text("agt") else { throw Self.lacks("agt") }
        return Secret(ticket)
    }

    /// Begins a logout in the person's browser, from the service and, if they choose to, from the Kakao account too
    /// (`GET /oauth/logout` at kauth). There is nothing to call: open the address in the browser.
    ///
    /// - Parameter uri: where the browser comes back, registered at the console as a logout redirect URI.
    public func logoutRequest(returningTo uri: String) throws(LoginError) -> KakaoLogoutRequest {
        let state = Secret(Base64URL.encode(caller.environment.random.bytes(32)))
        let fields: FormFields = [
            "client_id": try usualKey, "logout_redirect_uri": uri, "state": state.exposed,
        ]
        return KakaoLogoutRequest(
            url: "https://kauth.kakao.com/oauth/logout?\(fields.encoded)", redirectURI: uri, state: state)
    }

    private var usualKey: String {
        get throws(LoginError) {
            guard let clientID = settings.clientID else { throw .settingMissing("rest_key", provider: .kakao) }
            return clientID
        }
    }
}

/// Where to send a browser to be logged out, and how to know it when it comes back.
public struct KakaoLogoutRequest: Sendable {
    /// Kakao's address with everything in it. It holds the state: do not log it.
    public let url: String
    /// Where the browser comes back.
    public let redirectURI: String
    /// What comes back unchanged.
    public let state: Secret

    /// Whether an address is the way back from this logout. Only then end the session here: a link in some other page could
    /// lead to the same place.
    public func isAnswered(by address: String) -> Bool {
        guard let callback = RedirectAddress(address), let registered = RedirectAddress(redirectURI),
            registered.isBase(of: callback), let fields = callback.fields
        else { return false }
        return fields.all("state").contains { Secret($0).matches(state) }
    }
}

extension KakaoLogoutRequest: CustomStringConvertible, CustomReflectable {
    /// Nothing of the address, which holds the state.
    public var description: String { "KakaoLogoutRequest" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
