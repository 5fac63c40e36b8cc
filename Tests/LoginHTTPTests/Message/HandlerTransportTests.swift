// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("A transport around a handler")
struct HandlerTransportTests {
    private struct Echo: HTTPHandler {
        func respond(to request: HTTPRequest) async -> HTTPResponse { .text(request.target) }
    }

    /// Never answers, but ends when it is cancelled.
    private struct Silent: HTTPHandler {
        func respond(to request: HTTPRequest) async -> HTTPResponse {
            let (never, _) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            return HTTPResponse(status: 503)
        }
    }

    private let request = HTTPRequest(.get, "https://example.com/a?b=c")

    @Test("hands the request over unchanged")
    func unchanged() async throws {
        let response = try await HandlerTransport(Echo()).send(try #require(request), limits: TransferLimits())

        #expect(response.body == Array("/a?b=c".utf8))
    }

    @Test("keeps the deadline when it has a clock")
    func deadline() async throws {
        let transport = HandlerTransport(Silent(), clock: ContinuousClock())
        let request = try #require(request)

        await #expect(throws: TransportError(.timedOut, host: "example.com", mayHaveBeenReceived: true)) {
            try await transport.send(request, limits: TransferLimits(deadline: .milliseconds(1)))
        }
    }

    @Test("ends when the caller is cancelled", arguments: [nil, ContinuousClock()])
    func cancelled(clock: ContinuousClock?) async throws {
        let transport = HandlerTransport(Silent(), clock: clock)
        let request = try #require(request)
        let call = Task { try await transport.send(request, limits: TransferLimits(deadline: .seconds(60))) }

        call.cancel()

        await #expect(throws: TransportError(.cancelled, host: "example.com", mayHaveBeenReceived: true)) {
            try await call.value
        }
    }

    @Test("S15: caps the body, and its edge is exact")
    func bodyLimit() async throws {
        let transport = HandlerTransport(Echo())
        let request = try #require(request)

        _ = try await transport.send(request, limits: TransferLimits(bodyBytes: 6))

        await #expect(throws: TransportError(.bodyTooLarge, host: "example.com", mayHaveBeenReceived: true)) {
            try await transport.send(request, limits: TransferLimits(bodyBytes: 5))
        }
    }
}
