// SPDX-License-Identifier: Apache-2.0

/// Sends requests to other servers.
///
/// A transport keeps a total deadline, caps the body, follows no redirect and adds nothing to the request.
public protocol HTTPTransport: Sendable {
    /// Sends a request and gives the whole answer, whatever its status.
    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse
}

/// How long an exchange may take and how much may come back.
public struct TransferLimits: Sendable {
    /// From the first byte to the last, connecting included.
    public let deadline: Duration
    /// The largest body that is taken, in bytes.
    public let bodyBytes: Int

    /// Sets both limits.
    public init(deadline: Duration = .seconds(10), bodyBytes: Int = 1 << 20) {
        self.deadline = deadline
        self.bodyBytes = bodyBytes
    }
}

/// Why there is no whole answer. It names the host, never path or query.
public struct TransportError: Error, Sendable, Hashable {
    /// What happened.
    public enum Reason: String, Sendable {
        /// The name has no address, or nothing listens there.
        case cannotConnect
        /// TLS could not be agreed on or the certificate is not trusted.
        case untrusted
        /// The deadline passed.
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        /// The answer is larger than allowed.
        case bodyTooLarge
        /// What came back is not HTTP.
        case malformedAnswer
        /// The caller was cancelled.
        case cancelled
        /// The address may not be called from here.
        case refused
    }

    /// What happened.
    public let reason: Reason
    /// The host that was called.
    public let host: String
    /// Whether bytes of the request may have reached the other side: then only an idempotent call may be repeated.
    public let mayHaveBeenReceived: Bool

    /// Makes an error.
    public init(_ reason: Reason, host: String, mayHaveBeenReceived: Bool) {
        self.reason = reason
        self.host = host
        self.mayHaveBeenReceived = mayHaveBeenReceived
    }
}
