// SPDX-License-Identifier: Apache-2.0

import LoginCurlTransport
import LoginHTTP
import RawSockets
import Testing

/// What goes out and what comes back.
@Suite struct ExchangeTests {
    @Test("An answer comes back whole")
    func wholeAnswer() async throws {
        let server = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: 1\r\n\r\nhi")
        }
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(server.port)/a?b"))

        let response = try await transport.send(request, limits: TransferLimits())

        #expect(response.status == 200)
        #expect(response.headers["x-one"] == "1")
        #expect(response.body == Array("hi".utf8))
        await transport.close()
    }
}
