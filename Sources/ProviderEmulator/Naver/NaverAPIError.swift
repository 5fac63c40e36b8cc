// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A refusal by openapi.
struct NaverAPIError: Error, Sendable, Hashable {
    /// Naver's code, three digits.
    let code: String
    /// The HTTP status.
    let status: Int
    /// What happened, in English.
    let message: String

    private init(_ code: String, status: Int, _ message: String) {
        self.code = code
        self.status = status
        self.message = message
    }

    /// The answer in the shape that the rules say.
    func response(rules: NaverRules) -> HTTPResponse {
        .json(
            body(rules.errorShape), status: rules.statuses[code] ?? status,
            contentType: "application/json;charset=utf-8"
        )
    }

    /// The body in one of the two shapes.
    func body(_ shape: NaverRules.ErrorShape) -> JSONValue {
        switch shape {
        case .login: ["resultcode": .string(code), "message": .string(message)]
        case .gateway: ["errorMessage": .string(message), "errorCode": .string(code)]
        }
    }
}

extension NaverAPIError {
    static let badToken = NaverAPIError("024", status: 401, "Authentication failed")
    static let noToken = NaverAPIError("028", status: 401, "Authentication header does not exist")
    static let forbidden = NaverAPIError("403", status: 403, "Forbidden")
    static let notFound = NaverAPIError("404", status: 404, "Not found")
    static let wrongMethod = NaverAPIError("405", status: 405, "Method not allowed")
    static let quota = NaverAPIError("429", status: 429, "Quota exceeded")
    static let serverError = NaverAPIError("500", status: 500, "Internal server error")

    /// The refusals that the control API can order by code.
    static let all = [badToken, noToken, forbidden, notFound, wrongMethod, quota, serverError]
}

/// Naver's refusals by code, for those that are answered on order.
enum NaverFault {
    private static let nid: [NaverOAuthError] = [
        .missing("A parameter"), .badRevokingClient, .badOpenIDClient, .badVerifier, .grantType, .serverError,
        .unavailable,
    ]
    private static let byWord = Dictionary(nid.map { ($0.error, $0) }) { first, _ in first }
    private static let byCode = Dictionary(uniqueKeysWithValues: NaverAPIError.all.map { ($0.code, $0) })

    /// The answer for a code such as `024` or `server_error`; nil for one that Naver does not have.
    static func response(for code: String) -> HTTPResponse? {
        if let error = byCode[code] { return error.response(rules: NaverRules()) }
        return byWord[code].map { $0.response(rules: NaverRules(), saysStatus: $0.status >= 500) }
    }

    /// Every code there is.
    static let codes = byWord.keys.sorted() + byCode.keys.sorted()
}
