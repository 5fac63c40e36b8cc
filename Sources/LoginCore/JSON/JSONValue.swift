// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259), kept as it was written: member order, and numbers as their text.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as its text.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object(JSONObject)
}

/// A JSON number as it was written, so that no digit is lost on the way.
///
/// Provider ids exceed the 53 bits of a double; read them with `integer`.
public struct JSONNumber: Sendable, Hashable {
    /// The number's own text, for example `9007199254740993`.
    public let text: String

    /// Takes a text that is already known to be a JSON number.
    package init(text: String) {
        self.text = text
    }

    /// Makes the number of an integer.
    public init(_ integer: Int64) {
        text = String(integer)
    }

    /// The value when it is written as an integer and fits 64 bits; `1.0` and `1e3` are not.
    public var integer: Int64? { Int64(text) }

    /// The value as a double, rounded where it must be.
    public var double: Double? { Double(text) }
}

extension JSONValue {
    /// The text, when this is one.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer, when this is a number written as one that fits 64 bits.
    public var integer: Int64? {
        if case .number(let number) = self { number.integer } else { nil }
    }

    /// The truth value, when this is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The list, when this is one.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members, when this is an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The member of that name, when this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a text of a literal.
    public init(stringLiteral text: String) { self = .string(text) }
    /// Makes a number of a literal.
    public init(integerLiteral number: Int64) { self = .number(JSONNumber(number)) }
    /// Makes a truth value of a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a list of a literal.
    public init(arrayLiteral values: JSONValue...) { self = .array(values) }
    /// Makes an object of a literal, members in the order in which they stand there.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Makes the number of an integer.
    public init(_ integer: some BinaryInteger) { self = .number(JSONNumber(text: String(integer))) }
    /// Makes a text.
    public init(_ text: String) { self = .string(text) }
}
