// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A database that remembers that it failed for good: damaged, on a failing disk, or full.
///
/// One answer of that kind means that more will follow, whatever the next small write says; so the fault stands until
/// a whole probe has found nothing.
final class WatchedDatabase: Database {
    private struct Record {
        var fault: LoginError?
        /// How many faults there were, so that a probe takes back none that came while it ran.
        var count = 0
    }

    private static let lasting: Set<LoginError.Code> = [.databaseDamaged, .databaseDiskFailed, .databaseFull]

    private let watched: any Database
    private let record = Locked(Record())

    init(_ watched: any Database) {
        self.watched = watched
    }

    /// What is wrong; nil while nothing is known to be.
    var fault: LoginError? { record.value.fault }

    func write<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try await watching { try await watched.write(body) }
    }

    func read<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try await watching { try await watched.read(body) }
    }

    func check() async throws {
        try await watching { try await watched.check() }
    }

    func close() async {
        await watched.close()
    }

    /// Runs a probe; where it finds nothing, and nothing failed beside it, the fault is over.
    func probe(_ body: () async throws -> Void) async throws {
        let count = record.value.count
        try await body()
        record.withLock { if $0.count == count { $0.fault = nil } }
    }

    private func watching<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
        do {
            return try await body()
        } catch let error as LoginError where Self.lasting.contains(error.code) {
            record.withLock { record in
                record.fault = error
                record.count += 1
            }
            throw error
        }
    }
}
