// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@Suite("Header fields")
struct HTTPHeadersTests {
    @Test("are found by name without regard to case, several joined by commas")
    func lookUp() {
        var headers: HTTPHeaders = ["Accept": "text/html", "X-Other": "1"]
        headers.add("accept", "application/json")

        #expect(headers["ACCEPT"] == "text/html, application/json")
        #expect(headers.all("Accept") == ["text/html", "application/json"])
        #expect(headers["Accep"] == nil)
        #expect(headers.all("missing").isEmpty)
    }

    @Test("are replaced by name, and taken away by nil")
    func replace() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]

        headers["A"] = "4"
        headers["b"] = nil

        #expect(headers.fields.map { "\($0.name):\($0.value)" } == ["A:4"])
    }

    @Test("marks that differ from letters by the case bit are not letters")
    func caseBit() {
        let headers: HTTPHeaders = ["X@Y": "1"]

        #expect(headers["X`Y"] == nil)
    }

    @Test(
        "no value and no name can end a field early",
        arguments: [
            ("X", "a\r\nSet-Cookie: b=c"), ("X", "a\nb"), ("X", "a\rb"), ("X", "a\u{0}b"), ("X\r\nY", "a"),
            ("X", "a\u{7F}\u{1}b"), ("X", "\r\n a"),
        ])
    func injection(name: String, value: String) {
        let headers: HTTPHeaders = [name: value]

        for field in headers.fields {
            let bytes = Array("\(field.name)\(field.value)".utf8)
            #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
        }
    }

    @Test("values lose the blanks around them and keep those within")
    func blanks() {
        let headers: HTTPHeaders = ["X": " \t a\tb c \t", "Y": "   ", "Z": ""]

        #expect(headers["X"] == "a\tb c")
        #expect(headers["Y"] == "")
        #expect(headers["Z"] == "")
    }

    @Test("C16: messages, fields, forms and cookies do not show their contents when printed")
    func masked() throws {
        let form: FormFields = ["code": "s3cret"]
        var request = try #require(HTTPRequest.form(form, to: "https://example.com/s3cret?token=s3cret"))
        request.headers["Authorization"] = "Bearer s3cret"
        request.headers["Cookie"] = "session=s3cret"
        var response = HTTPResponse.json(["access_token": "s3cret"])
        let cookie = SetCookie(name: "session", value: "s3cret", maxAge: nil, isSecure: true)
        response.set(cookie)
        let all: [Any] = [request, response, request.headers, response.headers, form, Cookies(request), cookie]

        for value in all {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                #expect(!text.contains("s3cret"))
            }
        }
        #expect("\(request)" == "POST to example.com")
        #expect("\(form)" == "code")
    }
}
