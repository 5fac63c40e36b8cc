// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@Suite("Forms and queries")
struct FormFieldsTests {
    @Test("B10: a code with slash, plus and equals sign is read once and written the same")
    func codeWithMarks() throws {
        let request = try #require(HTTPRequest(.get, "https://example.test/cb?code=4%2F0Ab%2BcD%3D&state=S1"))

        let code = try request.queryFields().single("code")
        let form: FormFields = ["code": code]

        #expect(code == "4/0Ab+cD=")
        #expect(form.encoded == "code=4%2F0Ab%2BcD%3D")
    }

    @Test("B09: the same name twice is an error, whatever the values")
    func repeated() throws {
        let fields = try FormFields(parsing: "code=C1&state=S1&state=EVIL")

        #expect(try fields.single("code") == "C1")
        #expect(throws: FormError.repeated("state")) { try fields.single("state") }
        #expect(throws: FormError.repeated("a")) { try FormFields(parsing: "a=1&%61=1").single("a") }
        #expect(fields.all("state") == ["S1", "EVIL"])
    }

    @Test("a mark that combines with the separator before it does not hide it")
    func combiningMark() throws {
        let fields = try FormFields(parsing: "a=1&\u{301}b=2&c=\u{301}3")

        #expect(fields.fields.map(\.name) == ["a", "\u{301}b", "c"])
        #expect(try fields.single("c") == "\u{301}3")
    }

    @Test("B04: a refusal's description is read with its blanks")
    func description() throws {
        let fields = try FormFields(parsing: "error=access_denied&error_description=User+said+no&state=S1")

        #expect(try fields.single("error_description") == "User said no")
    }

    @Test("B03: a junk fragment is not part of the last value")
    func fragment() throws {
        let request = try #require(HTTPRequest(.get, "https://example.test/cb?code=C1&state=S1#_=_"))

        #expect(try request.queryFields().single("state") == "S1")
    }

    @Test("B06: JSON inside one form field is read from a form body")
    func jsonInField() throws {
        let body = """
            code=C1&state=S1&user=%7B%22name%22%3A%7B%22firstName%22%3A%22%EC%84%9C%EC%97%B0%22%2C\
            %22lastName%22%3A%22%EA%B9%80%22%7D%7D
            """
        var request = try #require(HTTPRequest(.post, "https://example.test/cb", body: Array(body.utf8)))
        request.headers["Content-Type"] = "application/x-www-form-urlencoded; charset=UTF-8"

        let fields = try #require(try request.formFields())
        let user = try JSONValue(parsing: try #require(try fields.single("user")))

        #expect(try fields.single("code") == "C1")
        #expect(user["name"]?["firstName"] == "서연")
        #expect(user["name"]?["lastName"] == "김")
    }

    @Test(
        "a body of another type is no form",
        arguments: [nil, "application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencodedx"])
    func otherTypes(type: String?) throws {
        var request = try #require(HTTPRequest(.post, "https://example.test/cb", body: Array("a=1".utf8)))
        request.headers["Content-Type"] = type

        #expect(try request.formFields() == nil)
    }

    @Test("fields keep their order, and empty ones are told from missing ones")
    func order() throws {
        let fields = try FormFields(parsing: "b=&a&=x&&c=1=2&a=%20+")

        #expect(fields.fields.map { "\($0.name):\($0.value)" } == ["b:", "a:", ":x", "c:1=2", "a:  "])
        #expect(try fields.single("b") == "")
        #expect(try fields.single("missing") == nil)
    }

    @Test(
        "broken escapes and bytes that are not UTF-8 are errors",
        arguments: ["a=%", "a=%2", "a=%zz", "%=1", "a=%ff", "a=1&b=%C3"])
    func broken(text: String) {
        #expect(throws: FormError.invalidEncoding) { try FormFields(parsing: text) }
    }

    @Test("a raw byte that is not UTF-8 is an error too")
    func rawBytes() {
        #expect(throws: FormError.invalidEncoding) { try FormFields(parsing: [0x61, 0x3D, 0xFF]) }
    }

    @Test("the number of fields is bounded, and its edge is exact")
    func limit() throws {
        let three = "a=1&a=2&a=3"

        #expect(try FormFields(parsing: three, limit: 3).all("a").count == 3)
        #expect(throws: FormError.tooManyFields) { try FormFields(parsing: three, limit: 2) }
        #expect(throws: FormError.tooManyFields) {
            try FormFields(parsing: String(repeating: "a=1&", count: 100_000))
        }
    }

    @Test("a name that only looks the same is another name")
    func canonicalNames() throws {
        let fields = try FormFields(parsing: "\u{212A}=1&K=2")

        #expect(try fields.single("K") == "2")
    }

    @Test("fields that are nil are left out of a form that is sent")
    func sending() throws {
        let request = try #require(
            HTTPRequest.form(["grant_type": "refresh_token", "scope": nil], to: "https://example.test/token"))

        #expect(request.method == .post)
        #expect(request.body == Array("grant_type=refresh_token".utf8))
        #expect(request.contentType == "application/x-www-form-urlencoded")
    }
}
