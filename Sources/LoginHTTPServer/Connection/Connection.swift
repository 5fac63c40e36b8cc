// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// One client's connection: its socket, and the request that is under way on it.
final class Connection: Sendable {
    let socket: Int32
    let remoteAddress: String?
    private let state = Locked(State())

    private struct State: Sendable {
        /// Whether a network thread has taken the connection over; before that it is left alone.
        var isTaken = false
        /// When the client connected or its last request was done with.
        var idleSince = ContinuousClock.now
        var exchange: Exchange?
    }

    init(socket: Int32, remoteAddress: String?) {
        self.socket = socket
        self.remoteAddress = remoteAddress
    }

    /// The request that is under way; nil between two.
    var exchange: Exchange? { state.value.exchange }

    /// Whether it waits for a request.
    var isIdle: Bool { state.withLock { $0.isTaken && $0.exchange == nil } }

    func take() {
        state.withLock { $0.isTaken = true }
    }

    func begin(_ exchange: Exchange) {
        state.withLock { $0.exchange = exchange }
    }

    func endExchange() {
        state.withLock { $0 = State(isTaken: true) }
    }

    /// What is to be done about the connection at a moment.
    func verdict(at now: ContinuousClock.Instant, settings: ListenerSettings) -> Verdict {
        let state = state.value
        if let exchange = state.exchange { return exchange.verdict(at: now, settings: settings) }
        return state.isTaken && now - state.idleSince > settings.transferDeadline ? .cut : .wait
    }

    /// What is to be done about a connection.
    enum Verdict: Sendable {
        /// Nothing; its time is not over.
        case wait
        /// Nothing, but look whether the client is still there: its handler is at work.
        case lookForClient(Exchange)
        /// Close it: the client takes too long.
        case cut
        /// Answer for the handler: it takes too long.
        case giveUp(Exchange)
    }
}
