// SPDX-License-Identifier: Apache-2.0

/// Where the package says what it did; handed in, silent unless somebody listens.
///
/// An entry is an event name and a few fields. No field may hold a token, code, verifier, nonce or address:
/// a `Secret` shows itself masked, everything else is the writer's duty.
public struct Log: Sendable {
    /// How much an entry matters.
    public enum Level: String, Sendable, Comparable {
        /// For whoever looks into a fault.
        case debug
        /// The ordinary course of things.
        case info
        /// Something an operator should look at.
        case warning
        /// Something that failed and needs a person.
        case error

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }

        /// Whether the left one matters less.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
    }

    /// One thing that happened.
    public struct Entry: Sendable {
        /// How much it matters.
        public let level: Level
        /// Its name, in the form `area.what`, for example `session.refreshed`.
        public let event: String
        /// What belongs to it, in the order it was given.
        public let fields: [(name: String, value: String)]
    }

    private let sink: @Sendable (Entry) -> Void

    /// Makes a log that hands each entry on.
    public init(_ sink: @escaping @Sendable (Entry) -> Void) {
        self.sink = sink
    }

    /// A log that nobody reads.
    public static let silent = Log { _ in }

    /// Writes one entry.
    public func write(
        _ level: Level, _ event: String, _ fields: KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) {
        sink(Entry(level: level, event: event, fields: fields.map { ($0.key, $0.value.description) }))
    }
}
