// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import LoginCore

/// Lets the process open as many files as the connection limit asks for; says so where the system grants less.
///
/// Each connection is an open file; the reserve is for the database, outgoing connections and the libraries.
func raiseOpenFileLimit(to connectionLimit: Int, log: Log) {
    let reserve = 512
    let wanted = rlim_t(connectionLimit + reserve)
    #if canImport(Glibc)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    if setrlimit(kind, &limit) != 0 || limit.rlim_cur < wanted {
        log.write(.warning, "listener.few_open_files", ["wanted": wanted, "granted": limit.rlim_cur])
    }
}
