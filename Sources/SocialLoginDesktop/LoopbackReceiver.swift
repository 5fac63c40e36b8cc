// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import SocialLogin

/// Answers the browser that brings a callback: hands the address on, and says what to do now.
struct LoopbackReceiver: HTTPHandler {
    let path: String
    let receive: @Sendable (BrowserEvent) -> Bool

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let language = request.acceptedLanguage
        guard request.path == path, request.method == .get else { return page(.nothingHere, language, status: 404) }
        let isOurs = receive(.callback(request.address))
        return isOurs ? page(.goBack, language, status: 200) : page(.notThisOne, language, status: 400)
    }

    private func page(_ notice: Notice, _ language: Language, status: Int) -> HTTPResponse {
        let title = notice.title.text(in: language)
        let html: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark"><title>\(title)</title></head>
            <body><main><h1>\(title)</h1><p>\(notice.text.text(in: language))</p></main></body>
            </html>
            """
        var response = HTTPResponse.html(html.text, status: status)
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }
}

/// What the page in the browser says.
private enum Notice {
    case goBack
    case notThisOne
    case nothingHere

    var title: BilingualText {
        switch self {
        case .goBack: BilingualText(ko: "앱으로 돌아가세요", en: "Go back to the app")
        case .notThisOne: BilingualText(ko: "이 로그인은 이미 끝났어요", en: "This sign-in is over")
        case .nothingHere: BilingualText(ko: "여기에는 아무것도 없어요", en: "There is nothing here")
        }
    }

    var text: BilingualText {
        switch self {
        case .goBack:
            BilingualText(
                ko: "이 창은 닫아도 돼요. 로그인 결과는 앱에서 볼 수 있어요.",
                en: "You can close this window. The app shows how the sign-in ended.")
        case .notThisOne:
            BilingualText(
                ko: "앱에서 로그인을 다시 시작하세요.", en: "Start the sign-in again in the app.")
        case .nothingHere: BilingualText(ko: "이 창은 닫아도 돼요.", en: "You can close this window.")
        }
    }
}
