// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import LoginURLSessionTransport
import RawSockets
import Testing

/// The ways out; what both must do is tested with both.
enum WayOut: CaseIterable, Sendable {
    case curl
    case urlSession
}

/// Runs a test with a transport of a kind that may call loopback.
func withTransport(
    _ way: WayOut, policy: OutgoingPolicy = .loopbackHTTPAllowed, _ body: (any HTTPTransport) async throws -> Void
) async throws {
    switch way {
    case .curl: try await withTransport(policy: policy) { try await body($0) }
    case .urlSession: try await body(URLSessionTransport(policy: policy, timer: ContinuousClock()))
    }
}

/// Runs a test with curl's transport that may call loopback, and closes it afterwards.
func withTransport(
    policy: OutgoingPolicy = .loopbackHTTPAllowed, trusting authorityFile: String? = nil,
    _ body: (CurlTransport) async throws -> Void
) async throws {
    let transport = CurlTransport(policy: policy, certificateAuthorityFile: authorityFile)
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await body(transport))
    } catch {
        outcome = .failure(error)
    }
    await transport.close()
    try outcome.get()
}

/// Runs a test against a real listener on a free port of 127.0.0.1.
func withListener(
    tls: ListenerSettings.TLS? = nil, answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ body: (HTTPListener) async throws -> Void
) async throws {
    struct Handler: HTTPHandler {
        let answer: @Sendable (HTTPRequest) async -> HTTPResponse
        func respond(to request: HTTPRequest) async -> HTTPResponse { await answer(request) }
    }
    let settings = ListenerSettings(host: "127.0.0.1", port: 0, tls: tls)
    let listener = try HTTPListener.start(settings, handler: Handler(answer: answer), log: .silent)
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await body(listener))
    } catch {
        outcome = .failure(error)
    }
    await listener.stop(drainingFor: .zero)
    try outcome.get()
}

extension RawServer {
    /// A server that reads the head of one request on each connection, sends these bytes, and closes.
    static func sending(_ answer: String) throws -> RawServer {
        try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            try await connection.send(answer)
            connection.close()
        }
    }

    /// A GET to this server.
    func get(_ target: String = "/") throws -> HTTPRequest {
        try #require(HTTPRequest(.get, "http://127.0.0.1:\(port)\(target)"))
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
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
