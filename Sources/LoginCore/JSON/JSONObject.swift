// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were written.
public struct JSONObject: Sendable, Hashable {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: JSONValue

        /// Makes a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members.
    public private(set) var members: [Member]

    /// Makes an object of members; names are expected to differ.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a name; setting nil takes the member away, setting a new name appends.
    ///
    /// Names are compared by their bytes, not by canonical equivalence.
    public subscript(name: String) -> JSONValue? {
        get {
            members.first { $0.name.hasSameBytes(as: name) }?.value
        }
        set {
            let place = members.firstIndex { $0.name.hasSameBytes(as: name) }
            switch (place, newValue) {
            case (let place?, let value?): members[place] = Member(name: name, value: value)
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
}
