// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An SQLite database: one thread that writes with group commit, another that reads.
///
/// A file is kept in WAL mode with `synchronous = FULL`: what was answered survives a crash and a power cut. Several
/// processes may open one file at a time; it must lie on a local disk.
public final class SQLiteDatabase: Database {
    /// How a database is opened.
    public struct Settings: Sendable {
        /// How many operations may wait for their turn before the next is refused with `database_overloaded`.
        public var waitingLimit: Int
        /// How long another process may hold the file before an operation ends with `database_busy`.
        public var lockTimeout: Duration

        /// Makes settings.
        public init(waitingLimit: Int = 4096, lockTimeout: Duration = .seconds(5)) {
            self.waitingLimit = waitingLimit
            self.lockTimeout = lockTimeout
        }
    }

    private let path: String
    private let writer: SQLiteLane
    private let reader: SQLiteLane?

    /// Opens a database file, or makes it with rights for its owner alone; `:memory:` lasts as long as this value.
    ///
    /// Throws `LoginError` with the code `database_cannot_open`, `database_read_only`, `database_not_recognized`,
    /// `database_of_another_program`, `database_damaged`, `database_disk_failed`, `database_full` or `database_busy`.
    public static func open(path: String, settings: Settings = Settings()) async throws(LoginError) -> SQLiteDatabase {
        let opened = await withCheckedContinuation { continuation in
            DispatchQueue(label: "login-store.opening").async {
                continuation.resume(returning: Result { () throws(LoginError) in try connections(to: path, settings) })
            }
        }
        let (writer, reader) = try opened.get()
        return SQLiteDatabase(path: path, writer: writer, reader: reader, settings: settings)
    }

    private init(path: String, writer: SQLiteConnection, reader: SQLiteConnection?, settings: Settings) {
        self.path = path
        let limit = settings.waitingLimit
        self.writer = SQLiteLane(writer, label: "login-store.writer", waitingLimit: limit, turn: GroupCommit.run)
        self.reader = reader.map {
            SQLiteLane($0, label: "login-store.reader", waitingLimit: limit, turn: SharedView.run)
        }
    }

    /// Runs a transaction in its turn and answers after the commit that it shares with its neighbours is durable.
    public func write<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try await writer.run(body)
    }

    /// Runs reads on one view of what is durable, without waiting for the writer.
    public func read<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        // A database in memory is visible to one connection only, so its reads wait with its writes.
        try await (reader ?? writer).run(body)
    }

    /// Looks through the pages of a file of at most 16 MB, which takes about 80 ms; a larger one is not looked through.
    public func check() async throws {
        try await read { [path] database in
            let size = try database.first(
                Statement("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"), [])
            guard case .integer(let bytes)? = size?.values.first, bytes <= 16 << 20 else { return }
            let verdict = try database.first(Statement("PRAGMA quick_check(1)"), [])
            guard verdict?.values == [.text("ok")] else { throw LoginError.databaseDamaged(path: path) }
        }
    }

    /// Lets what waits finish, refuses what comes later with `database_closed`, and closes the file.
    public func close() async {
        await reader?.close()
        await writer.close()
    }

    /// How many writes wait now.
    var waitingWrites: Int { writer.waitingCount }

    private static func connections(
        to path: String, _ settings: Settings
    ) throws(LoginError) -> (writer: SQLiteConnection, reader: SQLiteConnection?) {
        if path == ":memory:" {
            let connection = try SQLiteConnection(path: path, lockTimeout: settings.lockTimeout)
            try connection.define("PRAGMA foreign_keys = ON")
            return (connection, nil)
        }
        try makeFile(path)
        let writer = try connect(path, settings) { connection throws(LoginError) in try connection.claim() }
        let reader = try connect(path, settings)
        try reader.define("PRAGMA query_only = ON")
        return (writer, reader)
    }

    /// - Parameter prepare: runs before anything is asked of the file that would change it.
    private static func connect(
        _ path: String, _ settings: Settings, prepare: (SQLiteConnection) throws(LoginError) -> Void = { _ in }
    ) throws(LoginError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, lockTimeout: settings.lockTimeout)
        try prepare(connection)
        let mode = try connection.run(Statement("PRAGMA journal_mode = WAL"))
        guard mode.first?.values == [.text("wal")] else {
            throw .databaseCannotOpen(path: path, reason: "no write-ahead log on this file system")
        }
        // A sign-in writes pages all over the file; a longer log and a larger cache (in KiB, filled only as it is needed) write
        // and read each of them less often.
        try connection.define(
            """
            PRAGMA wal_autocheckpoint = 10000;
            PRAGMA cache_size = -32768;
            PRAGMA synchronous = FULL;
            PRAGMA fullfsync = ON;
            PRAGMA foreign_keys = ON;
            PRAGMA journal_size_limit = 67108864;
            """)
        return connection
    }
}

/// Makes the file before SQLite would, since SQLite lets others read it; `-wal` and `-shm` take its rights over.
private func makeFile(_ path: String) throws(LoginError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
        _ = close(descriptor)
        return
    }
    switch errno {
    case EROFS: throw .databaseReadOnly(path: path)
    case EACCES where access(path, F_OK) == 0: throw .databaseReadOnly(path: path)
    case ENOSPC, EDQUOT: throw .databaseFull
    case EISDIR: throw .databaseIsAFolder(path: path)
    case let code: throw .databaseCannotOpen(path: path, reason: String(cString: strerror(code)))
    }
}
