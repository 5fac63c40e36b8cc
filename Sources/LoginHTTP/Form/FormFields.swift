// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Named values as forms and queries carry them (`application/x-www-form-urlencoded`), in their order.
public struct FormFields: Sendable, Hashable {
    /// One name and its value.
    public struct Field: Sendable, Hashable {
        /// The decoded name.
        public let name: String
        /// The decoded value.
        public let value: String
    }

    /// All fields.
    public private(set) var fields: [Field] = []

    /// Makes an empty form.
    public init() {}

    /// Reads a body or a query; each name and value is decoded exactly once.
    ///
    /// - Parameters:
    ///   - text: the body, or the query without its question mark.
    ///   - limit: how many fields are taken at most.
    public init(parsing text: some StringProtocol, limit: Int = 200) throws(FormError) {
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(bytes: halves[0], plusIsBlank: true),
                let value = halves.count > 1 ? percentDecoded(bytes: halves[1], plusIsBlank: true) : ""
            else { throw FormError.invalidEncoding }
            guard fields.count < limit else { throw FormError.tooManyFields }
            fields.append(Field(name: name, value: value))
        }
    }

    /// Reads a body's bytes.
    public init(parsing body: [UInt8], limit: Int = 200) throws(FormError) {
        guard let text = String(strictUTF8: body) else { throw FormError.invalidEncoding }
        try self.init(parsing: text, limit: limit)
    }

    /// Appends a field; nil is left out.
    public mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        fields.append(Field(name: name, value: value))
    }

    /// The one value of a name, nil where there is none. The same name twice is an error, whatever the values
    /// (RFC 6749, section 3.1).
    public func single(_ name: String) throws(FormError) -> String? {
        let values = all(name)
        guard values.count <= 1 else { throw FormError.repeated(name) }
        return values.first
    }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// The fields as they stand in a body or behind a question mark.
    public var encoded: String {
        fields.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
}

extension FormFields: ExpressibleByDictionaryLiteral {
    /// Makes a form of a literal, in the order in which it stands there; nil is left out.
    public init(dictionaryLiteral elements: (String, String?)...) {
        for (name, value) in elements {
            add(name, value)
        }
    }
}

extension FormFields: CustomStringConvertible, CustomReflectable {
    /// The names alone: values hold codes and secrets.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
    /// A mirror that shows the names alone.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}

/// Why a form or query cannot be taken; values are not repeated.
public enum FormError: Error, Sendable, Hashable {
    /// An escape is broken, or the bytes are not UTF-8.
    case invalidEncoding
    /// One name stands there twice.
    case repeated(String)
    /// There are more fields than anybody needs.
    case tooManyFields
}
