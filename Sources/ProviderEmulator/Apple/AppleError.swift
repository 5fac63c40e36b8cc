// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal of Apple's: one of OAuth's words, and in `error_description` what the emulator knows of the cause.
struct AppleError: Error, Sendable, Hashable {
    /// The word.
    let error: String
    /// What happened, in English, as developers see it. Apple itself mostly leaves it out.
    let description: String
    /// The HTTP status.
    let status: Int

    init(_ error: String, _ description: String, status: Int = 400) {
        self.error = error
        self.description = description
        self.status = status
    }

    /// The answer in Apple's own shape.
    var response: HTTPResponse {
        var response = HTTPResponse.json(
            ["error": .string(error), "error_description": .string(description)], status: status,
            contentType: "application/json;charset=UTF-8")
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension AppleError {
    static let malformed = AppleError("invalid_request", "The request cannot be read.")
    static let noSuchPath = AppleError("invalid_request", "There is nothing at this path.", status: 404)
    static let wrongMethod = AppleError("invalid_request", "Method not allowed here.", status: 405)
    static let unknownClient = AppleError("invalid_client", "There is no such client_id.")
    static let nativeOnWeb = AppleError("invalid_client", "A bundle id cannot sign in on the web; use the Services ID.")
    static let redirectURI = AppleError("invalid_client", "The redirect URI is not registered for the client_id.")
    static let loopback = AppleError(
        "invalid_request", "A redirect URI must be https with a domain name; loopback needs loopback_redirect_uris.")
    static let otherRedirectURI = AppleError(
        "invalid_client", "The redirect URI is not the one of the authorize request.")
    static let responseType = AppleError(
        "unsupported_response_type", "The response type must be code or code id_token.")
    static let responseMode = AppleError(
        "invalid_request", "response_mode must be form_post when name or email scope is requested.")
    static let queryMode = AppleError("invalid_request", "An id_token is not sent in a query.")
    static let plusInScope = AppleError("invalid_request", "Write the blank between scopes as %20.")
    static let scope = AppleError("invalid_scope", "Invalid client scope.")
    static let usedCode = AppleError("invalid_grant", "The code has already been used.")
    static let badCode = AppleError("invalid_grant", "The code has expired or has been revoked.")
    static let badVerifier = AppleError("invalid_grant", "The code_verifier does not fit the code.")
    static let badRefreshToken = AppleError("invalid_grant", "The refresh token is not valid any more.")
    static let grantType = AppleError("unsupported_grant_type", "The grant type is not known.")

    /// A parameter is missing.
    static func missing(_ name: String) -> AppleError { AppleError("invalid_request", "\(name) is missing.") }

    /// A parameter has a form that it cannot have.
    static func invalid(_ name: String) -> AppleError { AppleError("invalid_request", "\(name) is not valid.") }

    /// The client secret is not what it has to be.
    static func secret(_ fault: String) -> AppleError { AppleError("invalid_client", "The client secret \(fault).") }

    /// The refusals that the control API can order, by their word.
    static let byCode: [String: AppleError] = [
        "invalid_request": malformed, "invalid_client": unknownClient, "invalid_grant": badCode,
        "unauthorized_client": AppleError("unauthorized_client", "The client may not do this."),
        "unsupported_grant_type": grantType, "invalid_scope": scope,
    ]
}

extension RefusalPage {
    /// What a person sees in a browser where Apple refuses an app's request.
    init(_ error: AppleError) {
        self.init(
            title: BilingualText(ko: "로그인을 시작할 수 없습니다", en: "The sign-in cannot begin"),
            remedy: BilingualText(
                ko: "앱이 보낸 요청이 올바르지 않습니다. 앱을 만드는 분은 아래 설명을 보세요.",
                en: "The app sent a request that is not right. If you build it, see below."),
            code: error.error, detail: error.description)
    }
}
