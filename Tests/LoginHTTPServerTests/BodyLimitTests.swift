// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// Bodies beyond the limit.
@Suite struct BodyLimitTests {
    @Test("A body of exactly the limit is taken, one byte more is 413", arguments: [false, true])
    func limitIsExact(chunked: Bool) async throws {
        try await withListener(TestHandler { .text("\($0.body.count)") }, settings: { $0.maxBodyBytes = 10 }) {
            listener in
            let fits = try await RawConnection.open(port: listener.port)
            let tooLarge = try await RawConnection.open(port: listener.port)

            let taken = try await fits.ask(post(10, chunked: chunked))
            let refused = try await tooLarge.ask(post(11, chunked: chunked))

            #expect(taken.text == "10")
            #expect(refused.status == 413)
            #expect(try JSONValue(parsing: refused.body)["code"] == "body_too_large")
            #expect(try await tooLarge.readToEnd() == [])
        }
    }

    @Test("A length beyond the limit is refused before any of the body is asked for")
    func lengthIsEnough() async throws {
        try await withListener(settings: { $0.maxBodyBytes = 10 }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(
                "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n")

            #expect(answer.status == 413)
            #expect(answer["Connection"] == ["close"])
        }
    }

    @Test("A body of up to twice the limit is read to its end, so that its sender sees the answer")
    func senderSeesTheAnswer() async throws {
        try await withListener(settings: { $0.maxBodyBytes = 1 << 20 }) { listener in
            for _ in 0..<5 {
                let client = try await RawConnection.open(port: listener.port)

                let answer = try await client.ask(post(2 << 20, chunked: false))

                #expect(answer.status == 413)
            }
        }
    }

    @Test("A chunked body without end is cut")
    func endlessBodyIsCut() async throws {
        let handlerWasCalled = TestEvent()
        let handler = TestHandler { _ in
            handlerWasCalled.happen()
            return .text("")
        }
        try await withListener(handler, settings: { $0.maxBodyBytes = 1_000 }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "400\r\n\(String(repeating: "a", count: 1_024))\r\n"

            // Sending fails as soon as the listener has closed.
            await #expect(throws: RawSocketError.closed) {
                for _ in 0..<100_000 { try await client.send(chunk) }
            }

            #expect(!handlerWasCalled.hasHappened)
        }
    }

    private func post(_ count: Int, chunked: Bool) -> String {
        let body = String(repeating: "a", count: count)
        let head = "POST / HTTP/1.1\r\nHost: a\r\n"
        return chunked
            ? "\(head)Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            : "\(head)Content-Length: \(count)\r\n\r\n\(body)"
    }
}
