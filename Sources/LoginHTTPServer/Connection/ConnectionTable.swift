// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Every open connection of a listener, by its socket.
///
/// A connection leaves the table before its socket is closed, and nothing is done to a socket but inside `withAll`: so
/// no number of a socket is used that already belongs to somebody else.
final class ConnectionTable: Sendable {
    private let open = Locked<[Int32: Connection]>([:])

    var count: Int { open.withLock { $0.count } }

    func add(_ connection: Connection) {
        open.withLock { $0[connection.socket] = connection }
    }

    subscript(socket: Int32) -> Connection? { open.withLock { $0[socket] } }

    /// Takes a connection out; gives how many are left.
    @discardableResult
    func remove(_ connection: Connection) -> Int {
        open.withLock { open in
            open[connection.socket] = nil
            return open.count
        }
    }

    /// Looks at all connections while none can be closed.
    func withAll<Result: Sendable>(_ body: @Sendable (Dictionary<Int32, Connection>.Values) -> Result) -> Result {
        open.withLock { body($0.values) }
    }
}
