// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoginCore
import Testing

/// A TCP connection by hand, for what no well-behaved client does.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
    }

    /// Sends one byte, waits a moment, and says whether the other side still listens.
    func sendAndSeeWhetherOpen(_ byte: UInt8, pause: Duration) async -> Bool {
        guard send(descriptor, [byte], 1, Int32(MSG_NOSIGNAL)) == 1 else { return false }
        // A pause that is cut short only makes the client a little faster.
        try? await ContinuousClock().sleep(for: pause)
        var answer: [UInt8] = [0]
        let received = recv(descriptor, &answer, 1, Int32(MSG_DONTWAIT))
        // 0 is the end of the stream; a byte is an answer that comes before the request is whole: it is being refused.
        return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
    }

    func close() {
        _ = Glibc.close(descriptor)
    }
}

/// A server by hand that answers every connection with the same bytes and hangs up.
final class RawServer: Sendable {
    let port: Int
    private let descriptor: Int32

    init(answering bytes: [UInt8]) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(bound)
        port = Int(UInt16(bigEndian: address.sin_port))
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box((descriptor, bytes))).toOpaque()
        pthread_create(&thread, nil, serve, context)
        pthread_detach(thread)
    }

    /// Ends the server and its thread.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        _ = close(descriptor)
    }
}

private final class Box: Sendable {
    let value: (Int32, [UInt8])
    init(_ value: (Int32, [UInt8])) { self.value = value }
}

private func serve(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let (descriptor, bytes) = Unmanaged<Box>.fromOpaque(context).takeRetainedValue().value
    while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = recv(connection, &request, request.count, 0)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        _ = close(connection)
    }
}
