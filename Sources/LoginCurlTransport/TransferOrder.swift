// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A request that somebody waits for, on its way to the thread that sends it.
final class TransferOrder: Sendable {
    let request: HTTPRequest
    let limits: TransferLimits
    /// The deadline runs from here, so that waiting for the thread counts.
    let began = ContinuousClock.now
    private let cancelled = Locked(false)

    init(request: HTTPRequest, limits: TransferLimits) {
        self.request = request
        self.limits = limits
    }

    /// Whether the caller was cancelled; kept here since that may happen before the order reaches the thread.
    var isCancelled: Bool { cancelled.value }

    func cancel() {
        cancelled.withLock { $0 = true }
    }

    func failure(_ reason: TransportError.Reason, mayHaveBeenReceived: Bool = false) -> TransportError {
        TransportError(reason, host: request.host, mayHaveBeenReceived: mayHaveBeenReceived)
    }
}

/// Who waits for an answer; told exactly once.
typealias TransferContinuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
