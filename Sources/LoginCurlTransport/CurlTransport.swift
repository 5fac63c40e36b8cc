// SPDX-License-Identifier: Apache-2.0

import LoginCore
public import LoginHTTP

/// Sends requests with libcurl: all transfers of a transport run on one thread and share its open connections.
///
/// What goes out is the request as it was given, with `Host`, `Content-Length` and, unless the request names a coding
/// itself, `Accept-Encoding: identity`. Proxy settings of the environment, cookies and credential files are not looked
/// at. A request that may change something is never sent twice, not even where an idle connection turns out to be dead.
public final class CurlTransport: HTTPTransport {
    private let policy: OutgoingPolicy
    private let thread: CurlThread

    /// Makes a transport with no connection open yet.
    ///
    /// - Parameters:
    ///   - policy: which addresses may be called; any other is `refused`.
    ///   - certificateAuthorityFile: a PEM file with the authorities to trust in place of the system's.
    public init(policy: OutgoingPolicy = .httpsOnly, certificateAuthorityFile: String? = nil) {
        self.policy = policy
        thread = CurlThread(certificateAuthorityFile: certificateAuthorityFile)
    }

    deinit {
        thread.beginEnd()
    }

    /// Sends a request and gives the whole answer, whatever its status; a cancelled caller ends the transfer at once.
    public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        guard policy.allows(request) else {
            throw TransportError(.refused, host: request.host, mayHaveBeenReceived: false)
        }
        let order = TransferOrder(request: request, limits: limits)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { thread.place(order, answering: $0) }
        } onCancel: {
            thread.cancel(order)
        }
        return try outcome.get()
    }

    /// Cancels what is under way, closes the connections and waits for the thread. Later requests are `cancelled`.
    public func close() async {
        await thread.end()
    }
}
