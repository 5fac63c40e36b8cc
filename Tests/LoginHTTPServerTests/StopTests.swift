// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// How a listener ends.
@Suite struct StopTests {
    private let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("A request under way is finished, its connection closes, and new connections are refused")
    func requestsUnderWayFinish() async throws {
        let (begun, mayAnswer) = (TestEvent(), TestEvent())
        let handler = TestHandler { _ in
            begun.happen()
            await mayAnswer.wait()
            return .text("finished")
        }
        let listener = try start(handler)
        let idle = try await RawConnection.open(port: listener.port)
        let client = try await RawConnection.open(port: listener.port)
        try await client.send(request)
        await begun.wait()

        async let stopped: Void = listener.stop(drainingFor: .seconds(30))
        #expect(try await idle.readToEnd() == [])
        await #expect(throws: RawSocketError.refused) { try await RawConnection.open(port: listener.port) }
        mayAnswer.happen()
        let answer = try await client.readAnswer()
        await stopped

        #expect(answer.text == "finished")
        #expect(answer["Connection"] == ["close"])
        #expect(try await client.readToEnd() == [])
    }

    @Test("Past the drain deadline handlers are cancelled and every client gets 503", arguments: [1, 50])
    func latecomersAreCancelled(count: Int) async throws {
        let (begun, cancelled) = (Locked(0), Locked(0))
        let handler = TestHandler { _ in
            begun.withLock { $0 += 1 }
            await untilCancelled()
            cancelled.withLock { $0 += 1 }
            return .text("too late")
        }
        let listener = try start(handler)
        var clients: [RawConnection] = []
        for _ in 0..<count {
            let client = try await RawConnection.open(port: listener.port)
            try await client.send(request)
            clients.append(client)
        }
        try await eventually { begun.value == count }

        await listener.stop(drainingFor: .milliseconds(50))

        for client in clients {
            let answer = try await client.readAnswer()
            #expect(answer.status == 503)
            #expect(try JSONValue(parsing: answer.body)["code"] == "server_stopping")
        }
        try await eventually { cancelled.value == count }
    }

    @Test("A handler that does not heed its cancellation does not hold the listener")
    func deafHandlersAreLeft() async throws {
        let (begun, end, ended) = (TestEvent(), TestEvent(), TestEvent())
        let handler = TestHandler { _ in
            begun.happen()
            await end.wait()
            ended.happen()
            return .text("after the end")
        }
        let listener = try start(handler)
        let client = try await RawConnection.open(port: listener.port)
        try await client.send(request)
        await begun.wait()

        await listener.stop(drainingFor: .zero)

        #expect(try await client.readAnswer().status == 503)
        end.happen()
        await ended.wait()
    }

    @Test("A client in the middle of its body does not hold the listener")
    func halfRequestsAreCut() async throws {
        let listener = try start(TestHandler.echo)
        let client = try await RawConnection.open(port: listener.port)
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
        #expect(try await client.readAnswer().status == 100)

        await listener.stop(drainingFor: .zero)

        #expect(listener.connectionCount == 0)
    }

    @Test("The port is free again, a second stop waits for the first, and a third returns at once")
    func stopIsRepeatable() async throws {
        let listener = try start(TestHandler.echo)

        async let first: Void = listener.stop(drainingFor: .seconds(1))
        async let second: Void = listener.stop(drainingFor: .zero)
        _ = await (first, second)
        await listener.stop(drainingFor: .zero)

        let taken = try TakenPort(host: "127.0.0.1", port: listener.port)
        #expect(taken.port == listener.port)
    }

    private func start(_ handler: TestHandler) throws -> HTTPListener {
        try HTTPListener.start(ListenerSettings(host: "127.0.0.1", port: 0), handler: handler, log: .silent)
    }
}
