// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tells providers that people withdrew, again and again until they have heard it.
///
/// An unlink is written down in the transaction that removes the account, so neither a crash nor a provider that is down
/// loses one. What the provider does not know any more counts as unlinked.
struct UnlinkQueue: Sendable {
    let store: LoginStore
    let providers: [Provider]
    let sealer: Sealer
    let clock: any WallClock
    let log: Log

    private static let batch = 20
    /// How long a worker has for a batch before another may take the entries up, in seconds.
    private static let lease: TimeInterval = 300
    /// After how many tries an operator is needed; with the pauses below that is about three days.
    private static let tries = 25

    /// Works off what is due; gives how many entries there were.
    func workOff() async throws -> Int {
        let now = clock.now
        let due = try await store.takeDueOutbox(
            limit: Self.batch, leaseEnd: now.addingTimeInterval(Self.lease), at: now)
        for entry in due {
            try await work(on: entry)
        }
        return due.count
    }

    private func work(on entry: OutboxEntry) async throws {
        guard let provider = providers.first(where: { $0.id == entry.identity.provider }) else {
            return try await giveUp(entry, code: "unknown_provider")
        }
        let link = sealer.link(with: entry.identity, of: entry.providerClientID, entry.sealedTokens)
        do {
            try await provider.unlink(link)
        } catch {
            return try await postpone(entry, error)
        }
        try await store.outboxDone(entry.id)
        log.write(.info, "unlink.done", ["provider": provider.id, "entry": entry.id, "tries": entry.tries])
    }

    private func postpone(_ entry: OutboxEntry, _ error: LoginError) async throws {
        guard entry.tries < Self.tries else { return try await giveUp(entry, code: error.code.rawValue) }
        let next = clock.now.addingTimeInterval(Self.pause(after: entry.tries))
        try await store.outboxFailed(entry.id, code: error.code.rawValue, nextTryAt: next)
        log.write(
            .warning, "unlink.failed",
            [
                "provider": entry.identity.provider, "entry": entry.id, "tries": entry.tries,
                "code": error.code.rawValue, "vendor_code": error.vendorCode ?? "-",
            ])
    }

    private func giveUp(_ entry: OutboxEntry, code: String) async throws {
        try await store.outboxGivenUp(entry.id, code: code, at: clock.now)
        log.write(
            .error, "unlink.given_up",
            ["provider": entry.identity.provider, "entry": entry.id, "tries": entry.tries, "code": code])
    }

    /// Two seconds, then twice as long each time, at most six hours.
    static func pause(after tries: Int64) -> TimeInterval {
        TimeInterval(min(2 << min(max(tries - 1, 0), 20), 21_600))
    }
}
