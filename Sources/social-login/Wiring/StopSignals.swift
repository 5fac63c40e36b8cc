// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// SIGINT and SIGTERM: the first one asks the command to end, the second one ends the process at once.
///
/// They are blocked in the first thread before there is a second, so that every thread inherits it, and fetched one by one
/// with `sigwait` on the main thread. No code of ours runs inside a signal handler.
struct StopSignals {
    /// What the command waits for.
    let stop = StopRequest()
    private var set = sigset_t()

    /// Blocks the signals for this thread and all that it starts; a peer that went away is an error, not a signal.
    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for signals until the process ends.
    func waitForever(announcing terminal: Terminal, in language: Language) -> Never {
        var set = set
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            guard stop.request() else { _exit(ExitStatus.fault.rawValue) }
            let farewell = BilingualText(
                ko: "끝내는 중입니다. 바로 끝내려면 Ctrl-C를 한 번 더 누르세요.", en: "Stopping. Press Ctrl-C again to end at once.")
            terminal.complain(farewell.text(in: language))
        }
    }
}

/// A wish that the command should end. One may wait for it.
final class StopRequest: Sendable {
    private let wasRequested = Locked(false)
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Whether the end was asked for.
    var isRequested: Bool { wasRequested.value }

    /// Asks for the end; false where that was done before.
    func request() -> Bool {
        let isFirst = wasRequested.withLock { wasBefore in
            defer { wasBefore = true }
            return !wasBefore
        }
        continuation.finish()
        return isFirst
    }

    /// Returns when the end was asked for, or when the task is cancelled.
    func wait() async {
        for await _ in stream {}
    }
}
