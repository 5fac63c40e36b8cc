// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Answers as a provider's hosts do, by host and path, and remembers what it was asked.
final class ProviderStub: HTTPHandler {
    typealias Answer = @Sendable (HTTPRequest) -> HTTPResponse

    /// Making an RSA key takes a while, so all stubs sign with one.
    static let key = SigningKey.generateRS256(id: "k1")
    /// The one that a provider changes to.
    static let secondKey = SigningKey.generateRS256(id: "k2")
    /// Somebody else's, under the first one's name.
    static let forgedKey = SigningKey.generateRS256(id: "k1")

    private let answers: Locked<[String: Answer]>
    private let requests = Locked<[HTTPRequest]>([])

    init(_ answers: [String: Answer] = [:], keysPath: String) {
        let keys = JWKSet.json(of: [Self.key.publicJWK])
        var answers = answers
        if answers[keysPath] == nil { answers[keysPath] = { _ in .json(keys) } }
        self.answers = Locked(answers)
    }

    /// Every request so far.
    var asked: [HTTPRequest] { requests.value }

    /// How often an address was asked.
    func count(_ path: String) -> Int { asked.filter { $0.host + $0.path == path }.count }

    /// Changes one answer.
    func answer(_ path: String, _ answer: @escaping Answer) {
        answers.withLock { $0[path] = answer }
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        requests.withLock { $0.append(request) }
        guard let answer = answers.value[request.host + request.path] else {
            return .json(["msg": "no such api", "code": -3], status: 404)
        }
        return answer(request)
    }
}

extension JWKSet {
    static func json(of keys: [JWK]) -> JSONValue {
        ["keys": .array(keys.map(\.json))]
    }
}

/// A transport that always fails in one way.
struct BrokenTransport: HTTPTransport {
    let reason: TransportError.Reason
    let mayHaveBeenReceived: Bool

    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        throw TransportError(reason, host: request.host, mayHaveBeenReceived: mayHaveBeenReceived)
    }
}

/// The error of a call that must fail; nil where it did not.
func failure<Value>(of call: () async throws(LoginError) -> Value) async -> LoginError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
