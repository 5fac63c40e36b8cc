// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A database that runs transactions: the boundary between what the store says and the engine that keeps it.
public protocol Database: Sendable {
    /// Runs a body in one transaction and answers after it is durable; when the body throws, nothing of it stays.
    ///
    /// The body may be run again where the engine lost the transaction, so it changes nothing outside the connection.
    /// A caller that is cancelled before its turn gets `CancellationError`; once begun, a transaction finishes.
    func write<Answer: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Answer) async throws
        -> Answer

    /// Runs a body that only reads, on one unchanging view of what is durable.
    func read<Answer: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Answer) async throws -> Answer

    /// Looks whether what is kept is whole, as far as that can be told in a moment; throws `database_damaged` where not.
    func check() async throws

    /// Lets transactions under way finish, refuses new ones and gives the engine's resources back.
    func close() async
}

extension Database {
    /// An engine that watches over its pages by itself has nothing to look through.
    public func check() async throws {}
}

/// One connection inside a transaction; it never leaves the body that it was handed to.
public protocol SQLConnection {
    /// Runs a statement with its values, `$1` first, and gives every row of the result.
    @discardableResult
    func query(_ statement: Statement, _ values: [SQLValue]) throws(LoginError) -> [SQLRow]

    /// Runs statements that define tables and indexes.
    func define(_ text: String) throws(LoginError)
}

extension SQLConnection {
    /// Runs a statement and gives the first row of the result, nil where there is none.
    func first(_ statement: Statement, _ values: [SQLValue]) throws(LoginError) -> SQLRow? {
        try query(statement, values).first
    }
}

extension SQLConnection {
    /// Runs a statement and reads the first row of the result as a record, nil where there is none.
    func record<Record>(
        _ statement: Statement, _ values: [SQLValue], _ read: (inout RowReader) throws(LoginError) -> Record
    ) throws(LoginError) -> Record? {
        guard let row = try first(statement, values) else { return nil }
        var reader = RowReader(row)
        return try read(&reader)
    }

    /// Runs a statement and reads every row of the result as a record.
    func records<Record>(
        _ statement: Statement, _ values: [SQLValue], _ read: (inout RowReader) throws(LoginError) -> Record
    ) throws(LoginError) -> [Record] {
        var records: [Record] = []
        for row in try query(statement, values) {
            var reader = RowReader(row)
            records.append(try read(&reader))
        }
        return records
    }
}
