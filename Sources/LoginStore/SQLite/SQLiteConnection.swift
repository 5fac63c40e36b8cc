// SPDX-License-Identifier: Apache-2.0

import CLoginSQLite
import LoginCore

/// One SQLite connection and its prepared statements.
///
/// `@unchecked Sendable`: it is opened without SQLite's own locks and has no lock of its own. Each connection is made by
/// one `SQLiteLane` and touched on that lane's serial queue alone; `deinit` runs when nobody else can hold it.
final class SQLiteConnection: SQLConnection, @unchecked Sendable {
    private struct Prepared {
        let handle: OpaquePointer
        /// SQLite numbers parameters by first appearance, so `$2` may stand at place 1.
        let places: [Int32]
    }

    /// The file, or `:memory:`.
    let path: String
    private let handle: OpaquePointer
    private var prepared: [Statement: Prepared] = [:]

    /// Opens a file or `:memory:`.
    init(path: String, lockTimeout: Duration) throws(LoginError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw .databaseFailed("out of memory") }
        handle = opened
        self.path = path
        guard code == SQLITE_OK else { throw .sqlite(code, path: path) }
        sqlite3_busy_timeout(handle, Int32(clamping: Int64(lockTimeout / .milliseconds(1))))
    }

    deinit {
        for statement in prepared.values {
            sqlite3_finalize(statement.handle)
        }
        sqlite3_close_v2(handle)
    }

    /// False as soon as SQLite rolled the whole transaction back by itself, savepoints included, as it may when the disk
    /// or memory is used up (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction").
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func query(_ statement: Statement, _ values: [SQLValue]) throws(LoginError) -> [SQLRow] {
        guard isInTransaction else { throw .databaseFailed("the transaction is gone") }
        return try run(statement, values)
    }

    func define(_ text: String) throws(LoginError) {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw .sqlite(preparing: code, path: path) }
    }

    /// Runs a statement in or outside a transaction: what the lanes need to begin and end one.
    @discardableResult
    func run(_ statement: Statement, _ values: [SQLValue] = []) throws(LoginError) -> [SQLRow] {
        let prepared = try prepare(statement)
        precondition(prepared.places.count == values.count, "a statement got another number of values than it names")
        defer {
            // Its code repeats the error that `step` has given already.
            sqlite3_reset(prepared.handle)
            sqlite3_clear_bindings(prepared.handle)
        }
        for (place, value) in zip(prepared.places, values) {
            let code = try bind(value, at: place, of: prepared.handle)
            guard code == SQLITE_OK else { throw .sqlite(code, path: path) }
        }
        var rows: [SQLRow] = []
        while true {
            switch sqlite3_step(prepared.handle) {
            case SQLITE_ROW: rows.append(row(of: prepared.handle))
            case SQLITE_DONE: return rows
            case let code: throw .sqlite(code, path: path)
            }
        }
    }

    private func prepare(_ statement: Statement) throws(LoginError) -> Prepared {
        if let known = prepared[statement] { return known }
        var made: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, statement.text, -1, flags, &made, nil)
        guard code == SQLITE_OK, let made else { throw .sqlite(preparing: code, path: path) }
        let count = sqlite3_bind_parameter_count(made)
        let places = (0..<count).map { sqlite3_bind_parameter_index(made, "$\($0 + 1)") }
        precondition(!places.contains(0), "the placeholders of a statement are not $1 to $\(count)")
        let new = Prepared(handle: made, places: places)
        prepared[statement] = new
        return new
    }

    private func bind(_ value: SQLValue, at place: Int32, of handle: OpaquePointer) throws(LoginError) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, place)
        case .integer(let integer): return sqlite3_bind_int64(handle, place, integer)
        case .text(let text):
            guard !text.utf8.contains(0) else { throw .databaseFailed("a text holds NUL") }
            return login_sqlite_bind_text(handle, place, text, Int32(text.utf8.count))
        case .bytes(let bytes):
            return login_sqlite_bind_blob(handle, place, bytes, Int32(bytes.count))
        }
    }

    private func row(of statement: OpaquePointer) -> SQLRow {
        SQLRow(
            (0..<sqlite3_column_count(statement)).map { column in
                switch sqlite3_column_type(statement, column) {
                case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
                case SQLITE_TEXT:
                    let text = UnsafeRawBufferPointer(
                        start: sqlite3_column_text(statement, column),
                        count: Int(sqlite3_column_bytes(statement, column)))
                    return .text(String(decoding: text, as: UTF8.self))
                case SQLITE_BLOB:
                    let blob = UnsafeRawBufferPointer(
                        start: sqlite3_column_blob(statement, column),
                        count: Int(sqlite3_column_bytes(statement, column)))
                    return .bytes(Array(blob))
                default: return .null
                }
            })
    }
}

extension LoginError {
    /// The error of an SQLite result code; the code's name says more than its number, and neither shows a value.
    static func sqlite(_ code: Int32, path: String) -> LoginError {
        switch code & 0xFF {
        case SQLITE_FULL: .databaseFull
        case SQLITE_BUSY, SQLITE_LOCKED: .databaseBusy
        case SQLITE_READONLY: .databaseReadOnly(path: path)
        case SQLITE_NOTADB: .notADatabase(path: path)
        case SQLITE_CORRUPT: .databaseDamaged(path: path)
        // Memory that ran out in the middle of reading is no fault of the disk.
        case SQLITE_IOERR where code != SQLITE_IOERR | (12 << 8): .databaseDiskFailed(path: path)
        case SQLITE_CANTOPEN: .databaseCannotOpen(path: path, reason: String(cString: sqlite3_errstr(code)))
        default: .databaseFailed("SQLite \(code), \(String(cString: sqlite3_errstr(code)))")
        }
    }

    /// The error of a result code that came before anything ran: every statement of ours fits our tables, so where one has
    /// no meaning, the tables are others.
    static func sqlite(preparing code: Int32, path: String) -> LoginError {
        code & 0xFF == SQLITE_ERROR ? .databaseTablesUnfit(path: path) : .sqlite(code, path: path)
    }
}
