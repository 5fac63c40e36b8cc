// SPDX-License-Identifier: Apache-2.0

/// What the login server keeps: accounts, identities, sessions, and what must survive a crash between two steps.
///
/// Every operation is one transaction and its outcome a value with a name. Ids, hashes, sealed bytes and moments come
/// from the caller: the store reads no clock, makes no random number and holds no key.
public struct LoginStore: Sendable {
    let database: WatchedDatabase

    /// Makes a store of an open database; `migrate` comes before everything else.
    public init(database: any Database) {
        self.database = WatchedDatabase(database)
    }

    /// Lets operations under way finish and closes the database.
    public func close() async {
        await database.close()
    }
}

/// Thrown in a transaction that must leave nothing behind and has an answer all the same.
struct Undone<Answer: Sendable>: Error {
    let answer: Answer
}

extension LoginStore {
    /// Runs a transaction whose body may take itself back by throwing `Undone`.
    func decide<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        do {
            return try await database.write(body)
        } catch let undone as Undone<Answer> {
            return undone.answer
        }
    }
}
