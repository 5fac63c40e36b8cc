// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a listening socket gave.
enum Acceptance {
    /// A client's connection and address.
    case connected(Int32, SocketAddress)
    /// Nothing, at the moment.
    case nobodyWaits
    /// Nothing, though somebody may wait: the process or the system has no file or memory left.
    case failed
}

/// Takes the next client that waits at a listening socket.
func acceptConnection(at listening: Int32) -> Acceptance {
    while true {
        var peer = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let client = withUnsafeMutablePointer(to: &peer) { peer in
            peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listening, $0, &length) }
        }
        guard client < 0 else {
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            return .connected(client, SocketAddress(peer, length: length))
        }
        switch errno {
        case EINTR, ECONNABORTED, EPROTO: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .failed
        default: return .nobodyWaits
        }
    }
}
