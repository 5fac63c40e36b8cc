// SPDX-License-Identifier: Apache-2.0

/// Answers requests: our servers are handlers, whatever stands in front of them.
public protocol HTTPHandler: Sendable {
    /// Answers one request. It never throws: a fault is an answer too.
    func respond(to request: HTTPRequest) async -> HTTPResponse
}
