// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
import os
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
    #else
    private let lock: Mutex<Value>
    #endif

    /// Puts a value behind a new lock.
    public init(_ value: Value) {
        #if canImport(os)
        lock = OSAllocatedUnfairLock(initialState: value)
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
