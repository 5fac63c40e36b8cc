// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import RawSockets
import Testing

/// Every request ends: by its deadline, by cancellation, by closing the transport.
@Suite struct EndingTests {
    @Test(
        "S15: a server that never answers, or drips, is given up at the deadline",
        arguments: WayOut.allCases, [false, true])
    func deadlineIsTotal(way: WayOut, drips: Bool) async throws {
        let server = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
            while drips {
                // The pace of the drip: it goes on until the transport hangs up.
                try await connection.send("a")
                try await pace(.milliseconds(10))
            }
            _ = try await connection.readToEnd()
        }

        try await withTransport(way) { transport in
            let time = await ContinuousClock().measure {
                await #expect(throws: TransportError(.timedOut, host: "127.0.0.1", mayHaveBeenReceived: true)) {
                    try await transport.send(try server.get(), limits: TransferLimits(deadline: .milliseconds(300)))
                }
            }

            #expect(time > .milliseconds(290))
            #expect(time < .seconds(5))
        }
    }

    @Test("The deadline counts while TLS is being agreed on, and then nothing was received")
    func deadlineCountsTLS() async throws {
        let server = try RawServer { connection, _ in _ = try await connection.readToEnd() }
        let request = try #require(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))

        try await withTransport { transport in
            await #expect(throws: TransportError(.timedOut, host: "127.0.0.1", mayHaveBeenReceived: false)) {
                try await transport.send(request, limits: TransferLimits(deadline: .milliseconds(200)))
            }
        }
    }

    @Test("The deadline counts while connecting, and then nothing was received")
    func deadlineCountsConnecting() async throws {
        let full = try FullPort()
        let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(full.port)/"))

        try await withTransport { transport in
            await #expect(throws: TransportError(.timedOut, host: "127.0.0.1", mayHaveBeenReceived: false)) {
                try await transport.send(request, limits: TransferLimits(deadline: .milliseconds(200)))
            }
        }
    }

    @Test("Where nobody listens nothing was received", arguments: WayOut.allCases)
    func nobodyListens(way: WayOut) async throws {
        let port = try TakenPort(host: "127.0.0.1").port
        let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(port)/"))

        try await withTransport(way) { transport in
            await #expect(throws: TransportError(.cannotConnect, host: "127.0.0.1", mayHaveBeenReceived: false)) {
                try await transport.send(request, limits: TransferLimits())
            }
        }
    }

    @Test(
        "Cancelling the caller ends the transfer at once, and the server sees the connection end",
        arguments: WayOut.allCases)
    func cancellation(way: WayOut) async throws {
        let (received, hungUp) = (TestEvent(), TestEvent())
        let server = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            received.happen()
            _ = try await connection.readToEnd()
            hungUp.happen()
        }
        let request = try server.get()

        try await withTransport(way) { transport in
            let task = Task { try await transport.send(request, limits: TransferLimits()) }
            await received.wait()

            task.cancel()

            let expected = TransportError(.cancelled, host: "127.0.0.1", mayHaveBeenReceived: true)
            await #expect(throws: expected) { try await task.value }
            await hungUp.wait()
        }
    }

    @Test("A caller that is cancelled already sends nothing", arguments: WayOut.allCases)
    func cancelledBefore(way: WayOut) async throws {
        let server = try RawServer.sending("HTTP/1.1 200 OK\r\n\r\n")
        let (request, isCancelled) = (try server.get(), TestEvent())

        try await withTransport(way) { transport in
            let task = Task {
                await isCancelled.wait()
                return try await transport.send(request, limits: TransferLimits())
            }
            task.cancel()
            isCancelled.happen()

            let expected = TransportError(.cancelled, host: "127.0.0.1", mayHaveBeenReceived: false)
            await #expect(throws: expected) { try await task.value }
        }

        #expect(server.connectionCount == 0)
    }

    @Test("Closing ends what is under way and refuses what comes later")
    func closing() async throws {
        let received = TestEvent()
        let server = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            received.happen()
            _ = try await connection.readToEnd()
        }
        let request = try server.get()
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        async let underWay = transport.send(request, limits: TransferLimits())
        await received.wait()

        await transport.close()
        await transport.close()

        do {
            _ = try await underWay
            Issue.record("an answer came from nowhere")
        } catch {
            #expect(
                error as? TransportError == TransportError(.cancelled, host: "127.0.0.1", mayHaveBeenReceived: true))
        }
        await #expect(throws: TransportError(.cancelled, host: "127.0.0.1", mayHaveBeenReceived: false)) {
            try await transport.send(request, limits: TransferLimits())
        }
    }

    @Test("A transport that is let go of while a request is under way still answers it")
    func lettingGo() async throws {
        let server = try RawServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let request = try server.get()

        let response = try await CurlTransport(policy: .loopbackHTTPAllowed).send(request, limits: TransferLimits())

        #expect(response.text == "hi")
    }
}
