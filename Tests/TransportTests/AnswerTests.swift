// SPDX-License-Identifier: Apache-2.0

import LoginCurlTransport
import LoginHTTP
import RawSockets
import Testing

/// What comes back.
@Suite struct AnswerTests {
    @Test(
        "Whatever the status, the answer comes back with its body, and nobody is sent elsewhere",
        arguments: WayOut.allCases, [200, 301, 302, 303, 307, 400, 401, 404, 429, 500, 502, 503])
    func everyStatus(way: WayOut, status: Int) async throws {
        let page = "<html><title>Bad Gateway</title></html>"
        let server = try RawServer.sending(
            "HTTP/1.1 \(status) Some Reason\r\nLocation: /elsewhere\r\nContent-Type: text/html\r\n"
                + "Content-Length: \(page.utf8.count)\r\n\r\n\(page)")

        try await withTransport(way) { transport in
            let response = try await transport.send(try server.get(), limits: TransferLimits())

            #expect(response.status == status)
            #expect(response.headers["location"] == "/elsewhere")
            // Foundation's own URLSession loses the body of a redirect.
            #expect(response.text == (way == .urlSession && status / 100 == 3 ? response.text : page))
        }

        #expect(server.connectionCount == 1)
    }

    @Test("Fields come back in order, repeated ones apart, and those of an interim answer or trailer do not")
    func fields() async throws {
        let server = try RawServer.sending(
            "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-A:  한 \r\n"
                + "Set-Cookie: b=2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Late: 1\r\n\r\n")

        try await withTransport { transport in
            let response = try await transport.send(try server.get(), limits: TransferLimits())

            #expect(response.headers.all("Set-Cookie") == ["a=1", "b=2"])
            #expect(response.headers["X-A"] == "한")
            #expect(response.headers["X-Early"] == nil)
            #expect(response.headers["X-Late"] == nil)
            #expect(response.text == "hi")
        }
    }

    @Test("An answer without a length ends with its connection", arguments: WayOut.allCases)
    func untilClose(way: WayOut) async throws {
        let server = try RawServer.sending("HTTP/1.1 200 OK\r\n\r\nall of it")

        try await withTransport(way) { transport in
            let response = try await transport.send(try server.get(), limits: TransferLimits())

            #expect(response.text == "all of it")
        }
    }

    @Test("What was compressed without being asked for comes back as it is, no larger")
    func compressedIsLeftAlone() async throws {
        let server = try RawServer.sending(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd")

        try await withTransport { transport in
            let response = try await transport.send(try server.get(), limits: TransferLimits())

            #expect(response.headers["Content-Encoding"] == "gzip")
            #expect(response.text == "abcd")
        }
    }

    @Test(
        "S15: an answer larger than the limit is dropped on the way",
        arguments: WayOut.allCases,
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n",
        ])
    func tooLarge(way: WayOut, head: String) async throws {
        let server = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            try await connection.send(head)
            while true { try await connection.send("12345678901") }
        }

        try await withTransport(way) { transport in
            await #expect(throws: TransportError(.bodyTooLarge, host: "127.0.0.1", mayHaveBeenReceived: true)) {
                try await transport.send(try server.get(), limits: TransferLimits(bodyBytes: 10))
            }
        }
    }

    @Test("A body of exactly the limit is taken", arguments: WayOut.allCases)
    func exactlyTheLimit(way: WayOut) async throws {
        let server = try RawServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1234567890")

        try await withTransport(way) { transport in
            let response = try await transport.send(try server.get(), limits: TransferLimits(bodyBytes: 10))
            #expect(response.body.count == 10)
        }
    }

    @Test(
        "An answer that is not HTTP is an error of its own",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "<html>no head</html>", "HTTP/1.1 OK 200\r\n\r\n", "HTTP/7.0 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "a", count: 1_000))\r\n", count: 100)
                + "\r\n",
        ])
    func malformed(answer: String) async throws {
        let server = try RawServer.sending(answer)

        try await withTransport { transport in
            await #expect(throws: TransportError(.malformedAnswer, host: "127.0.0.1", mayHaveBeenReceived: true)) {
                try await transport.send(try server.get(), limits: TransferLimits())
            }
        }
    }

    @Test(
        "An answer that breaks off is no answer",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", "HTTP/1.1 200 OK\r\nX: y",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n123",
        ])
    func brokenOff(answer: String) async throws {
        let server = try RawServer.sending(answer)

        try await withTransport { transport in
            await #expect(throws: TransportError(.connectionLost, host: "127.0.0.1", mayHaveBeenReceived: true)) {
                try await transport.send(try server.get(), limits: TransferLimits())
            }
        }
    }
}
