// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order in which they were sent; names compare without case (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public let name: String
        /// The value without surrounding blanks.
        public let value: String

        fileprivate func isNamed(_ other: String) -> Bool {
            let (left, right) = (name.utf8, other.utf8)
            return left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
        }

        private func lowercased(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }

    /// All fields.
    public private(set) var fields: [Field] = []

    /// Makes an empty set of fields.
    public init() {}

    /// The value of a name; several fields of that name are joined by commas. Setting it replaces them all.
    public subscript(name: String) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return nil }
            return fields[(first + 1)...].reduce(fields[first].value) { joined, field in
                field.isNamed(name) ? "\(joined), \(field.value)" : joined
            }
        }
        set {
            fields.removeAll { $0.isNamed(name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Appends a field; control characters in it are taken away, so that no value can end a header early, and blanks
    /// around it (RFC 9110, section 5.5).
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.clean(name), value: Self.clean(value)))
    }

    private static func clean(_ text: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let isControl: (UInt8) -> Bool = { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
        let bytes = text.utf8
        guard bytes.contains(where: isControl) || bytes.first.map(isBlank) == true || bytes.last.map(isBlank) == true
        else { return text }
        let kept = bytes.filter { !isControl($0) }.drop(while: isBlank)
        let end = kept.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? kept.startIndex
        return String(decoding: kept[..<end], as: UTF8.self)
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

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// The names alone: values hold tokens and cookies.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
    /// A mirror that shows the names alone.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}
