// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension ListenerProblem {
    /// What is wrong, in one sentence.
    var title: BilingualText {
        switch self {
        case .malformed: BilingualText(ko: "요청이 HTTP 규칙에 맞지 않습니다.", en: "The request breaks the rules of HTTP.")
        case .versionUnsupported:
            BilingualText(ko: "이 서버가 모르는 HTTP 버전입니다.", en: "This server does not speak that version of HTTP.")
        case .headTooLarge: BilingualText(ko: "요청의 헤더가 너무 큽니다.", en: "The head of the request is too large.")
        case .targetTooLong: BilingualText(ko: "요청한 주소가 너무 깁니다.", en: "The target of the request is too long.")
        case .bodyTooLarge: BilingualText(ko: "요청 본문이 너무 큽니다.", en: "The body of the request is too large.")
        case .noAnswer: BilingualText(ko: "서버가 제때 답하지 못했습니다.", en: "The server found no answer in time.")
        case .invalidAnswer:
            BilingualText(ko: "서버가 보낼 수 없는 답을 만들었습니다.", en: "The server made an answer that cannot be sent.")
        case .stopping: BilingualText(ko: "서버가 멈추는 중입니다.", en: "The server is being stopped.")
        }
    }

    /// What to do about it.
    var remedy: BilingualText {
        switch self {
        case .malformed(let part): Self.remedy(for: part)
        case .versionUnsupported: BilingualText(ko: "HTTP/1.1로 보내세요.", en: "Send it as HTTP/1.1.")
        case .headTooLarge:
            BilingualText(
                ko: "이 사이트의 쿠키를 지우거나 헤더 필드를 줄이세요 (100개까지).",
                en: "Delete the cookies of this site, or send fewer and shorter header fields (100 at most).")
        case .targetTooLong:
            BilingualText(
                ko: "경로와 쿼리는 8 KiB까지입니다. 긴 값은 본문에 넣으세요.",
                en: "Keep path and query within 8 KiB; long values belong in the body.")
        case .bodyTooLarge: BilingualText(ko: "더 작은 본문을 보내세요.", en: "Send a smaller body.")
        case .noAnswer, .stopping: BilingualText(ko: "잠시 후에 다시 보내세요.", en: "Send it again in a moment.")
        case .invalidAnswer:
            BilingualText(ko: "운영자는 서버 로그를 확인하세요.", en: "As its operator, look into the server's log.")
        }
    }

    private static func remedy(for part: Part) -> BilingualText {
        switch part {
        case .requestLine:
            BilingualText(
                ko: "첫 줄은 메서드, 주소, HTTP/1.1을 빈칸 하나씩 두고 쓰고 줄은 CR LF로 끝내세요.",
                en: "Begin with method, target and HTTP/1.1, one blank between two, and end lines with CR LF.")
        case .target:
            BilingualText(
                ko: "주소는 /로 시작하는 경로나 http 주소를 퍼센트 인코딩한 ASCII로 보내세요.",
                en: "Send a path that begins with / or an http address, in percent-encoded ASCII without #.")
        case .host:
            BilingualText(
                ko: "Host 필드를 하나만, 호스트와 포트만 넣어 보내세요.",
                en: "Send exactly one Host field, with a host and a port at most.")
        case .field:
            BilingualText(
                ko: "헤더 필드는 한 줄에 하나씩 '이름: 값'으로, 제어 문자 없이 CR LF로 끝내세요.",
                en:
                    "Write each header field as 'Name: value' on a line of its own, without control characters, ended by CR LF."
            )
        case .framing:
            BilingualText(
                ko: "본문의 끝은 숫자로만 쓴 Content-Length 하나나 Transfer-Encoding: chunked 하나로 알리세요.",
                en: "Say where the body ends by one Content-Length in digits or by one Transfer-Encoding: chunked.")
        }
    }
}
