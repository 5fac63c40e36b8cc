// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends both directions of a connection, or a socket's listening, and leaves its number taken.
func shutDownSocket(_ socket: Int32) {
    shutdown(socket, Int32(SHUT_RDWR))
}

/// Closes a socket that is ours.
func closeSocket(_ socket: Int32) {
    close(socket)
}
