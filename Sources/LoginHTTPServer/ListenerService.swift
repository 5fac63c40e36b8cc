// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What every connection of a listener shares: the settings, the handler, and who is connected.
final class ListenerService: Sendable {
    /// How far a listener is on its way from start to end.
    enum Phase: Sendable {
        /// Connections come and go.
        case serving
        /// Requests under way are finished, and each connection closes behind its answer.
        case draining
        /// Whatever is not answered yet is answered with 503.
        case ending
    }

    let settings: ListenerSettings
    let handler: any HTTPHandler
    let log: Log
    let connections = ConnectionTable()
    let bell: WakePipe
    /// Host and port as a client without a Host field means them (HTTP/1.0).
    let authority: String
    private let currentPhase = Locked(Phase.serving)
    private let requestCount = Locked(0)

    init?(settings: ListenerSettings, port: Int, handler: any HTTPHandler, log: Log) {
        guard let bell = WakePipe() else { return nil }
        self.bell = bell
        self.settings = settings
        self.handler = handler
        self.log = log
        authority = settings.host.contains(":") ? "[\(settings.host)]:\(port)" : "\(settings.host):\(port)"
    }

    var phase: Phase { currentPhase.value }

    /// The number of the next request, from which its id is made where the listener itself answers it.
    func nextNumber() -> Int {
        requestCount.withLock { count in
            count += 1
            return count
        }
    }

    /// The answer to a request that the handler does not get, or does not answer; written down under the same id.
    func refusal(
        _ problem: ListenerProblem, ofRequest number: Int, in language: Language, asPage: Bool = false
    ) -> HTTPResponse {
        let id = "listener-\(number)"
        log.write(.info, "listener.refused", ["request": id, "code": problem.code, "status": problem.status])
        return problem.response(in: language, requestID: id, asPage: asPage)
    }

    func enter(_ phase: Phase) {
        currentPhase.withLock { $0 = phase }
    }
}
