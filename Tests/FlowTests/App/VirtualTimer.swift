// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A monotonic clock that stands still until a test lets time pass.
final class VirtualTimer: Clock {
    typealias Instant = ContinuousClock.Instant

    private struct Sleeper: Sendable {
        let wakes: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now: Instant
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var sleepsEver = 0
        var watchers: [(length: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State(now: ContinuousClock().now))

    var now: Instant { state.value.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.sleepsEver += 1
            return state.sleepsEver
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    guard !state.cancelled.contains(number) else { return true }
                    state.sleepers[number] = Sleeper(wakes: deadline, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) } else { tellWatchers() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when somebody sleeps who wakes after that long.
    func sleeper(for length: Duration) async {
        await withCheckedContinuation { watcher in
            state.withLock { $0.watchers.append((length, watcher)) }
            tellWatchers()
        }
    }

    /// Lets time pass and wakes whoever slept until then.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.value.wakes <= state.now }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.continuation)
        }
        woken.forEach { $0.resume() }
    }

    private func tellWatchers() {
        let watchers = state.withLock { state in
            let lengths = state.sleepers.values.map { state.now.duration(to: $0.wakes) }
            let met = state.watchers.filter { lengths.contains($0.length) }
            state.watchers.removeAll { lengths.contains($0.length) }
            return met.map(\.continuation)
        }
        watchers.forEach { $0.resume() }
    }
}
