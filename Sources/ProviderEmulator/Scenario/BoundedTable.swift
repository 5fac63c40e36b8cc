// SPDX-License-Identifier: Apache-2.0

/// Values by key, of which the oldest goes when there are too many: an emulator that runs for weeks must not grow.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// Keys by age, as a ring that is written over from `oldest` on once it is full.
    private var order: [Key] = []
    private var oldest = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a table that holds nothing is of no use")
        self.capacity = capacity
    }

    /// The value of a key. Setting a new key may push the oldest one out.
    subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            guard let newValue else {
                values[key] = nil
                return
            }
            if values.updateValue(newValue, forKey: key) == nil { makeRoom(for: key) }
        }
    }

    /// How many values there are.
    var count: Int { values.count }

    /// Changes every value that a rule picks, and says how many.
    mutating func change(where picks: (Value) -> Bool, _ change: (inout Value) -> Void) -> Int {
        var changed = 0
        for (key, value) in values where picks(value) {
            var value = value
            change(&value)
            values[key] = value
            changed += 1
        }
        return changed
    }

    /// Takes away every value that a rule picks, and says how many.
    mutating func remove(where picks: (Value) -> Bool) -> Int {
        let before = values.count
        values = values.filter { !picks($0.value) }
        return before - values.count
    }

    private mutating func makeRoom(for key: Key) {
        guard order.count == capacity else {
            order.append(key)
            return
        }
        values[order[oldest]] = nil
        order[oldest] = key
        oldest = (oldest + 1) % capacity
    }
}
