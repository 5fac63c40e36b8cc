// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoginCore

/// Listens on loopback and lets the test write every byte of the answers.
package final class RawServer: Sendable {
    /// The port it listens on.
    package let port: Int
    private let socket: Int32
    private let accepted = Locked(0)

    /// How many connections came in so far.
    package var connectionCount: Int { accepted.value }

    /// Listens on 127.0.0.1 and follows the script for each connection, counted from 1.
    package init(_ script: @escaping @Sendable (RawConnection, Int) async throws -> Void) throws {
        (socket, port) = try listeningSocket(host: "127.0.0.1", port: 0)
        let (socket, accepted) = (socket, accepted)
        let hasStarted = startThread {
            while true {
                let peer = accept(socket, nil, nil)
                guard peer >= 0 else { break }
                let connection = RawConnection(adopting: peer)
                let number = accepted.withLock { count in
                    count += 1
                    return count
                }
                // A script ends early where the client hangs up first; the test looks at the client's side.
                Task { try? await script(connection, number) }
            }
            Glibc.close(socket)
        }
        guard hasStarted else { throw RawSocketError.failed("thread") }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
    }
}

/// A port that is taken in one address family for as long as this lives.
package final class TakenPort: Sendable {
    /// The port.
    package let port: Int
    private let socket: Int32

    /// Takes a port at 127.0.0.1 or ::1; 0 for any.
    package init(host: String, port: Int = 0) throws {
        (socket, self.port) = try listeningSocket(host: host, port: port)
    }

    deinit {
        Glibc.close(socket)
    }
}

private func listeningSocket(host: String, port: Int, backlog: Int32 = 128) throws -> (socket: Int32, port: Int) {
    let address = LoopbackAddress(host: host, port: port)
    let socket = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0, address.withPointer({ bind(socket, $0, $1) }) == 0, listen(socket, backlog) == 0 else {
        throw RawSocketError.failed("listen")
    }
    var bound = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &bound) { pointer in
        _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    return (socket, Int(in_port_t(bigEndian: bound.sin6_port)))
}

/// A port whose queue of waiting connections is full, so that whoever connects next hears nothing.
package final class FullPort: Sendable {
    /// The port.
    package let port: Int
    private let sockets: [Int32]

    /// Fills up a port of 127.0.0.1.
    package init() throws {
        let (listening, port) = try listeningSocket(host: "127.0.0.1", port: 0, backlog: 0)
        let address = LoopbackAddress(host: "127.0.0.1", port: port)
        let clients = (0..<4).map { _ in
            let client = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            _ = address.withPointer { connect(client, $0, $1) }
            return client
        }
        self.port = port
        sockets = [listening] + clients
    }

    deinit {
        sockets.forEach { Glibc.close($0) }
    }
}
