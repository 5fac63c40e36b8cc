// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoginCore

/// One end of a TCP connection whose every byte is the test's own: for what no orderly client or server would send.
///
/// Each wait ends after ten seconds with an error, so that a test that has gone wrong fails and does not hang.
package final class RawConnection: Sendable {
    private let socket: Int32
    private let unread = Locked<[UInt8]>([])

    init(adopting socket: Int32) {
        self.socket = socket
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        Glibc.close(socket)
    }

    /// Connects to 127.0.0.1 or ::1.
    package static func open(to host: String = "127.0.0.1", port: Int) async throws -> RawConnection {
        try await offPool {
            let address = LoopbackAddress(host: host, port: port)
            let socket = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
            guard socket >= 0 else { throw RawSocketError.failed("socket") }
            let connection = RawConnection(adopting: socket)
            guard address.withPointer({ connect(socket, $0, $1) }) == 0 else { throw RawSocketError.refused }
            return connection
        }
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) async throws {
        try await offPool { [socket] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, noSignal) }
                guard count > 0 else { throw RawSocketError.closed }
                sent += count
            }
        }
    }

    /// Sends a text as it is; its line breaks are the test's to write.
    package func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    /// Reads until a text has come and gives everything up to its end.
    package func read(through end: String) async throws -> [UInt8] {
        let end = Array(end.utf8)
        return try await offPool { [self] in
            while true {
                if let found = taken(through: end) { return found }
                guard try readMore() else { throw RawSocketError.closed }
            }
        }
    }

    /// Reads a number of bytes.
    package func read(count: Int) async throws -> [UInt8] {
        try await offPool { [self] in
            while unread.value.count < count {
                guard try readMore() else { throw RawSocketError.closed }
            }
            return take(count)
        }
    }

    /// Reads until the other side closes; an abrupt end counts as one.
    package func readToEnd() async throws -> [UInt8] {
        try await offPool { [self] in
            while try readMore() {}
            return take(unread.value.count)
        }
    }

    /// Tells the other side that nothing more comes, and still reads.
    package func finishSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Ends both directions; the other side sees an orderly end.
    package func close() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func readMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count < 0 {
            guard errno != EAGAIN else { throw RawSocketError.waitedInVain }
            return false
        }
        let piece = Array(buffer[..<count])
        unread.withLock { $0 += piece }
        return count > 0
    }

    private func taken(through end: [UInt8]) -> [UInt8]? {
        unread.withLock { unread in
            guard unread.count >= end.count,
                let start = (0...(unread.count - end.count)).first(where: { unread[$0...].starts(with: end) })
            else { return nil }
            let found = Array(unread[..<(start + end.count)])
            unread.removeFirst(found.count)
            return found
        }
    }

    private func take(_ count: Int) -> [UInt8] {
        unread.withLock { unread in
            defer { unread.removeFirst(count) }
            return Array(unread[..<count])
        }
    }
}

/// What went wrong with a raw socket.
package enum RawSocketError: Error, Equatable {
    /// Nobody listens there.
    case refused
    /// The other side closed.
    case closed
    /// Ten seconds passed.
    case waitedInVain
    /// A system call failed.
    case failed(String)
}

let noSignal = Int32(MSG_NOSIGNAL)
