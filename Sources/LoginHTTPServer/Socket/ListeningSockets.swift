// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import LoginCore

/// The sockets that listen for one host: one for an address, up to two for `localhost`.
struct ListeningSockets {
    let descriptors: [Int32]
    let port: Int

    /// Opens and binds them, all on one port.
    static func open(host: String, port: Int) throws(LoginError) -> ListeningSockets {
        guard host == "localhost" else {
            let socket = try bound(to: host, port: port)
            return try ListeningSockets(descriptors: [socket], port: boundPort(of: socket))
        }
        // A port that is free in one family may be taken in the other, so where we choose we look again.
        var triesLeft = port == 0 ? 20 : 0
        while true {
            let first = try bound(to: "127.0.0.1", port: port)
            do throws(LoginError) {
                let chosen = try boundPort(of: first)
                let second = try bound(to: "::1", port: chosen)
                return ListeningSockets(descriptors: [first, second], port: chosen)
            } catch {
                if error.code == .addressUnavailable {
                    // This machine speaks no IPv6: 127.0.0.1 is then all that localhost can mean.
                    return try ListeningSockets(descriptors: [first], port: boundPort(of: first))
                }
                closeSocket(first)
                guard triesLeft > 0, error.code == .addressInUse else { throw error }
                triesLeft -= 1
            }
        }
    }

    private static func bound(to host: String, port: Int) throws(LoginError) -> Int32 {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        guard (0...65_535).contains(port), let address = SocketAddress(host, port: UInt16(port)) else {
            throw .addressUnavailable(name)
        }
        let socket = socket(address.family, streamType, 0)
        guard socket >= 0 else {
            throw errno == EAFNOSUPPORT ? .addressUnavailable(name) : .listenerNotStarted
        }
        switchOn(SOL_SOCKET, SO_REUSEADDR, of: socket)
        // One family a socket: otherwise "::" would take the port in both and hide who else listens.
        if address.family == AF_INET6 { switchOn(Int32(IPPROTO_IPV6), IPV6_V6ONLY, of: socket) }
        let isBound = address.withPointer { bind(socket, $0, $1) } == 0 && listen(socket, SOMAXCONN) == 0
        let failure = errno
        guard isBound, neverBlocks(socket) else {
            closeSocket(socket)
            switch failure {
            case EADDRINUSE: throw .addressInUse(name)
            case EADDRNOTAVAIL: throw .addressUnavailable(name)
            case EACCES, EPERM: throw .addressNotPermitted(name)
            default: throw .listenerNotStarted
            }
        }
        return socket
    }

    private static func switchOn(_ level: Int32, _ option: Int32, of socket: Int32) {
        var yes: Int32 = 1
        setsockopt(socket, level, option, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func neverBlocks(_ socket: Int32) -> Bool {
        fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) >= 0 && fcntl(socket, F_SETFD, FD_CLOEXEC) >= 0
    }

    private static func boundPort(of socket: Int32) throws(LoginError) -> Int {
        guard let address = SocketAddress(of: socket) else { throw .listenerNotStarted }
        return Int(address.port)
    }
}

#if canImport(Glibc)
private let streamType = Int32(SOCK_STREAM.rawValue)
#else
private let streamType = SOCK_STREAM
#endif
