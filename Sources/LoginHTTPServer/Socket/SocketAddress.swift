// SPDX-License-Identifier: Apache-2.0

// Its header brings along the system's socket types, which the compiler then counts as its own.
import CLoginMicroHTTPD

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An IP address and port in the form that the system's calls take.
struct SocketAddress {
    private let storage: sockaddr_storage
    private let length: socklen_t

    /// Reads an IPv4 or IPv6 address; nil for any other text.
    init?(_ text: String, port: UInt16) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = v4
            self = withUnsafeBytes(of: address) { SocketAddress($0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = v6
            self = withUnsafeBytes(of: address) { SocketAddress($0) }
        } else {
            return nil
        }
    }

    /// The address that a socket of ours is bound to.
    init?(of socket: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        self.storage = storage
        self.length = length
    }

    /// An address as a system call gave it.
    init(_ storage: sockaddr_storage, length: socklen_t) {
        self.storage = storage
        self.length = length
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
        self.storage = storage
        length = socklen_t(bytes.count)
    }

    /// `AF_INET` or `AF_INET6`.
    var family: Int32 { Int32(storage.ss_family) }

    /// The port.
    var port: UInt16 {
        // Both kinds of address hold it in their third and fourth byte.
        withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    /// The IP address as text, an IPv4 address inside IPv6 as IPv4; nil for other families.
    var text: String? {
        var characters = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = withPointer { address, length in
            getnameinfo(address, length, &characters, socklen_t(characters.count), nil, 0, NI_NUMERICHOST)
        }
        guard result == 0 else { return nil }
        let text = String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    }

    /// Lends the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var copy = storage
        return withUnsafeMutablePointer(to: &copy) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
