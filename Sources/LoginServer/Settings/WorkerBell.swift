// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Wakes whoever waits for work: rung when there is some, and by a timer in case it was there before.
final class WorkerBell: Sendable {
    private struct State: Sendable {
        var next = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// Rings; several rings before anybody looks count as one.
    func ring() {
        for listener in state.value.listeners.values {
            listener.yield()
        }
    }

    /// A stream of rings, the first at once; it ends when its reader's task is cancelled.
    func rings() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [state] _ in
                state.withLock { $0.listeners[number] = nil }
            }
            continuation.yield()
        }
    }
}
