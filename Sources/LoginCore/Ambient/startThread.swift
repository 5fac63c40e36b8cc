// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a function on a thread of its own; false where the system gives no thread.
///
/// For C libraries that wait: the threads on which `async` functions run must never do so. A broken connection is an
/// error on that thread, never the signal that ends a process.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(ThreadStart(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let failure = pthread_create(&thread, nil, { run($0) }, start.toOpaque())
    if let thread, failure == 0 { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, { run($0) }, start.toOpaque())
    if failure == 0 { pthread_detach(thread) }
    #endif
    if failure != 0 { start.release() }
    return failure == 0
}

/// What a new thread is given to do.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    start.body()
    return nil
}
