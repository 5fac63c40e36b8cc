// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What can be said of a socket without reading from it.
enum Readiness {
    /// Nothing has come.
    case nothing
    /// Something has.
    case somethingToRead
    /// Nothing more will, but what has come is still there.
    case hungUp
}

/// Looks at several sockets at once, without waiting.
func readiness(of sockets: [Int32]) -> [Readiness] {
    var descriptors = sockets.map { pollfd(fd: $0, events: Int16(POLLIN) | hangUp, revents: 0) }
    poll(&descriptors, nfds_t(descriptors.count), 0)
    return descriptors.map { descriptor in
        let ends = Int16(POLLHUP) | Int16(POLLERR) | hangUp
        if descriptor.revents & ends != 0 { return .hungUp }
        return descriptor.revents == 0 ? .nothing : .somethingToRead
    }
}

/// Reads and leaves what is read where it is; nil where the connection has failed, nothing where it has ended.
func peek(_ socket: Int32, atMost count: Int) -> [UInt8]? {
    var isBroken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let read = recv(socket, buffer.baseAddress, count, Int32(MSG_PEEK) | dontWait)
        isBroken = read < 0
        filled = max(0, read)
    }
    return isBroken ? nil : bytes
}

/// Lets a socket count as readable only when so many bytes have come.
func waitForBytes(_ count: Int, at socket: Int32) {
    var count = Int32(count)
    setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
}

/// Sends the last bytes of a connection and ends that direction; false where the client does not take them. They fit into
/// the system's buffer, since nothing was sent before.
func sendLast(_ bytes: [UInt8], to socket: Int32) -> Bool {
    let sent = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, noSignal | dontWait) }
    guard sent == bytes.count else { return false }
    return shutdown(socket, Int32(SHUT_WR)) == 0
}

/// Reads up to so many bytes and forgets them; gives how many, nil where the client is done.
func readAway(_ socket: Int32, atMost limit: Int) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    var total = 0
    while total < limit {
        let count = recv(socket, &buffer, buffer.count, dontWait)
        guard count != 0 else { return nil }
        guard count > 0 else { return errno == EAGAIN || errno == EWOULDBLOCK ? total : nil }
        total += count
    }
    return total
}

private let dontWait = Int32(MSG_DONTWAIT)

#if canImport(Darwin)
private let noSignal = Int32(0)
#else
private let noSignal = Int32(MSG_NOSIGNAL)
#endif
