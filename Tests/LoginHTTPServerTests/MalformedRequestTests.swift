// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// Requests that break the rules never reach the handler, and nothing that follows them on the connection does.
@Suite struct MalformedRequestTests {
    @Test(
        "A target that is no path in escaped ASCII is refused",
        arguments: [
            "/a\u{0}b", "/a\u{1}", "/a\u{7f}", "/a b", "/\u{ed}\u{95}", "/한", "/a#b", "a", "?a", "ftp://a/",
            "http://u@a/", "a:443",
        ])
    func targets(target: String) async throws {
        try await expectRefusal(of: "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    @Test(
        "Anything but one readable Host is refused",
        arguments: [
            "Host: a\r\nHost: a", "Host: a\r\nhost: b", "Host: a b", "Host: a@b", "Host: a/b", "Host:", "Host: a,b",
            "X: y",
        ])
    func hosts(fields: String) async throws {
        try await expectRefusal(of: "GET / HTTP/1.1\r\n\(fields)\r\n\r\n")
    }

    @Test(
        "A body whose end two readers could see differently is refused",
        arguments: [
            "Content-Length: 3\r\nContent-Length: 3", "Content-Length: 3\r\nContent-Length: 4",
            "Content-Length: 3\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: gzip",
            "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked", "Content-Length: +3",
            "Content-Length: -3", "Content-Length: 0x3", "Content-Length: 3, 3", "Content-Length: 3 3",
            "Content-Length: ", "Transfer-Encoding: chunked ", "Transfer-Encoding: chunked\u{1}",
            "Transfer-Encoding: chunked\u{0}", "Transfer-Encoding:\r\n chunked",
            "Content-Length: 99999999999999999999999",
        ])
    func framing(fields: String) async throws {
        try await expectRefusal(of: "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\nabc")
    }

    @Test(
        "Broken chunks are refused",
        arguments: [
            "x\r\nabc\r\n0\r\n\r\n", "-1\r\nabc\r\n0\r\n\r\n", "fffffffffffffffff\r\nabc\r\n", "3\r\nabcd\r\n0\r\n\r\n",
        ])
    func chunks(body: String) async throws {
        try await expectRefusal(of: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
    }

    @Test(
        "A field that could be read as something else is refused",
        arguments: [
            "X: y\u{0}z", "X: y\u{0}\u{0}z", "X: y\u{0}\r\nZ: z", "X: y\u{1}", "X\u{1}: y", "X\u{0}: y", "X Y: z",
            "X : z",
            " X: z", ": z", "no colon", "X: a\n", "X: a\nY: b", "X: a\rY: b", "X: a\r\n folded", "X: a\r\n\tfolded",
            "Content-Length : 3",
        ])
    func fields(field: String) async throws {
        try await expectRefusal(of: "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
        try await expectRefusal(of: "GET / HTTP/1.1\r\n\(field)\r\nHost: a\r\n\r\n")
    }

    @Test(
        "What is not HTTP/1 is refused",
        arguments: [
            "hello\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.0\r\nHost: a\r\n\r\n", "GET / http/1.1\r\nHost: a\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\r\n\r\n",
            "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func otherProtocols(request: String) async throws {
        try await expectRefusal(of: request)
    }

    @Test("A head that is too large is refused")
    func largeHead() async throws {
        let fields = (0..<2_000).map { "X-\($0): \(String(repeating: "a", count: 100))\r\n" }.joined()
        try await expectRefusal(of: "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        try await expectRefusal(of: "GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    @Test("A refusal is a problem document in the client's language", arguments: Language.allCases)
    func problemDocument(language: Language) async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nAccept-Language: \(language.rawValue)\r\n\r\n")

            #expect(answer.status == 400)
            #expect(answer["Content-Type"] == ["application/problem+json"])
            let document = try JSONValue(parsing: answer.body)
            #expect(document["code"] == "malformed_request")
            #expect(document["status"] == 400)
            let remedy =
                language == .korean
                ? "Host 필드를 하나만, 호스트와 포트만 넣어 보내세요."
                : "Send exactly one Host field, with a host and a port at most."
            #expect(document["remedy"]?.string == remedy)
            #expect(answer["Content-Language"] == [language.rawValue])
        }
    }

    /// Sends a request with a second one right behind it; neither may reach the handler.
    private func expectRefusal(of request: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let calls = Locked<[String]>([])
        let handler = TestHandler { request in
            calls.withLock { $0.append(request.target) }
            return .text("reached")
        }
        try await withListener(handler, settings: { $0.transferDeadline = .seconds(2) }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            // The listener may have closed before all of it is sent; that is a refusal too.
            try? await client.send(request + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")

            let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)

            let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 400
            #expect((400...505).contains(status), "\(answer.prefix(80))", sourceLocation: sourceLocation)
            #expect(calls.value == [], sourceLocation: sourceLocation)
        }
    }
}
