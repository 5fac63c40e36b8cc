// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@Suite("The language that a browser asks for")
struct AcceptLanguageTests {
    @Test(
        "is Korean or English by weight, then by order, and English when neither is asked for",
        arguments: [
            (nil, Language.english), ("", .english), ("ko", .korean), ("en", .english), ("ko-KR", .korean),
            ("KO-kr", .korean), ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", .korean), ("en-US,en;q=0.9,ko;q=0.8", .english),
            ("en;q=0.1,ko;q=0.2", .korean), ("ko;q=0.5,en;q=0.5", .korean), ("en;q=0.5,ko;q=0.5", .english),
            ("ja,fr;q=0.9", .english), ("ja, ko;q=0.3", .korean), ("ko;q=0", .english), ("kok", .english),
            ("*", .english), ("en;q=0.5,*", .korean), ("ko;q=0.1,*;q=0.5", .english), ("ko;q=0,*", .english),
            ("ko ; q=0.9 , en ; q=0.8", .korean), ("ko;q=x,en;q=0.1", .english), ("ko;q=2", .english),
            (";;;,,,", .english), ("ko;q=1;q=0", .english),
        ])
    func choice(field: String?, language: Language) {
        #expect(Language(acceptLanguage: field) == language)
    }

    @Test("is read from the request")
    func request() {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost", path: "/", headers: ["accept-language": "ko"])

        #expect(request.acceptedLanguage == .korean)
    }
}
