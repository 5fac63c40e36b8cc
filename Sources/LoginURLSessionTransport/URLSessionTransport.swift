// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
public import LoginHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession, Apple's own way out; for Linux there is `CurlTransport`.
///
/// No cookies, no cache, no stored credentials, no redirects. The total deadline and the cap on the body are kept here,
/// since URLSession has none for a body and counts its own time-out anew with every byte. It joins header fields of one name
/// by commas, and where it cannot tell how far a request got, `mayHaveBeenReceived` is true.
///
/// On Linux it is there for tests: it leaks a little with every request, loses the body of a 3xx and obeys `http_proxy`.
public final class URLSessionTransport: HTTPTransport {
    private let policy: OutgoingPolicy
    private let timer: any Clock<Duration>
    private let session: URLSession
    private let transfers = Transfers()

    /// Makes a transport with no connection open yet.
    ///
    /// - Parameters:
    ///   - policy: which addresses may be called; any other is `refused`.
    ///   - timer: what deadlines are measured by.
    public init(policy: OutgoingPolicy = .httpsOnly, timer: any Clock<Duration>) {
        self.policy = policy
        self.timer = timer
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends a request and gives the whole answer, whatever its status; a cancelled caller ends the transfer at once.
    public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        guard policy.allows(request), let outgoing = URLRequest(request, limits) else {
            throw TransportError(.refused, host: request.host, mayHaveBeenReceived: false)
        }
        let task = session.dataTask(with: outgoing)
        transfers.expect(task)
        let deadline = Task { [timer, transfers] in
            do {
                try await timer.sleep(for: limits.deadline)
                transfers.end(task, .timedOut)
            } catch {
                // The answer was quicker.
            }
        }
        defer { deadline.cancel() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { transfers.begin(task, limit: limits.bodyBytes, answering: $0) }
        } onCancel: {
            transfers.end(task, .cancelled)
        }
        switch outcome {
        case .answer(let response): return response
        case .failure(let reason, let isSent):
            throw TransportError(reason, host: request.host, mayHaveBeenReceived: isSent)
        }
    }
}

extension URLRequest {
    /// The request as it was given; nil where it cannot be written as HTTP, or Foundation reads another
    /// address from it.
    fileprivate init?(_ request: HTTPRequest, _ limits: TransferLimits) {
        guard let url = URL(string: request.address), url.absoluteString == request.address,
            isToken(request.method.rawValue), request.headers.fields.allSatisfy(\.canBeSent)
        else { return nil }
        // Its own time-out comes after ours: it begins anew with every byte.
        self.init(
            url: url, cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: TimeInterval(limits.deadline.components.seconds + 1))
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // What was not compressed cannot grow when it is unpacked.
        if request.headers["Accept-Encoding"] == nil { setValue("identity", forHTTPHeaderField: "Accept-Encoding") }
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { httpBody = Data(request.body) }
    }
}
