// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the listener itself answers, where a request never reaches the handler or the handler gives no answer.
enum ListenerProblem: Error, Sendable, Hashable {
    /// A part of the request breaks the rules of HTTP.
    case malformed(Part)
    /// The request names a version of HTTP that is not spoken here.
    case versionUnsupported
    /// Request line and header fields are larger than this server takes.
    case headTooLarge
    /// The target alone is.
    case targetTooLong
    /// The body is larger than this server takes.
    case bodyTooLarge
    /// The handler took too long.
    case noAnswer
    /// The handler's answer cannot be sent as HTTP.
    case invalidAnswer
    /// The server is being stopped.
    case stopping

    /// A part of a request.
    enum Part: String, Sendable, CaseIterable {
        /// Method, target and version, one blank between two.
        case requestLine
        /// What is asked for.
        case target
        /// The one Host field.
        case host
        /// A header field.
        case field
        /// Where the body ends.
        case framing
    }

    /// The stable name.
    var code: String {
        switch self {
        case .malformed: "malformed_request"
        case .versionUnsupported: "http_version_unsupported"
        case .headTooLarge: "head_too_large"
        case .targetTooLong: "target_too_long"
        case .bodyTooLarge: "body_too_large"
        case .noAnswer: "no_answer"
        case .invalidAnswer: "invalid_answer"
        case .stopping: "server_stopping"
        }
    }

    var status: Int {
        switch self {
        case .malformed: 400
        case .bodyTooLarge: 413
        case .targetTooLong: 414
        case .headTooLarge: 431
        case .invalidAnswer: 500
        case .noAnswer, .stopping: 503
        case .versionUnsupported: 505
        }
    }

    /// The problem document (RFC 9457), with the members that every problem of the login server has. The connection ends
    /// behind it, since what follows on it may not be a request at all.
    ///
    /// - Parameters:
    ///   - requestID: what an operator finds the refusal by in the log.
    ///   - asPage: whether a person reads it, in a browser.
    func response(in language: Language, requestID: String, asPage: Bool = false) -> HTTPResponse {
        let document: JSONValue = [
            "type": .string("urn:problem-type:social-login:\(code)"),
            "title": .string(title.text(in: language)),
            "status": .number(JSONNumber(Int64(status))),
            "code": .string(code),
            "remedy": .string(remedy.text(in: language)),
            "advice": .string(advice),
            "request_id": .string(requestID),
        ]
        var response =
            asPage
            ? HTTPResponse.html(page(in: language, requestID: requestID), status: status)
            : HTTPResponse.json(document, status: status, contentType: "application/problem+json")
        if asPage { response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'" }
        response.headers["Connection"] = "close"
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = language.rawValue
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Request-ID"] = requestID
        if status == 503 { response.headers["Retry-After"] = "2" }
        return response
    }

    /// The same for a person; there is no server behind it whose look it could have.
    private func page(in language: Language, requestID: String) -> HTML {
        """
        <!doctype html>
        <html lang="\(language.rawValue)"><head><meta charset="utf-8">\
        <meta name="viewport" content="width=device-width"><title>\(title.text(in: language))</title></head>
        <body><main><h1>\(title.text(in: language))</h1><p>\(remedy.text(in: language))</p>
        <p>\(code) · \(requestID)</p></main></body></html>
        """
    }

    /// Who can do something about it, in the words of the login server's problems.
    private var advice: String {
        switch self {
        case .malformed, .versionUnsupported, .headTooLarge, .targetTooLong, .bodyTooLarge: "fix_request"
        case .noAnswer, .stopping: "try_later"
        case .invalidAnswer: "fix_setup"
        }
    }
}
