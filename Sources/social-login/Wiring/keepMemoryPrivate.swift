// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sees to it that a crash, or a Ctrl-\\, ends the process at once and shows nothing of its memory, which holds secrets.
///
/// On Linux the Swift runtime answers such signals with a report of registers and memory on standard error, and the system
/// with a core file. Whoever looks for a fault sets `SWIFT_BACKTRACE` and gets both.
func keepMemoryPrivate(in environment: [String: String]) {
    guard environment["SWIFT_BACKTRACE"] == nil else { return }
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
        let former = signal(number, SIG_DFL)
        // A shell lets the programs in its background ignore Ctrl-\, and that stays so.
        if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
    preventCoreFiles()
}

private func preventCoreFiles() {
    var limits = rlimit()
    #if canImport(Darwin)
    guard getrlimit(RLIMIT_CORE, &limits) == 0 else { return }
    limits.rlim_cur = 0
    setrlimit(RLIMIT_CORE, &limits)
    #else
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits) == 0 else { return }
    // One byte is too little for a file, and it is the one number that stops a program that collects core dumps too
    // (core(5), "Piping core dumps to a program").
    limits.rlim_cur = min(1, limits.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits)
    #endif
}
