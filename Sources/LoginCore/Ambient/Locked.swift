// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
import os
#elseif THREAD_SANITIZER
import Glibc
#else
import Synchronization
#endif

/// A value behind a lock: the one lock of the package, for state that must be read without waiting.
///
/// The standard library's `Mutex` needs iOS 18; this wrapper keeps the floor at iOS 16. Never hold it over an `await`:
/// the closures are synchronous so that nobody can.
public final class Locked<Value: Sendable>: Sendable {
    #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
    #elseif THREAD_SANITIZER
    private let lock: WatchedMutex<Value>
    #else
    private let lock: Mutex<Value>
    #endif

    /// Puts a value behind a new lock.
    public init(_ value: Value) {
        #if canImport(os)
        lock = OSAllocatedUnfairLock(initialState: value)
        #elseif THREAD_SANITIZER
        lock = WatchedMutex(value)
        #else
        lock = Mutex(value)
        #endif
    }

    /// A copy of the value as it stands.
    public var value: Value {
        withLock { $0 }
    }

    /// Reads and changes the value while nobody else can; keep it short.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&$0) }
    }
}

#if THREAD_SANITIZER
/// A lock that the thread sanitizer sees: on Linux the standard library's own is built on futexes, which it does not.
///
/// `@unchecked Sendable`: the value is touched between lock and unlock only, and both stay where they were allocated.
private final class WatchedMutex<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        // Says that all that was written so far happened before whoever locks next.
        withLock { _ in }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
#endif
