// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// One request on its way to the handler, and the answer on its way back.
///
/// The network thread, the handler's task and the watch meet here. Whoever answers first wins, and the connection is
/// suspended and resumed under the same lock, so it is resumed exactly once and never after its end.
final class Exchange: Sendable {
    /// The request's target as it came; checked together with the header fields.
    let target: RawTarget
    /// Whether an empty Cookie field of our own stands before those of the request.
    let hidesCookies: Bool
    let connection: Connection
    private let number: Int
    private let service: ListenerService
    private let state = Locked(State())

    init(target: RawTarget, hidesCookies: Bool, connection: Connection, of service: ListenerService) {
        self.target = target
        self.hidesCookies = hidesCookies
        self.connection = connection
        self.service = service
        number = service.nextNumber()
    }

    // MARK: The request arrives

    /// Whether the header fields have been read.
    var hasHead: Bool { state.withLock { $0.request != nil } }

    /// Takes the request with everything but its body.
    func receive(_ request: HTTPRequest) {
        state.withLock { $0.request = request }
    }

    /// Takes a piece of the body; false where so much came beyond the limit that reading on would be a waste.
    func receive(_ bytes: [UInt8], limit: Int) -> Bool {
        state.withLock { state in
            if state.discardedBytes == 0, (state.request?.body.count ?? 0) + bytes.count <= limit {
                state.request?.body += bytes
                return true
            }
            state.request?.body = []
            state.discardedBytes += bytes.count
            return state.discardedBytes <= limit + discardedAnyway
        }
    }

    // MARK: The handler answers

    /// Hands the complete request to the handler and suspends the connection until there is an answer; where there is
    /// one already, gives it.
    func handle(by handler: any HTTPHandler, on connection: SuspendableConnection) -> HTTPResponse? {
        guard let request = state.withLock({ $0.beginHandling() }) else { return takeAnswer() ?? refuseLargeBody() }
        let task = Task { [self] in answer(await handler.respond(to: request)) }
        let isSuspended = state.withLock { state in
            guard case .handling = state.stage else { return false }
            connection.suspend()
            state.stage = .handling(task, connection)
            return true
        }
        guard !isSuspended else { return nil }
        // Answered meanwhile, by the handler or for it.
        task.cancel()
        return takeAnswer()
    }

    /// Answers in the handler's place, unless there is an answer already.
    ///
    /// - Parameter fields: those of a request that was not received.
    func refuse(_ problem: ListenerProblem, fields: HTTPHeaders? = nil) {
        answer(refusal(problem, fields: fields))
    }

    /// What to say in the handler's place, in the language of the request.
    func refusal(_ problem: ListenerProblem, fields: HTTPHeaders? = nil) -> HTTPResponse {
        let fields = fields ?? state.withLock { $0.request?.headers }
        return service.refusal(
            problem, ofRequest: number, in: Language(acceptLanguage: fields?["Accept-Language"]),
            // Browsers name it when they open a page or send a form (HTML Standard, "navigate"); programs ask for JSON.
            asPage: fields?["Accept"]?.contains("text/html") == true)
    }

    private func refuseLargeBody() -> HTTPResponse? {
        guard state.withLock({ $0.discardedBytes > 0 }) else { return nil }
        refuse(.bodyTooLarge)
        return takeAnswer()
    }

    /// Takes the answer to a request, unless it has one already.
    func answer(_ response: HTTPResponse) {
        _ = state.withLock { $0.answer(response) }
    }

    /// The answer, once, on its way out; nil where there is none or it has been taken.
    private func takeAnswer() -> HTTPResponse? {
        state.withLock { state in
            guard case .answered(let response) = state.stage else { return nil }
            state.enter(.answering)
            return response
        }
    }

    // MARK: Somebody has to step in

    /// What is to be done about the connection at a moment.
    func verdict(at now: ContinuousClock.Instant, settings: ListenerSettings) -> Connection.Verdict {
        state.withLock { state in
            let time = now - state.since
            switch state.stage {
            case .handling where time > settings.handlerDeadline: return .giveUp(self)
            case .handling where !state.isAbandoned: return .lookForClient(self)
            case .receiving where time > settings.transferDeadline: return .cut
            case .answering where time > settings.transferDeadline: return .cut
            default: return .wait
            }
        }
    }

    /// Answers for the handler and cancels it.
    func giveUp(_ problem: ListenerProblem) {
        guard !state.withLock({ $0.isAnswered }) else { return }
        let refusal = refusal(problem)
        let task = state.withLock { $0.answer(refusal) }
        task?.cancel()
    }

    /// Cancels the handler, since nobody waits for its answer. What it still answers is sent: a client that only closed
    /// its sending side gets it.
    func clientWentAway() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.isAbandoned = true
            guard case .handling(let task, _) = state.stage else { return nil }
            return task
        }
        task?.cancel()
    }
}

/// Where an exchange stands.
private struct State: Sendable {
    enum Stage: Sendable {
        /// Head and body arrive.
        case receiving
        /// The handler is at work; both values are there as soon as its connection is suspended.
        case handling(Task<Void, Never>?, SuspendableConnection?)
        /// There is an answer, which the network thread has not taken yet.
        case answered(HTTPResponse)
        /// The answer is being sent.
        case answering
    }

    var stage = Stage.receiving
    /// When the stage began.
    var since = ContinuousClock.now
    /// The request, as soon as its head is read.
    var request: HTTPRequest?
    /// How much of the body was thrown away because there is too much of it.
    var discardedBytes = 0
    /// Whether the client is gone.
    var isAbandoned = false

    var isAnswered: Bool {
        switch stage {
        case .receiving, .handling: false
        case .answered, .answering: true
        }
    }

    mutating func enter(_ stage: Stage) {
        self.stage = stage
        since = ContinuousClock.now
    }

    /// The request for the handler; nil where it is answered without one.
    mutating func beginHandling() -> HTTPRequest? {
        guard case .receiving = stage, let request else { return nil }
        guard discardedBytes == 0 else { return nil }
        self.request?.body = []
        enter(.handling(nil, nil))
        return request
    }

    /// Takes an answer unless there is one; gives the task that was at work on it.
    mutating func answer(_ response: HTTPResponse) -> Task<Void, Never>? {
        switch stage {
        case .receiving:
            enter(.answered(response))
            return nil
        case .handling(let task, let connection):
            enter(.answered(response))
            connection?.resume()
            return task
        case .answered, .answering:
            return nil
        }
    }
}

/// So much of a body that is too large is read in any case, so that its sender can be told.
private let discardedAnyway = 64 * 1024
