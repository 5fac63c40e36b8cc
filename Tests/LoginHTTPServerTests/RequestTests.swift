// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// What a handler gets to see of a request.
@Suite struct RequestTests {
    @Test("Method, target, host and body reach the handler as they were sent")
    func everythingArrives() async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(
                "POST /a%2Fb/%ED%95%9C?x=%26&y=+ HTTP/1.1\r\nHost: login.example:81\r\nContent-Length: 5\r\n\r\nhello")

            #expect(answer.status == 200)
            #expect(answer.text == "POST /a%2Fb/%ED%95%9C?x=%26&y=+\nlogin.example:81\nhello")
        }
    }

    @Test(
        "A target is split at the first question mark and nowhere else",
        arguments: [
            ("/", "/", nil), ("/?", "/", ""), ("/a?b?c=d", "/a", "b?c=d"), ("//a/../b/./c", "//a/../b/./c", nil),
            ("/%00%0d", "/%00%0d", nil), ("*", "*", nil), ("/%", "/%", nil),
            ("http://other.example/x?y", "/x", "y"),
        ] as [(String, String, String?)])
    func targetIsSplit(target: String, path: String, query: String?) async throws {
        let handler = TestHandler { .text("\($0.path)|\($0.query ?? "nil")") }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.text == "\(path)|\(query ?? "nil")")
        }
    }

    @Test("An absolute target outranks the Host field, and HTTP/1.0 without one means the listener's own address")
    func authorityIsFound() async throws {
        try await withListener(TestHandler { .text("\($0.scheme)://\($0.authority)") }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            let absolute = try await client.ask("GET http://b:2/ HTTP/1.1\r\nHost: a:1\r\n\r\n")
            let old = try await client.ask("GET / HTTP/1.0\r\n\r\n")

            #expect(absolute.text == "http://b:2")
            #expect(old.text == "http://127.0.0.1:\(listener.port)")
        }
    }

    @Test("The scheme is the one that the settings name")
    func schemeIsConfigured() async throws {
        try await withListener(TestHandler { .text($0.scheme) }, settings: { $0.scheme = "https" }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "https")
        }
    }

    @Test("Every header field arrives, in order, repeated ones too")
    func fieldsArrive() async throws {
        let handler = TestHandler { request in
            .text(request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(
                "GET / HTTP/1.1\r\nHost: a\r\nX-B:  2 \r\nx-a: 한\r\nX-B: 1\r\nX-Empty:\r\n\r\n")

            #expect(answer.text == "Host=a|X-B=2|x-a=한|X-B=1|X-Empty=")
        }
    }

    @Test("The client's address arrives, in both families", arguments: ["127.0.0.1", "::1"])
    func remoteAddressArrives(host: String) async throws {
        try await withListener(TestHandler { .text($0.remoteAddress ?? "") }, host: host) { listener in
            let client = try await RawConnection.open(to: host, port: listener.port)

            #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == host)
        }
    }

    @Test("A chunked body arrives as one")
    func chunkedBodyArrives() async throws {
        try await withListener(TestHandler { .text(String(decoding: $0.body, as: UTF8.self)) }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(
                "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n")

            #expect(answer.text == "abcdefg")
        }
    }

    @Test("A body of 2 MB arrives whole where the limit lets it")
    func largeBodyArrives() async throws {
        let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let handler = TestHandler { HTTPResponse(status: 200, body: $0.body) }
        try await withListener(handler, settings: { $0.maxBodyBytes = body.count }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
            try await client.send(body)

            let answer = try await client.readAnswer()

            #expect(answer.body == body)
        }
    }

    @Test("A client that waits for leave to send its body gets it")
    func continueIsSaid() async throws {
        try await withListener { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")

            let interim = try await client.readAnswer()
            let answer = try await client.ask("hi")

            #expect(interim.status == 100)
            #expect(answer.text.hasSuffix("hi"))
        }
    }

    @Test("One connection carries one request after the other, and several at once in order")
    func connectionIsKept() async throws {
        try await withListener(TestHandler { .text($0.path) }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            for number in 1...3 {
                let answer = try await client.ask("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.text == "/\(number)")
            }

            try await client.send(
                (4...30).map { "POST /\($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" }.joined())
            for number in 4...30 {
                #expect(try await client.readAnswer().text == "/\(number)")
            }

            #expect(listener.connectionCount == 1)
        }
    }

    @Test("200 requests at once are all answered")
    func manyAtOnce() async throws {
        let (everybodyIsHere, arrived) = (TestEvent(), Locked(0))
        let handler = TestHandler { request in
            let count = arrived.withLock { count in
                count += 1
                return count
            }
            if count == 200 { everybodyIsHere.happen() }
            await everybodyIsHere.wait()
            return .text(request.path)
        }
        try await withListener(handler) { listener in
            let answers = try await withThrowingTaskGroup(of: (Int, String).self) { clients in
                for number in 0..<200 {
                    clients.addTask {
                        let client = try await RawConnection.open(port: listener.port)
                        return (number, try await client.ask("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n").text)
                    }
                }
                return try await clients.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }

            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "/\($0)") }))
        }
    }
}
