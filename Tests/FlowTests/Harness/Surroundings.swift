// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

/// A timer on which everything passes fifty times as fast, for the worker's pauses.
struct HastyClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: (deadline - now) / 50)
    }
}

/// Keeps what was logged, as text.
final class CapturedLog: Sendable {
    private let entries = Locked<[Log.Entry]>([])

    var log: Log {
        Log { [entries] entry in entries.withLock { $0.append(entry) } }
    }

    /// The names of all events.
    var events: [String] { entries.value.map(\.event) }

    /// The entries of one event.
    func entries(_ event: String) -> [[String: String]] {
        entries.value.filter { $0.event == event }.map { entry in
            Dictionary(entry.fields.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }

    /// Everything that was written, as one text.
    var text: String {
        entries.value.map { "\($0.event) \($0.fields)" }.joined(separator: "\n")
    }
}

/// The value, or a test failure that ends the test.
func required<Value>(
    _ value: Value?, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
) throws -> Value {
    try #require(value, comment, sourceLocation: location)
}

/// Waits until a condition holds, for things that nobody announces; gives up after some seconds.
func eventually(
    _ what: Comment, within limit: Duration = .seconds(60), at location: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while clock.now < end {
        if try await holds() { return }
        try await clock.sleep(for: .milliseconds(10))
    }
    Issue.record("it never happened: \(what)", sourceLocation: location)
}
