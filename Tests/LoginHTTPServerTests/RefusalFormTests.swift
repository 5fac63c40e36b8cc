// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// Whatever is refused before the handler sees it is refused in one form, which says what to do.
@Suite struct RefusalFormTests {
    /// A request, and what it is to be answered with.
    struct Case: Sendable, CustomTestStringConvertible {
        let request: String
        let status: Int
        let code: String
        let remedy: String

        var testDescription: String { "\(code): \(request.prefix(60))" }

        init(_ request: String, _ status: Int, _ code: String, _ remedy: String) {
            self.request = request
            self.status = status
            self.code = code
            self.remedy = remedy
        }
    }

    private static let requestLine = "Begin with method, target and HTTP/1.1"
    private static let field = "Write each header field as 'Name: value'"
    private static let framing = "Say where the body ends"
    private static let host = "Send exactly one Host field"
    private static let cookies = "Delete the cookies of this site"

    static let first: [Case] = [
        Case("GET / HTTP/1.1\r\nX: y\r\n\r\n", 400, "malformed_request", host),
        Case("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "malformed_request", host),
        Case("GET /a|\u{7f} HTTP/1.1\r\nHost: a\r\n\r\n", 400, "malformed_request", "Send a path that begins with /"),
        Case("GET / HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n", 400, "malformed_request", field),
        Case(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", 400,
            "malformed_request", framing),
        Case(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n", 413, "body_too_large",
            "Send a smaller body"),
        Case(
            "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\(String(repeating: "b", count: 17_000))\r\n\r\n", 431,
            "head_too_large", cookies),
        Case(
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414, "target_too_long",
            "Keep path and query within 8 KiB"),
        Case(
            "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 100))\r\n", 431, "head_too_large",
            cookies),
    ]

    /// What libmicrohttpd would answer by itself: ours on a connection's first request only.
    static let beforeTheParser: [Case] = [
        Case("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400, "malformed_request", framing),
        Case(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413, "body_too_large",
            "Send a smaller body"),
        Case("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "http_version_unsupported", "Send it as HTTP/1.1"),
        Case("GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505, "http_version_unsupported", "Send it as HTTP/1.1"),
        Case("GET /\r\n\r\n", 400, "malformed_request", requestLine),
        Case("hello\r\n\r\n", 400, "malformed_request", requestLine),
        Case("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400, "malformed_request", field),
        Case(
            "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\(String(repeating: "b", count: 60_000))\r\n\r\n", 431,
            "head_too_large", cookies),
        Case(
            "GET /\(String(repeating: "a", count: 60_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414, "target_too_long",
            "Keep path and query within 8 KiB"),
        Case(
            "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X:\r\n", count: 2_000))\r\n", 431, "head_too_large",
            cookies),
    ]

    @Test(
        "A refusal is one problem document with one head, and the connection ends behind it",
        arguments: first + beforeTheParser)
    func firstRequest(refused: Case) async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)
            // The listener may have seen enough before all of it is sent.
            try? await client.send(refused.request)

            try await expect(refused, from: client)
        }
    }

    @Test("A browser gets the same as a page")
    func page() async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)
            try? await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: ko\r\n"
                    + "Content-Length: 3000000\r\n\r\n")
            let answer = try await client.readAnswer()

            #expect(answer.status == 413)
            #expect(answer["Content-Type"] == ["text/html; charset=utf-8"])
            #expect(answer["Content-Security-Policy"].first?.contains("default-src 'none'") == true)
            #expect(answer.text.contains("요청 본문이 너무 큽니다.") && answer.text.contains("body_too_large"))
        }
    }

    @Test(
        "So it is for a later request of a connection, where the parser gets to the end of the head", arguments: first)
    func laterRequest(refused: Case) async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)
            #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            try? await client.send(refused.request)

            try await expect(refused, from: client)
        }
    }

    @Test("A head of exactly the limit is taken, one byte more is not")
    func limitIsExact() async throws {
        try await withListener { listener in
            for (extra, status) in [(0, 200), (1, 431)] {
                let start = "GET / HTTP/1.1\r\nHost: a\r\nCookie: a="
                let value = String(repeating: "b", count: 16_384 - start.utf8.count - 4 + extra)
                let client = try await RawConnection.open(port: listener.port)

                #expect(try await client.ask("\(start)\(value)\r\n\r\n").status == status)
            }
        }
    }

    @Test("Many cookies and many arguments cost nothing beside their bytes, and all of them arrive")
    func cookiesAndArguments() async throws {
        let cookies = String(repeating: "a=b; ", count: 1_500)
        let query = String(repeating: "a&", count: 3_000)
        let handler = TestHandler { .text("\($0.headers["Cookie"]?.utf8.count ?? 0) \($0.query?.utf8.count ?? 0)") }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)
            for _ in 0..<3 {
                let answer = try await client.ask("GET /?\(query) HTTP/1.1\r\nHost: a\r\nCookie: \(cookies)c=d\r\n\r\n")

                #expect(answer.text == "\(cookies.utf8.count + 3) \(query.utf8.count)")
            }
        }
    }

    @Test("A head that comes byte by byte is judged like one that comes at once")
    func byteByByte() async throws {
        try await withListener { listener in
            let good = try await RawConnection.open(port: listener.port)
            for byte in "GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8 { try await good.send([byte]) }
            let bad = try await RawConnection.open(port: listener.port)
            for byte in "GET / HTTP/3.0\r\n".utf8 { try await bad.send([byte]) }

            #expect(try await good.readAnswer().status == 200)
            #expect(try await bad.readAnswer().status == 505)
        }
    }

    @Test("More clients than are looked at in one turn are all answered")
    func manyClients() async throws {
        try await withListener { listener in
            var silent: [RawConnection] = []
            for _ in 0..<260 { silent.append(try await RawConnection.open(port: listener.port)) }

            for client in silent.suffix(10) {
                #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            }
            #expect(try await silent[0].ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
        }
    }

    private func expect(_ refused: Case, from client: RawConnection) async throws {
        let answer = try await client.readAnswer()

        #expect(answer.status == refused.status)
        #expect(answer["Content-Type"] == ["application/problem+json"])
        #expect(answer["Connection"] == ["close"])
        #expect(answer["Date"].count == 1)
        let document = try JSONValue(parsing: answer.body)
        let names = ["type", "title", "status", "code", "remedy", "advice", "request_id"]
        #expect(document.object?.names.sorted() == names.sorted())
        #expect(document["code"]?.string == refused.code)
        #expect(document["advice"] == "fix_request")
        #expect(document["remedy"]?.string?.hasPrefix(refused.remedy) == true)
        #expect(answer["X-Request-ID"].first == document["request_id"]?.string)
        #expect(try await client.readToEnd() == [])
    }
}
