// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Runs something that waits on a thread of its own, so that the threads of `async` functions never do.
package func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { waiter in
        let hasStarted = startThread {
            waiter.resume(with: Swift.Result { try body() })
        }
        if !hasStarted { waiter.resume(throwing: RawSocketError.failed("thread")) }
    }
}
