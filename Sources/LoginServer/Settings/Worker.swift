// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a server does besides answering: unlinking at providers, removing what is over, changing to other keys, and
/// looking whether a database that failed works again.
struct Worker: Sendable {
    private let parts: ServerParts

    init(_ parts: ServerParts) {
        self.parts = parts
    }

    /// Works until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await every(.seconds(2)) { parts.bell.ring() } }
            tasks.addTask { for await _ in parts.bell.rings() { await guarded("unlink", workOffUnlinks) } }
            tasks.addTask { await every(.seconds(60)) { await guarded("clean", clean) } }
            tasks.addTask { await every(.seconds(60)) { await turnKeys() } }
            tasks.addTask { await every(.seconds(10)) { await guarded("probe", probe) } }
        }
    }

    private func workOffUnlinks() async throws {
        while try await parts.unlinks.workOff() > 0 {}
    }

    private func turnKeys() async {
        await guarded("master_key") { try await parts.keys.join(parts.store, parts.environment) }
        await guarded("signing_key", parts.signingKeys.turn)
    }

    private func clean() async throws {
        let retention = Retention(endedSessions: TimeInterval(parts.settings.lives.history))
        while try await parts.store.clean(retention, at: parts.environment.clock.now) > 0 {}
    }

    private func probe() async throws {
        guard let fault = parts.store.fault else { return }
        try await parts.store.probe()
        parts.environment.log.write(.info, "database.works_again", ["cause": fault.code.rawValue])
    }

    /// A failure is written down and the work tried again at its next turn.
    private func guarded(_ work: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // The server is ending; what is left is taken up at the next start.
            return
        } catch {
            let cause = (error as? LoginError)?.code.rawValue ?? "\(type(of: error))"
            parts.environment.log.write(.error, "worker.failed", ["work": work, "cause": cause])
        }
    }

    private func every(_ pause: Duration, _ body: () async -> Void) async {
        while !Task.isCancelled {
            await body()
            // Waiting ends early only when the task is cancelled, which the loop looks at next.
            try? await parts.environment.timer.sleep(for: pause)
        }
    }
}
