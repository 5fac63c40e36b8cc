// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the listener itself answers, where a request never reaches the handler or the handler gives no answer.
enum ListenerProblem: String, Error, Sendable, CaseIterable {
    /// The request breaks the rules of HTTP.
    case malformedRequest = "malformed_request"
    /// The body is larger than this server takes.
    case bodyTooLarge = "body_too_large"
    /// The handler took too long.
    case noAnswer = "no_answer"
    /// The handler's answer cannot be sent as HTTP.
    case invalidAnswer = "invalid_answer"
    /// The server is being stopped.
    case stopping = "server_stopping"

    var status: Int {
        switch self {
        case .malformedRequest: 400
        case .bodyTooLarge: 413
        case .invalidAnswer: 500
        case .noAnswer, .stopping: 503
        }
    }

    /// The problem document (RFC 9457), in the language that the request asks for. The connection ends behind it, since
    /// what follows on it may not be a request at all.
    ///
    /// - Parameter fields: the request's; nil where they could not be read.
    func response(toFields fields: HTTPHeaders?) -> HTTPResponse {
        let asked = fields?["Accept-Language"] ?? ""
        let language: Language = asked.lowercased().hasPrefix("ko") ? .korean : .english
        let document: JSONValue = [
            "type": .string("urn:problem-type:social-login:\(rawValue)"),
            "title": .string(title.text(in: language)),
            "status": .number(JSONNumber(Int64(status))),
            "code": .string(rawValue),
            "remedy": .string(remedy.text(in: language)),
        ]
        var response = HTTPResponse.json(document, status: status, contentType: "application/problem+json")
        response.headers["Connection"] = "close"
        response.headers["Cache-Control"] = "no-store"
        if status == 503 { response.headers["Retry-After"] = "2" }
        return response
    }

    private var title: BilingualText {
        switch self {
        case .malformedRequest:
            BilingualText(ko: "요청이 HTTP 규칙에 맞지 않습니다.", en: "The request breaks the rules of HTTP.")
        case .bodyTooLarge:
            BilingualText(ko: "요청 본문이 너무 큽니다.", en: "The body of the request is too large.")
        case .noAnswer:
            BilingualText(ko: "서버가 제때 답하지 못했습니다.", en: "The server found no answer in time.")
        case .invalidAnswer:
            BilingualText(ko: "서버가 보낼 수 없는 답을 만들었습니다.", en: "The server made an answer that cannot be sent.")
        case .stopping:
            BilingualText(ko: "서버가 멈추는 중입니다.", en: "The server is being stopped.")
        }
    }

    private var remedy: BilingualText {
        switch self {
        case .malformedRequest:
            BilingualText(
                ko: "Host는 하나만, 주소는 퍼센트 인코딩한 ASCII로 보내세요.",
                en: "Send one Host field, and a target in percent-encoded ASCII.")
        case .bodyTooLarge:
            BilingualText(ko: "더 작은 본문을 보내세요.", en: "Send a smaller body.")
        case .noAnswer, .stopping:
            BilingualText(ko: "잠시 후에 다시 보내세요.", en: "Send it again in a moment.")
        case .invalidAnswer:
            BilingualText(ko: "운영자는 서버 로그를 확인하세요.", en: "As its operator, look into the server's log.")
        }
    }
}
