// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The texts that the demo asks people to agree to; every other request goes on to the login server.
///
/// An operator's own texts stand on the operator's site, so the login server has no place for them.
struct DemoTerms: HTTPHandler {
    static let servicePath = "/demo/terms"
    static let privacyPath = "/demo/privacy"

    private let server: any HTTPHandler

    init(before server: any HTTPHandler) {
        self.server = server
    }

    /// Answers with one of the texts, or lets the server answer.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard [.get, .head].contains(request.method), let text = Self.text(at: request.path) else {
            return await server.respond(to: request)
        }
        var response = HTTPResponse.html(Self.page(text, first: request.acceptedLanguage).text)
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private static func text(at path: String) -> (title: BilingualText, body: BilingualText)? {
        switch path {
        case servicePath:
            (
                BilingualText(ko: "데모 이용약관", en: "Terms of the demo"),
                BilingualText(
                    ko: "이 데모는 이 컴퓨터에서만 돌아가며, 여기에서 만든 계정은 시험용입니다. 아무 약속도 하지 않습니다.",
                    en:
                        "This demo runs on this computer alone, and its accounts are for trying it out. It promises nothing."
                )
            )
        case privacyPath:
            (
                BilingualText(ko: "데모 개인정보 처리방침", en: "Privacy policy of the demo"),
                BilingualText(
                    ko: "에뮬레이터의 지어낸 사람에게서 받은 닉네임, 이메일, 사진을 데모의 데이터 폴더에 저장합니다. 탈퇴하거나 폴더를 지우면 없어집니다.",
                    en:
                        "Nickname, e-mail and picture of the emulator's invented people are kept in the demo's data folder. "
                        + "They are gone when the account or the folder is deleted.")
            )
        default: nil
        }
    }

    /// Both languages on one page, the one that the browser asks for first.
    private static func page(_ text: (title: BilingualText, body: BilingualText), first: Language) -> HTML {
        let languages = [first] + Language.allCases.filter { $0 != first }
        let sections = languages.map { language -> HTML in
            """
            <section lang="\(language.rawValue)">
            <h2>\(text.title.text(in: language))</h2>
            <p>\(text.body.text(in: language))</p>
            </section>
            """
        }
        return """
            <!DOCTYPE html>
            <html lang="\(first.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(text.title.text(in: first))</title>
            </head>
            <body>
            <main>
            <h1>\(text.title.text(in: first))</h1>
            \(sections)
            </main>
            </body>
            </html>

            """
    }
}
