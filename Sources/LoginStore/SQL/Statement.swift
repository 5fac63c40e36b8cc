// SPDX-License-Identifier: Apache-2.0

/// One SQL statement, written once for SQLite and PostgreSQL; its values stand as `$1`, `$2` and so on.
///
/// A statement is declared as a static value beside the operation that uses it and listed in `Statement.all`, so that
/// the tests can prepare every one of them on both databases.
public struct Statement: Sendable, Hashable {
    /// The SQL text; it holds no values, so errors may show it.
    public let text: String

    init(_ text: String) {
        self.text = text
    }
}
