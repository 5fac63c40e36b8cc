// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// How a value is laid out as text.
    public enum Layout: Sendable {
        /// One line without spaces, for wires.
        case compact
        /// Indented by two spaces, for people.
        case indented
    }

    /// The value as UTF-8 JSON text, members in their order.
    public func serialized(_ layout: Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.write(self, depth: 0)
        return writer.text
    }

    /// The value as a JSON string.
    public func serializedText(_ layout: Layout = .compact) -> String {
        String(decoding: serialized(layout), as: UTF8.self)
    }
}

/// Writes values behind one another.
private struct JSONWriter {
    let layout: JSONValue.Layout
    var text: [UInt8] = []

    init(layout: JSONValue.Layout) {
        self.layout = layout
    }

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.text.utf8
        case .string(let string): write(string)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                separate(index, depth: depth + 1)
                write(value, depth: depth + 1)
            }
            if !values.isEmpty { breakLine(depth: depth) }
            text.append(UInt8(ascii: "]"))
        case .object(let object):
            text.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                separate(index, depth: depth + 1)
                write(member.name)
                text.append(UInt8(ascii: ":"))
                if layout == .indented { text.append(UInt8(ascii: " ")) }
                write(member.value, depth: depth + 1)
            }
            if !object.isEmpty { breakLine(depth: depth) }
            text.append(UInt8(ascii: "}"))
        }
    }

    private mutating func separate(_ index: Int, depth: Int) {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        breakLine(depth: depth)
    }

    private mutating func breakLine(depth: Int) {
        guard layout == .indented else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func write(_ string: String) {
        text.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { bytes in
            if bytes.contains(where: Self.needsEscape) {
                for byte in bytes { writeEscaped(byte) }
            } else {
                text.append(contentsOf: bytes)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return text.append(byte) }
        text.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: text.append(UInt8(ascii: "n"))
        case 0x0D: text.append(UInt8(ascii: "r"))
        case 0x09: text.append(UInt8(ascii: "t"))
        case 0..<0x20:
            text += "u00".utf8
            text.append(Self.hexDigit(byte >> 4))
            text.append(Self.hexDigit(byte & 15))
        default: text.append(byte)
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
