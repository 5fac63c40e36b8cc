// SPDX-License-Identifier: Apache-2.0

/// Runs the reads that wait together on one view of the database.
enum SharedView {
    private static let begin = Statement("BEGIN")
    private static let end = Statement("ROLLBACK")

    static func run(_ batch: [SQLiteLane.Operation], on connection: SQLiteConnection) {
        do {
            if connection.isInTransaction { try connection.run(end) }
            try connection.run(begin)
            for operation in batch {
                answer(operation, on: connection)
            }
        } catch {
            for operation in batch {
                operation.fail(error)
            }
        }
        // A view that could not be ended is ended before the next one; a read has nothing to lose.
        _ = try? connection.run(end)
    }

    private static func answer(_ operation: SQLiteLane.Operation, on connection: SQLiteConnection) {
        do {
            try operation.perform(connection)()
        } catch {
            operation.fail(error)
        }
    }
}
