// SPDX-License-Identifier: Apache-2.0

/// Waits for a task, but no longer than so; nil where time was up first. The task goes on either way.
package func patiently<Value: Sendable>(
    _ task: Task<Value, Never>, for limit: Duration, on clock: any Clock<Duration>
) async -> Value? {
    let (answers, answer) = AsyncStream.makeStream(of: Value?.self)
    Task { answer.yield(await task.value) }
    let patience = Task {
        do {
            try await clock.sleep(for: limit)
            answer.yield(nil)
        } catch {
            // The task was quicker.
        }
    }
    defer { patience.cancel() }
    for await first in answers { return first }
    return nil
}
