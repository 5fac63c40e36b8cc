// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal by kauth, which goes out as JSON or, where a browser asked, on a page.
struct KakaoOAuthError: Error, Sendable, Hashable {
    /// Kakao's own code, such as `KOE320`; empty where none is documented.
    let code: String
    /// The word that OAuth has for it (RFC 6749, section 5.2).
    let error: String
    /// What happened, in English, as developers see it.
    let description: String
    /// The HTTP status, unless the rules say another.
    let status: Int

    private init(_ code: String, _ error: String, status: Int = 400, _ description: String) {
        self.code = code
        self.error = error
        self.status = status
        self.description = description
    }

    /// The answer in kauth's own shape.
    func response(rules: KakaoRules) -> HTTPResponse {
        var body = JSONObject()
        body["error"] = .string(error)
        body["error_description"] = .string(description)
        if !code.isEmpty { body["error_code"] = .string(code) }
        var response = HTTPResponse.json(
            .object(body), status: rules.statuses[code] ?? status, contentType: "application/json;charset=UTF-8")
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension KakaoOAuthError {
    static let malformed = KakaoOAuthError("KOE001", "invalid_request", "The request cannot be read.")
    static let wrongMethod = KakaoOAuthError("KOE001", "invalid_request", status: 405, "Method not allowed here.")
    static let noSuchPath = KakaoOAuthError("KOE002", "invalid_request", status: 404, "There is nothing at this path.")
    static let temporary = KakaoOAuthError("KOE003", "server_error", status: 500, "Temporary failure, try again later.")
    static let loginOff = KakaoOAuthError("KOE004", "misconfigured", "Kakao Login is not switched on for this app.")
    static let notMember = KakaoOAuthError("KOE005", "access_denied", "The account is no member of this test app.")
    static let redirectURI = KakaoOAuthError("KOE006", "invalid_request", "The redirect URI is not registered.")
    static let logoutRedirectURI = KakaoOAuthError(
        "KOE007", "invalid_request", "The logout redirect URI is not registered.")
    static let wrongKeyKind = KakaoOAuthError("KOE008", "invalid_client", "This kind of app key cannot be used here.")
    static let platform = KakaoOAuthError("KOE009", "misconfigured", "The platform is not registered for this app.")
    static let badSecret = KakaoOAuthError("KOE010", "invalid_client", status: 401, "Bad client credentials.")
    static let unknownKey = KakaoOAuthError("KOE101", "invalid_client", status: 401, "Not an app key that exists.")
    static let responseType = KakaoOAuthError("KOE201", "unsupported_response_type", "The response type must be code.")
    static let implicitGrant = KakaoOAuthError(
        "KOE202", "unsupported_response_type", "Tokens are not handed out to browsers.")

    static let rateLimit = KakaoOAuthError("KOE237", "invalid_request", "Too many tokens in a short time.")
    static let otherRedirectURI = KakaoOAuthError(
        "KOE303", "invalid_grant", "The redirect URI is not the one of the authorize request.")
    static let grantType = KakaoOAuthError("KOE310", "unsupported_grant_type", "The grant type is not known.")
    static let noRefreshToken = KakaoOAuthError("KOE319", "invalid_request", "The refresh token is missing.")
    static let badCode = KakaoOAuthError("KOE320", "invalid_grant", "The code is not known, or used, or expired.")
    static let badVerifier = KakaoOAuthError("KOE320", "invalid_grant", "The code verifier does not fit the code.")
    static let badRefreshToken = KakaoOAuthError("KOE322", "invalid_grant", "The refresh token is not valid any more.")
    static let notOurChannel = KakaoOAuthError("KOE102", "invalid_client", "The channel is not connected with the app.")
    static let badAccessToken = KakaoOAuthError("", "invalid_token", status: 401, "The access token is not valid.")
    static let badIDToken = KakaoOAuthError("KOE400", "invalid_token", "The ID token is not valid.")

    /// A parameter is missing.
    static func missing(_ name: String) -> KakaoOAuthError {
        KakaoOAuthError("KOE207", "invalid_request", "\(name) is missing.")
    }

    /// A parameter has a form that it cannot have.
    static func invalid(_ name: String) -> KakaoOAuthError {
        KakaoOAuthError("KOE204", "invalid_request", "\(name) is not valid.")
    }

    /// A consent item is not switched on for the app.
    static func unknownScope(_ name: String) -> KakaoOAuthError {
        KakaoOAuthError("KOE205", "invalid_scope", "\(name) is not set up among the app's consent items.")
    }

    /// The refusals that the control API can order by code.
    static let byCode: [String: KakaoOAuthError] = {
        let all = [
            malformed, noSuchPath, temporary, loginOff, notMember, redirectURI, logoutRedirectURI, wrongKeyKind,
            platform,
            badSecret, unknownKey, notOurChannel, responseType, implicitGrant, invalid("A parameter"),
            unknownScope("A scope"),
            missing("A parameter"), rateLimit, otherRedirectURI, grantType, noRefreshToken, badCode, badRefreshToken,
            badIDToken,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    }()
}
