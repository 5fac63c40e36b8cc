// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginProviders

@Suite("A provider's own words, for the log")
struct VendorWordsTests {
    @Test(
        "B26: a sentence stays, what was sent or might be a secret does not",
        arguments: [
            ("User said no", "User said no"),
            ("authorization code not found for code=AbC123", "authorization code not found for code=[…]"),
            ("no code XyZ9 here", "no code […] here"), ("a token of qWeRtYuI", "a token of […]"),
            ("token eyJhbGciOiJSUzI1NiIsImtpZCI6 expired", "token […] expired"),
            ("ask seoyeon@example.com", "ask […]"), ("a\nb\r\nc\td", "a b c d"), ("x\u{1B}[my", "x\\u{1b}[my"),
            ("이름\u{202E}끝", "이름\\u{202e}끝"),
        ])
    func shown(words: String, expected: String) throws {
        #expect(try #require(VendorWords(words, without: ["AbC123", "no"])).text == expected)
    }

    @Test("long words of a provider are cut, and none are none")
    func bounds() {
        let long = String(repeating: "word ", count: 100_000)

        #expect(VendorWords(long, without: [])?.text.count == 200)
        #expect(VendorWords("", without: []) == nil)
        #expect(VendorWords(nil, without: []) == nil)
        #expect(VendorWords(" \n", without: []) == nil)
    }

    @Test(
        "a sentence is found by whichever name a provider gives it",
        arguments: [
            ["error_description": "a few words"], ["msg": "a few words"], ["message": "a few words"],
            ["errorMessage": "a few words"], ["error": ["message": "a few words"]],
        ] as [JSONValue])
    func names(body: JSONValue) throws {
        let request = try #require(HTTPRequest(.get, "https://a.example/"))

        #expect(VendorWords(.json(body, status: 401), to: request)?.text == "a few words")
    }

    @Test("B26: the words of a refused code are in the log, and the code is not")
    func refusedCode() async throws {
        let kakao = try Kakao([
            KakaoStub.tokenPath: { _ in
                .json(
                    [
                        "error": "invalid_grant", "error_code": "KOE320",
                        "error_description": "authorization code not found for code=THE-CODE",
                    ], status: 400)
            }
        ])

        let error = await failure { () throws(LoginError) in
            _ = try await kakao.provider.exchange(
                code: Secret("THE-CODE"), redirectURI: "https://a.example/", verifier: nil)
        }

        #expect(error?.code == .codeRefused)
        let log = kakao.logged.value.joined(separator: "\n")
        #expect(log.contains("vendor_words=authorization code not found for code=[…]"))
        #expect(!log.contains("THE-CODE"))
    }
}
