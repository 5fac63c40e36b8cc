// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The people of the emulated world, in the order in which they came.
struct People: Sendable {
    private var byID: [Int64: Person] = [:]
    private var order: [Int64] = []
    private var newestID: Int64 = 0

    /// Everybody, in order.
    var all: [Person] { order.compactMap { byID[$0] } }

    /// The person of an id. Setting adds or changes, setting nil takes away.
    subscript(id: Int64) -> Person? {
        get { byID[id] }
        set {
            switch (byID[id], newValue) {
            case (nil, .some): order.append(id)
            case (.some, nil): order.removeAll { $0 == id }
            default: break
            }
            byID[id] = newValue
        }
    }

    /// An id for somebody new, which nobody ever had: whoever knew an earlier person must not take this one for them.
    ///
    /// It comes from the time, in milliseconds, so that it stays new when the emulator starts again from its seed while the
    /// login server remembers.
    mutating func newID(at now: Date) -> Int64 {
        newestID = max(Int64(now.timeIntervalSince1970 * 1000), newestID + 1)
        while byID[newestID] != nil { newestID += 1 }
        return newestID
    }
}
