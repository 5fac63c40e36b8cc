// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a transfer came to.
enum TransferOutcome: Sendable {
    /// The whole answer.
    case answer(HTTPResponse)
    /// Why there is none.
    case failure(TransportError.Reason, mayHaveBeenReceived: Bool)
}

/// The transfers of a session that are under way: collects what arrives, and answers each exactly once.
final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
    /// What has arrived of one, and who waits for it.
    private struct Transfer: Sendable {
        let limit: Int
        let answer: CheckedContinuation<TransferOutcome, Never>
        /// Status and headers.
        var head: HTTPResponse?
        var parts: [Data] = []
        var length = 0

        /// The whole answer; nil where its head never came.
        var response: HTTPResponse? {
            var response = head
            response?.body = parts.reduce(into: []) { $0 += $1 }
            return response
        }
    }

    /// How far a transfer is.
    private enum Stage: Sendable {
        /// Nothing is sent yet.
        case expected
        /// It was ended before it began.
        case ended(TransportError.Reason)
        case underWay(Transfer)
    }

    private let stages = Locked<[Int: Stage]>([:])

    /// Takes note of a transfer that may be ended before it begins.
    func expect(_ task: URLSessionTask) {
        stages.withLock { $0[task.taskIdentifier] = .expected }
    }

    /// Starts an expected transfer, unless it was ended meanwhile.
    func begin(_ task: URLSessionTask, limit: Int, answering answer: CheckedContinuation<TransferOutcome, Never>) {
        let ended = stages.withLock { stages -> TransportError.Reason? in
            if case .ended(let reason) = stages.removeValue(forKey: task.taskIdentifier) { return reason }
            stages[task.taskIdentifier] = .underWay(Transfer(limit: limit, answer: answer))
            return nil
        }
        guard let ended else { return task.resume() }
        task.cancel()
        answer.resume(returning: .failure(ended, mayHaveBeenReceived: false))
    }

    /// Ends a transfer for a reason of ours; one that is over stays as it is.
    func end(_ task: URLSessionTask, _ reason: TransportError.Reason) {
        let transfer = stages.withLock { stages -> Transfer? in
            switch stages[task.taskIdentifier] {
            case .underWay(let transfer):
                stages[task.taskIdentifier] = nil
                return transfer
            case .expected: stages[task.taskIdentifier] = .ended(reason)
            case .ended, nil: break
            }
            return nil
        }
        guard let transfer else { return }
        task.cancel()
        transfer.answer.resume(returning: .failure(reason, mayHaveBeenReceived: true))
    }

    /// Changes a transfer that is under way; nil where it is not.
    @discardableResult
    private func change<Result: Sendable>(
        _ task: URLSessionTask, _ change: @Sendable (inout Transfer) -> Result
    ) -> Result? {
        stages.withLock { stages in
            guard case .underWay(var transfer) = stages[task.taskIdentifier] else { return nil }
            let result = change(&transfer)
            stages[task.taskIdentifier] = .underWay(transfer)
            return result
        }
    }

    /// Nobody is sent elsewhere: the redirect itself is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Takes status and headers.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let head = HTTPResponse(response)
        change(dataTask) { $0.head = head }
        completionHandler(.allow)
    }

    /// Takes a part of the body, or gives up on one that is too large.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = change(dataTask) { transfer in
            transfer.parts.append(data)
            transfer.length += data.count
            return transfer.length > transfer.limit
        }
        if isTooLarge == true { end(dataTask, .bodyTooLarge) }
    }

    /// Nobody is asked for a password: the refusal itself is the answer. On Linux all of it has come before this question,
    /// and no answer to the question lets the transfer end with it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard Self.passwordMethods.contains(challenge.protectionSpace.authenticationMethod) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        if change(task, { $0.head != nil }) == true, let transfer = takeOff(task), let response = transfer.response {
            transfer.answer.resume(returning: .answer(response))
        }
        completionHandler(.rejectProtectionSpace, nil)
    }

    private static let passwordMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
    ]

    /// Takes a transfer off the list, so that nobody else answers it.
    private func takeOff(_ task: URLSessionTask) -> Transfer? {
        stages.withLock { stages in
            guard case .underWay(let transfer) = stages[task.taskIdentifier] else { return nil }
            stages[task.taskIdentifier] = nil
            return transfer
        }
    }

    /// Answers the caller, unless it has given up before.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = takeOff(task) else { return }
        if let error {
            let reason = TransportError.Reason(error)
            let isSent = reason != .cannotConnect && reason != .untrusted
            transfer.answer.resume(returning: .failure(reason, mayHaveBeenReceived: isSent))
        } else {
            transfer.answer.resume(
                returning: transfer.response.map { .answer($0) }
                    ?? .failure(.malformedAnswer, mayHaveBeenReceived: true))
        }
    }
}

extension HTTPResponse {
    /// Status and headers; the body follows.
    fileprivate init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        self.init(status: response.statusCode)
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers.add(name, value) }
        }
    }
}

extension TransportError.Reason {
    fileprivate init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: self = .cannotConnect
        case .timedOut: self = .timedOut
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            self = .untrusted
        case .badServerResponse, .cannotParseResponse: self = .malformedAnswer
        case .cancelled: self = .cancelled
        default: self = .connectionLost
        }
    }
}
