// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal by nid, which goes out as JSON or, where a browser asked, on a page.
struct NaverOAuthError: Error, Sendable, Hashable {
    /// The word that OAuth has for it (RFC 6749, sections 4.1.2.1 and 5.2).
    let error: String
    /// What happened, in English, as developers see it.
    let description: String
    /// The HTTP status on the OpenID Connect path and at the revocation endpoint; the older path says 200 to everything.
    let status: Int

    init(_ error: String, status: Int = 400, _ description: String) {
        self.error = error
        self.status = status
        self.description = description
    }

    /// The answer in nid's own shape.
    func response(rules: NaverRules, saysStatus: Bool) -> HTTPResponse {
        let usual = saysStatus || status >= 404 ? status : 200
        var response = HTTPResponse.json(
            ["error": .string(error), "error_description": .string(description)],
            status: rules.statuses[error] ?? usual, contentType: "application/json;charset=utf-8")
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension NaverOAuthError {
    static let malformed = NaverOAuthError("invalid_request", "The request cannot be read.")
    static let wrongMethod = NaverOAuthError("invalid_request", status: 405, "Method not allowed here.")
    static let noSuchPath = NaverOAuthError("invalid_request", status: 404, "There is nothing at this path.")
    static let badCode = NaverOAuthError("invalid_request", "no valid data in session")
    static let badClient = NaverOAuthError(
        "invalid_request", status: 401, "wrong client id / client secret pair")
    static let badOpenIDClient = NaverOAuthError("invalid_client", status: 401, "wrong client id / client secret pair")
    static let badRevokingClient = NaverOAuthError(
        "unauthorized_client", status: 401, "wrong client id / client secret pair")
    static let badRefreshToken = NaverOAuthError("invalid_request", "invalid refresh_token")
    static let badAccessToken = NaverOAuthError("invalid_request", "invalid access_token")
    static let otherRedirectURI = NaverOAuthError("invalid_request", "redirect_uri is not the one of the sign-in")
    static let badVerifier = NaverOAuthError("invalid_grant", "code_verifier does not fit the code")
    static let grantType = NaverOAuthError("unsupported_grant_type", "unknown grant_type")
    static let loginOff = NaverOAuthError("unauthorized_client", status: 401, "Naver Login is not switched on")
    static let serverError = NaverOAuthError("server_error", status: 500, "Temporary failure, try again later.")
    static let unavailable = NaverOAuthError(
        "temporarily_unavailable", status: 503, "No requests are taken for now.")

    /// A parameter is missing.
    static func missing(_ name: String) -> NaverOAuthError {
        NaverOAuthError("invalid_request", "\(name) is missing")
    }

    /// A parameter has a value that it cannot have.
    static func invalid(_ name: String) -> NaverOAuthError {
        NaverOAuthError("invalid_request", "\(name) is not valid")
    }
}
