// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Writes a batch of operations with one commit, so that many callers share the wait for the disk.
///
/// Each operation has a savepoint, so one that fails takes back its own changes and no other's. Nobody is answered
/// before the commit is durable. Where SQLite rolled the whole batch back, each operation is retried alone, so that one
/// that needs no room succeeds on a full disk and none pays for its neighbour.
enum GroupCommit {
    private static let begin = Statement("BEGIN IMMEDIATE")
    private static let commit = Statement("COMMIT")
    private static let rollback = Statement("ROLLBACK")
    private static let mark = Statement("SAVEPOINT operation")
    private static let keep = Statement("RELEASE operation")
    private static let undo = Statement("ROLLBACK TO operation")

    /// What an operation came to, told only after the commit.
    private typealias Outcome = Result<@Sendable () -> Void, any Error>

    static func run(_ batch: [SQLiteLane.Operation], on connection: SQLiteConnection) {
        // Whatever an earlier turn could not even roll back ends here, before anything new begins.
        giveUp(connection)
        guard batch.count > 1, let outcomes = together(batch, on: connection) else {
            for operation in batch {
                tell(operation, alone(operation, on: connection))
            }
            return
        }
        for (operation, outcome) in zip(batch, outcomes) {
            tell(operation, outcome)
        }
    }

    /// The outcomes of a batch that was committed as one; nil where nothing of it stayed.
    private static func together(_ batch: [SQLiteLane.Operation], on connection: SQLiteConnection) -> [Outcome]? {
        do {
            try connection.run(begin)
        } catch {
            // Somebody else holds the file; waiting for it once more for each operation would help none of them.
            return batch.map { _ in .failure(error) }
        }
        do {
            var outcomes: [Outcome] = []
            for operation in batch {
                outcomes.append(try marked(operation, on: connection))
            }
            try connection.run(commit)
            return outcomes
        } catch {
            // Nothing is lost with the error: every operation runs again by itself and meets it, or does not.
            giveUp(connection)
            return nil
        }
    }

    /// Runs one operation of a batch; throws where the batch as a whole cannot go on.
    private static func marked(
        _ operation: SQLiteLane.Operation, on connection: SQLiteConnection
    ) throws(LoginError) -> Outcome {
        try connection.run(mark)
        do {
            let answer = try operation.perform(connection)
            try connection.run(keep)
            return .success(answer)
        } catch {
            guard connection.isInTransaction else { throw .databaseFailed("the batch was rolled back") }
            try connection.run(undo)
            try connection.run(keep)
            return .failure(error)
        }
    }

    private static func alone(_ operation: SQLiteLane.Operation, on connection: SQLiteConnection) -> Outcome {
        do {
            try connection.run(begin)
            let answer = try operation.perform(connection)
            try connection.run(commit)
            return .success(answer)
        } catch {
            giveUp(connection)
            return .failure(error)
        }
    }

    private static func giveUp(_ connection: SQLiteConnection) {
        guard connection.isInTransaction else { return }
        // Where the rollback fails, the transaction stays and BEGIN refuses what comes next: nothing slips in unseen.
        _ = try? connection.run(rollback)
    }

    private static func tell(_ operation: SQLiteLane.Operation, _ outcome: Outcome) {
        switch outcome {
        case .success(let answer): answer()
        case .failure(let error): operation.fail(error)
        }
    }
}
