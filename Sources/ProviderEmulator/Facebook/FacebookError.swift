// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal of the Graph API's, in its own shape.
struct FacebookError: Error, Sendable, Hashable {
    let code: Int
    var subcode: Int?
    let message: String
    var type = "OAuthException"
    var status = 400
    var isTransient = false

    init(
        _ code: Int, subcode: Int? = nil, _ message: String, type: String = "OAuthException", status: Int = 400,
        isTransient: Bool = false
    ) {
        self.code = code
        self.subcode = subcode
        self.message = message
        self.type = type
        self.status = status
        self.isTransient = isTransient
    }

    /// The answer. The trace id is what Facebook's support would ask for.
    func response(trace: String) -> HTTPResponse {
        var error = JSONObject()
        error["message"] = .string(message)
        error["type"] = .string(type)
        error["code"] = JSONValue(code)
        error["error_subcode"] = subcode.map { JSONValue($0) }
        if isTransient { error["is_transient"] = true }
        error["fbtrace_id"] = .string(trace)
        var response = HTTPResponse.json(
            ["error": .object(error)], status: status, contentType: "application/json; charset=UTF-8")
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension FacebookError {
    static let noSuchPath = FacebookError(
        100, subcode: 33, "Unsupported request: there is nothing at this path.", type: "GraphMethodException",
        status: 404)
    static let wrongMethod = FacebookError(100, "Unsupported method for this path.", type: "GraphMethodException")
    static let unknownApp = FacebookError(101, "Error validating application. The app id is not known.")
    static let badSecret = FacebookError(1, "Error validating client secret.")
    static let secretMissing = FacebookError(1, "Missing client_secret, and the code is bound to no verifier.")
    static let badCode = FacebookError(100, "Invalid verification code format.")
    static let expiredCode = FacebookError(100, subcode: 36_007, "This authorization code has expired.")
    static let usedCode = FacebookError(100, subcode: 36_009, "This authorization code has been used.")
    static let otherRedirectURI = FacebookError(
        100, subcode: 36_008,
        "Error validating verification code. The redirect_uri is not identical to the one of the dialog request.")
    static let badVerifier = FacebookError(100, "The code_verifier does not fit the code.")
    static let noToken = FacebookError(
        2500, "An active access token must be used to query information about the current user.")
    static let unreadableToken = FacebookError(
        190, "Invalid OAuth access token - Cannot parse access token", status: 401)
    static let badProof = FacebookError(
        100, "Invalid appsecret_proof provided in the API argument", type: "GraphMethodException")
    static let proofMissing = FacebookError(
        100, "API calls from the server require an appsecret_proof argument", type: "GraphMethodException")
    static let needsAppToken = FacebookError(
        100, "(#100) You must provide an app access token, or a user access token of an owner or developer of the app")
    static let foreignToken = FacebookError(
        100, "(#100) The App_id in the input_token did not match the Viewing App")
    static let redirectURI = FacebookError(
        191, "URL blocked: the redirect URI is not white-listed in the app's client OAuth settings.")
    static let badIDToken = FacebookError(190, "The id_token is not valid.")

    /// A parameter is missing.
    static func missing(_ name: String) -> FacebookError { FacebookError(100, "Missing \(name) parameter.") }

    /// A parameter has a form that it cannot have.
    static func invalid(_ name: String) -> FacebookError { FacebookError(100, "Invalid \(name) parameter.") }

    /// A token that ended.
    static func dead(_ subcode: Int) -> FacebookError {
        FacebookError(190, subcode: subcode, "Error validating access token.", status: 401)
    }

    /// The refusals that the control API can order: by code, or by code and subcode.
    static let byCode: [String: FacebookError] = {
        var all = [
            "1": badSecret, "2": FacebookError(2, "Service temporarily unavailable", status: 503, isTransient: true),
            "3": FacebookError(3, "Capability missing"), "100": badCode, "101": unknownApp,
            "102": FacebookError(102, "Session key invalid", status: 401), "190": unreadableToken,
            "191": redirectURI, "200": FacebookError(200, "Permissions error", status: 403),
            "10": FacebookError(10, "Permission denied", status: 403),
            "368": FacebookError(368, "Blocked for policies"),
            "100/36007": expiredCode, "100/36008": otherRedirectURI, "100/36009": usedCode,
        ]
        for code in [4, 9, 17, 341] { all[String(code)] = FacebookError(code, "Request limit reached", status: 403) }
        for subcode in 458...468 { all["190/\(subcode)"] = dead(subcode) }
        return all
    }()
}

extension RefusalPage {
    /// What a person sees where Facebook's dialog refuses an app's request.
    init(_ error: FacebookError) {
        self.init(
            title: BilingualText(ko: "로그인을 시작할 수 없습니다", en: "The sign-in cannot begin"),
            remedy: BilingualText(
                ko: "앱이 보낸 요청이 올바르지 않습니다. 앱을 만드는 분은 아래 설명을 보세요.",
                en: "The app sent a request that is not right. If you build it, see below."),
            code: String(error.code), detail: error.message)
    }

    /// The app may be used by its own people only.
    static let facebookInDevelopment = RefusalPage(
        title: BilingualText(ko: "개발 중인 앱입니다", en: "This app is in development"),
        remedy: BilingualText(
            ko: "앱의 testers에 있는 사람만 로그인할 수 있습니다.", en: "Only people among the app's testers can sign in."))
}
