// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What the server needs from outside besides its database and providers.
public struct ServerEnvironment: Sendable {
    /// Tells what time it is: lives of tokens and sessions run on it.
    public let clock: any WallClock
    /// Makes ids, nonces and keys.
    public let random: any RandomSource
    /// Hears of every sign-in, refresh, refusal and fault.
    public let log: Log
    /// What the worker waits on; it never moves with the wall clock.
    public let timer: any Clock<Duration>

    /// Puts the parts together.
    public init(clock: any WallClock, random: any RandomSource, log: Log, timer: any Clock<Duration>) {
        self.clock = clock
        self.random = random
        self.log = log
        self.timer = timer
    }
}
