// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets

/// A handler made of a closure.
struct TestHandler: HTTPHandler {
    private let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.answer = answer
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await answer(request)
    }

    /// Answers with what it was asked: method, target, authority and body, a line each.
    static let echo = TestHandler { request in
        .text(
            "\(request.method) \(request.target)\n\(request.authority)\n\(String(decoding: request.body, as: UTF8.self))"
        )
    }
}

/// Something that happens once and can be awaited, before or after it happened.
final class TestEvent: Sendable {
    private let state = Locked<(hasHappened: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func happen() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.hasHappened { state.waiters.append(waiter) }
                return state.hasHappened
            }
            if isOver { waiter.resume() }
        }
    }
}

/// Runs a test against a listener on a free port of 127.0.0.1, and stops it afterwards.
func withListener(
    _ handler: some HTTPHandler = TestHandler.echo, host: String = "127.0.0.1",
    settings change: (inout ListenerSettings) -> Void = { _ in },
    _ body: (HTTPListener) async throws -> Void
) async throws {
    var settings = ListenerSettings(host: host, port: 0)
    change(&settings)
    let listener = try HTTPListener.start(settings, handler: handler, log: .silent)
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await body(listener))
    } catch {
        outcome = .failure(error)
    }
    await listener.stop(drainingFor: .zero)
    try outcome.get()
}

/// Waits until the task is cancelled, and no longer.
func untilCancelled() async {
    let cancelled = TestEvent()
    await withTaskCancellationHandler {
        await cancelled.wait()
    } onCancel: {
        cancelled.happen()
    }
}

/// Looks again and again until a state is reached for which there is no event; an error after a minute.
func eventually(_ isReached: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isReached() {
        guard ContinuousClock.now < end else { throw RawSocketError.waitedInVain }
        try await pace(.milliseconds(5))
    }
}
