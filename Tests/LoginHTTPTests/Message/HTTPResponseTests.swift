// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@Suite("Responses")
struct HTTPResponseTests {
    @Test("B12: Korean text in a Location header is percent-encoded, and decodes back")
    func koreanLocation() throws {
        let response = HTTPResponse.redirect(to: "/done?name=김서연")

        let location = try #require(response.headers["Location"])
        #expect(location == "/done?name=%EA%B9%80%EC%84%9C%EC%97%B0")
        #expect(percentDecoded(location, plusIsBlank: false) == "/done?name=김서연")
    }

    @Test("S45: a redirect is a 303, and what is encoded already stays as it is")
    func redirect() {
        let response = HTTPResponse.redirect(to: "https://example.com/a%20b?c=d+e&f=%2F#g")

        #expect(response.status == 303)
        #expect(response.headers["Location"] == "https://example.com/a%20b?c=d+e&f=%2F#g")
    }

    @Test("a Location cannot end its header early")
    func locationInjection() {
        let response = HTTPResponse.redirect(to: "/a\r\nSet-Cookie: b=c d")

        #expect(response.headers["Location"] == "/a%0D%0ASet-Cookie:%20b=c%20d")
    }

    @Test("say what their body is")
    func contentTypes() {
        let page: HTML = "<p>\("a<b")</p>"

        #expect(HTTPResponse.json(["a": 1]).contentType == "application/json")
        #expect(HTTPResponse.json(nil, status: 400, contentType: "application/problem+json").status == 400)
        #expect(HTTPResponse.html(page).contentType == "text/html")
        #expect(HTTPResponse.html(page).body == Array("<p>a&lt;b</p>".utf8))
        #expect(HTTPResponse.text("a").headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(HTTPResponse(status: 204).contentType == nil)
    }
}
