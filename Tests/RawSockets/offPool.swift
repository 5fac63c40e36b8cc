// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Runs something that waits on a thread of its own, so that the threads of `async` functions never do.
///
/// The result goes through a lock, an order that the thread sanitizer sees; a continuation's it does not.
package func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    let result = Locked<Swift.Result<Result, any Error>?>(nil)
    let hasStarted = await withCheckedContinuation { waiter in
        let hasStarted = startThread {
            let made = Swift.Result { try body() }
            result.withLock { $0 = made }
            waiter.resume(returning: true)
        }
        if !hasStarted { waiter.resume(returning: false) }
    }
    guard hasStarted, let made = result.value else { throw RawSocketError.failed("thread") }
    return try made.get()
}
