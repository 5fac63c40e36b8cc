// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What one turn of a contender came to.
struct Turn: Sendable {
    /// How many operations were done a second.
    let perSecond: Double
    /// How long each took, sorted.
    let latencies: [Duration]
}

/// One of those that take turns.
struct Contender: Sendable {
    let name: String
    /// Has one turn.
    let turn: @Sendable () async throws -> Turn
}

extension Contender {
    /// Lets contenders take turns and gives each one's turns, in the order of the rounds.
    static func compete(_ contenders: [Contender], rounds: Int) async throws -> [[Turn]] {
        var turns: [[Turn]] = contenders.map { _ in [] }
        for _ in 0..<rounds {
            for (place, contender) in contenders.enumerated() {
                turns[place].append(try await contender.turn())
            }
        }
        return turns
    }

    /// The row of a contender: its median rate, its ratio to a rival, and the latencies of all its turns together.
    func figure(_ turns: [Turn], rival: [Turn]? = nil) -> BenchTable.Figure {
        var figure = BenchTable.Figure(name: name, value: median(turns.map(\.perSecond)), unit: "/s")
        if let rival { figure.ratio = median(zip(turns, rival).map { $0.perSecond / $1.perSecond }) }
        let latencies = turns.flatMap(\.latencies).sorted()
        guard !latencies.isEmpty else { return figure }
        figure.p50 = latencies[latencies.count / 2]
        figure.p99 = latencies[latencies.count * 99 / 100]
        return figure
    }
}

/// The middle of some values.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Runs an operation again and again by so many clients at a time until a turn is over.
func load(
    clients: Int, for turn: Duration, _ operation: @escaping @Sendable (_ client: Int) async throws -> Void
) async throws -> Turn {
    let clock = ContinuousClock()
    let start = clock.now
    let latencies = try await withThrowingTaskGroup(of: [Duration].self) { group in
        for client in 0..<clients {
            group.addTask {
                var own: [Duration] = []
                var now = clock.now
                while now - start < turn {
                    try await operation(client)
                    let after = clock.now
                    own.append(after - now)
                    now = after
                }
                return own
            }
        }
        return try await group.reduce(into: []) { $0 += $1 }
    }
    let seconds = (clock.now - start) / .seconds(1)
    return Turn(perSecond: Double(latencies.count) / seconds, latencies: latencies.sorted())
}

/// Runs an operation without rest on the calling task until a turn is over, looking at the clock only now and then.
func repeated(for turn: Duration, _ operation: () throws -> Void) rethrows -> Turn {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while clock.now - start < turn {
        for _ in 0..<16 { try operation() }
        count += 16
    }
    return Turn(perSecond: Double(count) / ((clock.now - start) / .seconds(1)), latencies: [])
}
