// SPDX-License-Identifier: Apache-2.0

/// A transport that hands every request to a handler in the same process, with no socket between.
///
/// So a client and a server of this package can be tested together, or the emulator can stand inside a test.
public struct HandlerTransport: HTTPTransport {
    private let handler: any HTTPHandler
    private let clock: (any Clock<Duration>)?

    /// Makes a transport around a handler.
    ///
    /// - Parameters:
    ///   - handler: what answers.
    ///   - clock: what the deadline of a request runs on; without one the handler may take as long as it likes.
    public init(_ handler: any HTTPHandler, clock: (any Clock<Duration>)? = nil) {
        self.handler = handler
        self.clock = clock
    }

    /// Lets the handler answer; past the deadline it is cancelled and the error is `timedOut`.
    public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        let answer = await answer(to: request, within: limits.deadline)
        // A caller who went away cancels the deadline's wait too, which must not look like a deadline that has passed.
        guard !Task.isCancelled else {
            throw TransportError(.cancelled, host: request.host, mayHaveBeenReceived: true)
        }
        guard let response = answer else {
            throw TransportError(.timedOut, host: request.host, mayHaveBeenReceived: true)
        }
        guard response.body.count <= limits.bodyBytes else {
            throw TransportError(.bodyTooLarge, host: request.host, mayHaveBeenReceived: true)
        }
        return response
    }

    private func answer(to request: HTTPRequest, within deadline: Duration) async -> HTTPResponse? {
        guard let clock else { return await handler.respond(to: request) }
        return await withTaskGroup(of: HTTPResponse?.self) { race in
            race.addTask { await handler.respond(to: request) }
            race.addTask {
                // A cancelled wait means that the answer came first or the caller went away: nothing is lost.
                try? await clock.sleep(for: deadline)
                return nil
            }
            let first = await race.next() ?? nil
            race.cancelAll()
            return first
        }
    }
}
