// SPDX-License-Identifier: Apache-2.0

/// The names that one object has had so far; a short object is looked through, a long one is looked up.
///
/// Names are told apart by their bytes: to `String` the composed and the decomposed form of a syllable are one.
struct JSONNames {
    private static let lookedThrough = 16
    private var seen: Set<[UInt8]> = []

    /// Takes a name in; false where one of the members has it already.
    mutating func insert(_ name: String, into members: [JSONObject.Member]) -> Bool {
        if members.count < Self.lookedThrough {
            return !members.contains { $0.name.hasSameBytes(as: name) }
        }
        if seen.isEmpty {
            seen = Set(members.map { Array($0.name.utf8) })
        }
        return seen.insert(Array(name.utf8)).inserted
    }
}
