// SPDX-License-Identifier: Apache-2.0

import CLoginSQLite
import Dispatch
import Foundation

/// SQLite by itself: one row updated, one durable commit, again and again, by one prepared statement on one thread.
///
/// It is what the disk and SQLite give without any of our code; same file system, page size, journal and sync as ours.
///
/// `@unchecked Sendable`: the connection is used on `queue` alone.
final class RawCommits: @unchecked Sendable {
    private let queue = DispatchQueue(label: "login-bench.raw")
    private let connection: OpaquePointer
    private let update: OpaquePointer

    /// Opens a database of its own with a table of 1,000 rows.
    init(in folder: URL) throws {
        var opened: OpaquePointer?
        var prepared: OpaquePointer?
        let path = folder.appending(path: "raw.sqlite").path
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw BenchError("cannot open \(path)") }
        let setUp = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE counters (id INTEGER PRIMARY KEY, count BIGINT NOT NULL);
            WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 1000)
            INSERT INTO counters SELECT id, 0 FROM ids;
            """
        guard sqlite3_exec(opened, setUp, nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(opened, "UPDATE counters SET count = count + 1 WHERE id = ?", -1, &prepared, nil)
                == SQLITE_OK, let prepared
        else { throw BenchError("cannot set \(path) up: \(String(cString: sqlite3_errmsg(opened)))") }
        connection = opened
        update = prepared
    }

    deinit {
        sqlite3_finalize(update)
        sqlite3_close(connection)
    }

    /// Commits until a turn is over.
    func turn(_ length: Duration) async throws -> Turn {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.commit(for: length) }) }
        }
    }

    private func commit(for length: Duration) throws -> Turn {
        let clock = ContinuousClock()
        let start = clock.now
        var latencies: [Duration] = []
        var now = start
        while now - start < length {
            sqlite3_bind_int64(update, 1, Int64(latencies.count % 1000 + 1))
            guard sqlite3_step(update) == SQLITE_DONE, sqlite3_reset(update) == SQLITE_OK else {
                throw BenchError("a raw commit failed: \(String(cString: sqlite3_errmsg(connection)))")
            }
            let after = clock.now
            latencies.append(after - now)
            now = after
        }
        return Turn(perSecond: Double(latencies.count) / ((now - start) / .seconds(1)), latencies: latencies.sorted())
    }
}
