// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("Cookies")
struct CookiesTests {
    private func request(_ fields: String...) -> HTTPRequest {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        for field in fields { request.headers.add("Cookie", field) }
        return request
    }

    @Test("are read in the browser's order, from one field or several")
    func reading() {
        let cookies = Cookies(request("a=1; b=2", "c=3"))

        #expect(cookies.names == ["a", "b", "c"])
        #expect(cookies["b"] == "2")
        #expect(cookies["B"] == nil)
    }

    @Test("keep equals signs and quotation marks in a value, and lose the blanks around it")
    func values() {
        let cookies = Cookies(request("  a = x=y= ;b=\"q\";\tc=1\t; d="))

        #expect(cookies["a"] == "x=y=")
        #expect(cookies["b"] == "\"q\"")
        #expect(cookies["c"] == "1")
        #expect(cookies["d"] == "")
    }

    @Test("that cannot be read are passed over")
    func broken() {
        #expect(Cookies(request(";;; novalue; =x; ok=1; ")).names == ["ok"])
        #expect(Cookies(request()).names.isEmpty)
    }

    @Test("of one name are given in order, the first one first")
    func repeated() {
        let cookies = Cookies(request("a=1; a=2"))

        #expect(cookies["a"] == "1")
        #expect(cookies.all("a") == ["1", "2"])
    }

    @Test("P2: are set with HttpOnly always, and with what was asked for")
    func setting() {
        let session = SetCookie(name: "__Host-login-session", value: "slc1.abc", maxAge: 60, isSecure: true)
        let dropped = SetCookie(name: "tx", value: "", maxAge: 0, isSecure: false, sameSite: .strict, path: "/auth")
        let crossSite = SetCookie(name: "a", value: "b", maxAge: nil, isSecure: true, sameSite: .none)

        #expect(
            session.fieldValue == "__Host-login-session=slc1.abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
        #expect(dropped.fieldValue == "tx=; Path=/auth; Max-Age=0; HttpOnly; SameSite=Strict")
        #expect(crossSite.fieldValue == "a=b; Path=/; HttpOnly; SameSite=None; Secure")
    }

    @Test(
        "no value or path can add an attribute or a header",
        arguments: ["a; Domain=evil.test", "a\r\nSet-Cookie: x=y", "a, b=c", "\"a\\", "김", "a\u{0}b"])
    func injection(text: String) {
        var response = HTTPResponse(status: 200)
        response.set(SetCookie(name: "n", value: text, maxAge: nil, isSecure: false, path: "/\(text)"))

        let attributes = response.headers.all("Set-Cookie").flatMap { $0.split(separator: ";") }
        #expect(attributes.count == 4)
        #expect(attributes.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test("B12: several cookies stay separate header fields")
    func several() {
        var response = HTTPResponse(status: 200)
        response.set(SetCookie(name: "a", value: "1", maxAge: nil, isSecure: false))
        response.set(SetCookie(name: "b", value: "2", maxAge: nil, isSecure: false))

        #expect(response.headers.all("set-cookie").count == 2)
    }
}
