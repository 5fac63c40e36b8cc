// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// Nobody holds a connection for longer than the settings grant.
@Suite struct DeadlineTests {
    private let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(
        "A client that drips is cut at the deadline, however busy it looks",
        arguments: [
            "", "GET / HTTP/1.1\r\nHost: a\r\nX: ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
        ])
    func dripIsCut(beginning: String) async throws {
        try await withListener(settings: { $0.transferDeadline = .milliseconds(300) }) { listener in
            // The listener counts from the moment it accepts, so the test counts from before that.
            let start = ContinuousClock.now
            let client = try await RawConnection.open(port: listener.port)
            try await client.send(beginning)

            // The pace of the drip, not a wait for something: bytes go out until the listener has cut us off.
            await #expect(throws: RawSocketError.closed) {
                for _ in 0..<1_000 {
                    try await client.send("a")
                    try await pace(.milliseconds(10))
                }
            }

            let time = ContinuousClock.now - start
            #expect(time > .milliseconds(250))
        }
    }

    @Test("A client that says nothing is cut, at first and between two requests", arguments: [false, true])
    func idleIsCut(afterRequest: Bool) async throws {
        try await withListener(settings: { $0.transferDeadline = .milliseconds(200) }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            if afterRequest { #expect(try await client.ask(request).status == 200) }

            #expect(try await client.readToEnd() == [])
        }
    }

    @Test("A client that does not take its answer is cut")
    func slowReaderIsCut() async throws {
        let handler = TestHandler { _ in HTTPResponse(status: 200, body: [UInt8](repeating: 1, count: 40_000_000)) }
        // Long enough for the answer to begin on a busy machine, and far shorter than taking it all would be.
        try await withListener(handler, settings: { $0.transferDeadline = .seconds(3) }) { listener in
            let client = try await RawConnection.open(port: listener.port)
            try await client.send(request)
            _ = try await client.read(through: "\r\n\r\n")

            try await eventually { listener.connectionCount == 0 }

            #expect(try await client.readToEnd().count < 40_000_000)
        }
    }

    @Test("A handler that takes too long is cancelled and answered for with 503")
    func slowHandlerIsAnsweredFor() async throws {
        let cancelled = TestEvent()
        let handler = TestHandler { _ in
            await untilCancelled()
            cancelled.happen()
            return .text("too late")
        }
        try await withListener(handler, settings: { $0.handlerDeadline = .milliseconds(200) }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(request)

            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == ["2"])
            #expect(try JSONValue(parsing: answer.body)["code"] == "no_answer")
            await cancelled.wait()
        }
    }

    @Test("A handler that never ends, cancelled or not, is answered for as well")
    func deafHandlerIsAnsweredFor() async throws {
        let end = TestEvent()
        let handler = TestHandler { _ in
            await end.wait()
            return .text("too late")
        }
        try await withListener(handler, settings: { $0.handlerDeadline = .milliseconds(100) }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            #expect(try await client.ask(request).status == 503)
            end.happen()
        }
    }
}
