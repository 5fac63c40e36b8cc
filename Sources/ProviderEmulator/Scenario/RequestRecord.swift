// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginHTTP

/// A request that an emulated host answered, as it came.
struct RecordedRequest: Sendable {
    /// Counted from 1 since the start or the last reset.
    let number: Int
    /// When it was answered, by the clock of the emulated world.
    let at: Date
    /// The real host that was meant.
    let host: String
    /// The request as that host would have seen it.
    let request: HTTPRequest
    /// The status of the answer.
    let status: Int
}

/// The newest requests: what a test looks at to see what a client really sent. Kept in memory, secrets included.
struct RequestRecord: Sendable {
    /// How many are kept.
    static let capacity = 300
    /// How many bytes of a body are kept.
    static let bodyLimit = 16_384

    private(set) var all: [RecordedRequest] = []
    private var last = 0

    /// Keeps one more; the oldest may go.
    mutating func add(_ visit: Visit, status: Int, at now: Date) {
        last += 1
        var request = visit.request
        // What was cut off would not be sent again, so nothing of such a body is kept.
        if request.body.count > Self.bodyLimit { request.body = [] }
        if all.count == Self.capacity { all.removeFirst() }
        all.append(RecordedRequest(number: last, at: now, host: visit.host, request: request, status: status))
    }

    /// Forgets them all; numbers go on.
    mutating func clear() {
        all = []
    }
}
