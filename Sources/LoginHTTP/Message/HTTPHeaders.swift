// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order in which they were sent; names compare without case (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public let name: String
        /// The value without surrounding blanks.
        public let value: String
    }

    /// All fields.
    public private(set) var fields: [Field] = []

    /// Makes an empty set of fields.
    public init() {}

    /// The value of a name; several fields of that name are joined by commas. Setting it replaces them all.
    public subscript(name: String) -> String? {
        get {
            let values = all(name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Appends a field; line breaks and NUL in it are taken away, so that no value can end a header early.
    public mutating func add(_ name: String, _ value: String) {
        let safe = String(decoding: value.utf8.filter { $0 != 0x0D && $0 != 0x0A && $0 != 0 }, as: UTF8.self)
        fields.append(Field(name: name, value: safe))
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Makes fields of a literal, in the order in which they stand there.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            add(name, value)
        }
    }
}
