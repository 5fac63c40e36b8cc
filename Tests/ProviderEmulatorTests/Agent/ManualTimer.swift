// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

/// A monotonic clock on which nobody wakes until the test says so.
final class ManualTimer: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock().now
    private let sleeps: AsyncStream<Duration>
    private let slept: AsyncStream<Duration>.Continuation
    private let wakings: AsyncStream<Void>
    private let woke: AsyncStream<Void>.Continuation

    init() {
        (sleeps, slept) = AsyncStream.makeStream()
        (wakings, woke) = AsyncStream.makeStream()
    }

    var now: Instant { start }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        slept.yield(start.duration(to: deadline))
        var waking = wakings.makeAsyncIterator()
        await waking.next()
        try Task.checkCancellation()
    }

    /// How long the next sleeper wants to sleep, once there is one.
    func nextSleep() async -> Duration? {
        var sleep = sleeps.makeAsyncIterator()
        return await sleep.next()
    }

    /// Wakes one sleeper.
    func wake() {
        woke.yield()
    }
}
