// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Every open connection of a listener.
///
/// A connection leaves the table before its socket is closed, and nothing is done to a socket but inside `withAll`: so
/// no number of a socket is used that already belongs to somebody else.
final class ConnectionTable: Sendable {
    private let open = Locked<[ObjectIdentifier: Connection]>([:])

    var count: Int { open.withLock { $0.count } }

    /// Adds a connection; whether it is the only one.
    func add(_ connection: Connection) -> Bool {
        open.withLock { open in
            open[ObjectIdentifier(connection)] = connection
            return open.count == 1
        }
    }

    /// Takes a connection out; whether it was the last one.
    func remove(_ connection: Connection) -> Bool {
        open.withLock { open in
            open[ObjectIdentifier(connection)] = nil
            return open.isEmpty
        }
    }

    /// Looks at all connections while none can be closed.
    func withAll<Result: Sendable>(
        _ body: @Sendable (Dictionary<ObjectIdentifier, Connection>.Values) -> Result
    ) -> Result {
        open.withLock { body($0.values) }
    }
}
