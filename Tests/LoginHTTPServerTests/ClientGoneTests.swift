// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// What happens to a request whose client leaves.
@Suite struct ClientGoneTests {
    @Test("A handler is cancelled when its client hangs up")
    func handlerIsCancelled() async throws {
        let (begun, cancelled) = (TestEvent(), TestEvent())
        let handler = TestHandler { _ in
            begun.happen()
            await untilCancelled()
            cancelled.happen()
            return .text("nobody reads this")
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await begun.wait()

            client.close()

            await cancelled.wait()
            try await eventually { listener.connectionCount == 0 }
        }
    }

    @Test("A client that only closed its sending side still gets the answer")
    func halfClosedClientIsAnswered() async throws {
        let (begun, clientHasFinished) = (TestEvent(), TestEvent())
        let handler = TestHandler { _ in
            begun.happen()
            await clientHasFinished.wait()
            return .text("answer")
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await begun.wait()

            client.finishSending()
            clientHasFinished.happen()

            #expect(try await client.readAnswer().text == "answer")
        }
    }

    @Test("A client that hangs up inside its body never reaches the handler")
    func brokenBodyIsDropped() async throws {
        let reached = TestEvent()
        let handler = TestHandler { _ in
            reached.happen()
            return .text("")
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            try await eventually { listener.connectionCount == 1 }

            client.close()

            try await eventually { listener.connectionCount == 0 }
            #expect(!reached.hasHappened)
        }
    }
}
