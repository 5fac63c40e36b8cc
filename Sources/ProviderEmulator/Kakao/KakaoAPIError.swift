// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal by kapi: a negative number, a text, and for a missing consent what to ask for.
struct KakaoAPIError: Error, Sendable, Hashable {
    /// Kakao's number, such as -401.
    let code: Int
    /// What happened, in English, as developers see it.
    let message: String
    /// The HTTP status, unless the rules say another.
    let status: Int
    /// More members of the body.
    var details: [JSONObject.Member] = []

    private init(_ code: Int, status: Int, _ message: String) {
        self.code = code
        self.status = status
        self.message = message
    }

    /// The answer in kapi's own shape.
    func response(rules: KakaoRules) -> HTTPResponse {
        let members = [
            JSONObject.Member(name: "msg", value: .string(message)),
            JSONObject.Member(name: "code", value: JSONValue(code)),
        ]
        var response = HTTPResponse.json(
            .object(JSONObject(members + details)), status: rules.statuses[String(code)] ?? status,
            contentType: "application/json;charset=UTF-8")
        if code == -401 { response.headers["WWW-Authenticate"] = #"Bearer error="invalid_token""# }
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension KakaoAPIError {
    static let temporary = KakaoAPIError(-1, status: 400, "temporary failure, try again later")
    static let noSuchPath = KakaoAPIError(-2, status: 404, "there is no such api")
    static let wrongMethod = KakaoAPIError(-2, status: 405, "method not allowed here")
    static let malformedToken = KakaoAPIError(-2, status: 400, "access token should not be malformed")
    static let notSwitchedOn = KakaoAPIError(-3, status: 403, "this feature is not switched on for the app")
    static let restrictedAccount = KakaoAPIError(-4, status: 403, "the account is restricted")
    static let noPermission = KakaoAPIError(-5, status: 403, "app or user has no permission")
    static let inspection = KakaoAPIError(-7, status: 400, "the service is under inspection")
    static let badHeaders = KakaoAPIError(-8, status: 400, "the headers are not valid")
    static let endedAPI = KakaoAPIError(-9, status: 400, "the api has ended")
    static let quota = KakaoAPIError(-10, status: 400, "the quota is used up")
    static let restrictedApp = KakaoAPIError(-12, status: 403, "the app is restricted")
    static let notLinked = KakaoAPIError(-101, status: 400, "the user is not linked to the app")
    static let alreadyLinked = KakaoAPIError(-102, status: 400, "the user is linked to the app already")
    static let dormantAccount = KakaoAPIError(-103, status: 400, "the account does not exist or is dormant")
    static let unknownProperty = KakaoAPIError(-201, status: 400, "a property key is not defined")
    static let noSuchApp = KakaoAPIError(-301, status: 400, "the app key is not known")
    static let unknownToken = KakaoAPIError(-401, status: 401, "this access token does not exist")
    static let expiredToken = KakaoAPIError(-401, status: 401, "this access token is already expired")
    static let unknownAppKey = KakaoAPIError(-401, status: 401, "this app key does not exist")
    static let underAge = KakaoAPIError(-406, status: 401, "the user is under 14")
    static let notTalkUser = KakaoAPIError(-501, status: 400, "the account is not a KakaoTalk user")
    static let upstreamTimeout = KakaoAPIError(-603, status: 400, "an internal call took too long")
    static let maintenance = KakaoAPIError(-9798, status: 503, "the service is under maintenance")

    /// A parameter is missing or has a form that it cannot have.
    static func badParameter(_ name: String) -> KakaoAPIError {
        KakaoAPIError(-2, status: 400, "\(name) is missing or not valid")
    }

    /// A consent that is required cannot be taken back.
    static func notRevocable(_ scope: String) -> KakaoAPIError {
        KakaoAPIError(-3, status: 403, "[\(scope)] is not revocable, since the app requires it")
    }

    /// The person has not agreed to what the call needs.
    static func missingConsent(_ required: [String], allowed: [String], apiType: String? = nil) -> KakaoAPIError {
        var error = KakaoAPIError(-402, status: 403, "insufficient scopes.")
        if let apiType { error.details.append(.init(name: "api_type", value: .string(apiType))) }
        error.details.append(.init(name: "required_scopes", value: .texts(required)))
        error.details.append(.init(name: "allowed_scopes", value: .texts(allowed)))
        return error
    }

    /// The refusals that the control API can order by number.
    static let byCode: [Int: KakaoAPIError] = {
        let all = [
            temporary, badParameter("a parameter"), notSwitchedOn, restrictedAccount, noPermission, inspection,
            badHeaders,
            endedAPI, quota, restrictedApp, notLinked, alreadyLinked, dormantAccount, unknownProperty, noSuchApp,
            unknownToken, missingConsent(["account_email"], allowed: []), underAge, notTalkUser, upstreamTimeout,
            maintenance,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    }()
}
