// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// What URLSession's way out leaves out of what URLSession offers, and how it speaks of what URLSession hides.
@Suite("The way out by URLSession") struct URLSessionTests {
    @Test("The request goes out with its own fields, uncompressed, and with no cookie of an answer before")
    func request() async throws {
        let seen = Locked<[String]>([])
        let server = try RawServer { connection, _ in
            while true {
                let head = String(decoding: try await connection.read(through: "\r\n\r\n"), as: UTF8.self)
                let body = head.contains("Content-Length: 5") ? try await connection.read(count: 5) : []
                seen.withLock { $0.append(head + String(decoding: body, as: UTF8.self)) }
                try await connection.send("HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var request = try #require(
            HTTPRequest(.post, "http://127.0.0.1:\(server.port)/a%2Fb?x=%26&y=+", body: Array("hello".utf8)))
        request.headers.add("X-One", "한")
        request.headers.add("Content-Type", "application/json")

        try await withTransport(.urlSession) { transport in
            _ = try await transport.send(request, limits: TransferLimits())
            _ = try await transport.send(request, limits: TransferLimits())
        }

        #expect(seen.value.count == 2)
        for text in seen.value {
            #expect(text.hasPrefix("POST /a%2Fb?x=%26&y=+ HTTP/1.1\r\n"))
            #expect(text.contains("\r\nX-One: 한\r\n"))
            #expect(text.contains("\r\nContent-Type: application/json\r\n"))
            #expect(text.contains("\r\nAccept-Encoding: identity\r\n"))
            #expect(!text.contains("Cookie"))
            #expect(text.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test("An answer is never taken from a cache, however long it may be kept")
    func cache() async throws {
        let count = Locked(0)
        try await withListener { _ in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            var response = HTTPResponse.text("\(number)")
            response.headers["Cache-Control"] = "max-age=3600"
            return response
        } _: { listener in
            try await withTransport(.urlSession) { transport in
                for number in 1...3 {
                    let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(listener.port)/"))
                    #expect(try await transport.send(request, limits: TransferLimits()).text == "\(number)")
                }
            }
        }
    }

    @Test("Nobody is asked for a password: the refusal itself comes back")
    func challenge() async throws {
        try await withListener { _ in
            var response = HTTPResponse.text("no", status: 401)
            response.headers["WWW-Authenticate"] = "Basic realm=\"here\""
            return response
        } _: { listener in
            try await withTransport(.urlSession) { transport in
                let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(listener.port)/"))
                let response = try await transport.send(request, limits: TransferLimits())
                #expect(response.status == 401)
                #expect(response.text == "no")
            }
        }
    }

    @Test(
        "An answer that breaks off or is not HTTP is no answer",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", "SSH-2.0-OpenSSH_9.2\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n123",
        ])
    func brokenOff(answer: String) async throws {
        let server = try RawServer.sending(answer)

        try await withTransport(.urlSession) { transport in
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(try server.get(), limits: TransferLimits())
            }
            #expect([.connectionLost, .malformedAnswer].contains(error?.reason))
            #expect(error?.mayHaveBeenReceived == true)
        }
    }
}
