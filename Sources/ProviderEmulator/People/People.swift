// SPDX-License-Identifier: Apache-2.0

/// The people of the emulated world, in the order in which they came.
struct People: Sendable {
    private var byID: [Int64: Person] = [:]
    private var order: [Int64] = []

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

    /// An id that nobody has, above all others.
    var freeID: Int64 {
        var id: Int64 = 1001
        while byID[id] != nil { id += 1 }
        return id
    }
}
