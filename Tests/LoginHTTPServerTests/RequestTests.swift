// SPDX-License-Identifier: Apache-2.0

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
}
