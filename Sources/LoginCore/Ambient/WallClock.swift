// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Tells the time of day; the only way any part of the package learns what time it is.
///
/// Moments that are stored or compared with a provider's come from here. Deadlines and timers do not: they run on a
/// monotonic `Clock`, so that moving this clock never cuts a request short.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Date { get }
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    /// Makes the machine's clock.
    public init() {}

    /// The machine's present moment.
    public var now: Date { Date() }
}

/// A clock that can be moved while it runs, so that a test or the emulator's control page can let days pass.
///
/// Every part that was handed this clock moves with it.
public final class MovableWallClock: WallClock {
    private let base: any WallClock
    private let offset = Locked<TimeInterval>(0)

    /// Makes a clock that starts in step with another.
    public init(base: any WallClock) {
        self.base = base
    }

    /// The base's present moment, moved.
    public var now: Date { base.now.addingTimeInterval(offset.value) }

    /// How far this clock is ahead of its base, in seconds; negative when behind.
    public var offsetFromBase: TimeInterval { offset.value }

    /// Moves the clock by a number of seconds, forward or back.
    public func advance(by seconds: TimeInterval) {
        offset.withLock { $0 += seconds }
    }

    /// Puts the clock back in step with its base.
    public func reset() {
        offset.withLock { $0 = 0 }
    }
}

/// A clock that stands still until it is moved.
public final class ManualWallClock: WallClock {
    private let moment: Locked<Date>

    /// Makes a clock that stands at a moment.
    public init(at moment: Date) {
        self.moment = Locked(moment)
    }

    /// The moment at which the clock stands.
    public var now: Date { moment.value }

    /// Moves the clock by a number of seconds, forward or back.
    public func advance(by seconds: TimeInterval) {
        moment.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
