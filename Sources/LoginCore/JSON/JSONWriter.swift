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
        var text: [UInt8] = []
        write(to: &text, layout: layout, depth: 0)
        return text
    }

    /// The value as a JSON string.
    public func serializedText(_ layout: Layout = .compact) -> String {
        String(decoding: serialized(layout), as: UTF8.self)
    }

    private func write(to text: inout [UInt8], layout: Layout, depth: Int) {
        switch self {
        case .null: text.append(contentsOf: "null".utf8)
        case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): text.append(contentsOf: number.text.utf8)
        case .string(let string): Self.write(string, to: &text)
        case .array(let values):
            Self.writeList(values, brackets: ("[", "]"), to: &text, layout: layout, depth: depth) { value, text in
                value.write(to: &text, layout: layout, depth: depth + 1)
            }
        case .object(let object):
            Self.writeList(object.members, brackets: ("{", "}"), to: &text, layout: layout, depth: depth) {
                member, text in
                Self.write(member.name, to: &text)
                text.append(contentsOf: (layout == .indented ? ": " : ":").utf8)
                member.value.write(to: &text, layout: layout, depth: depth + 1)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element], brackets: (String, String), to text: inout [UInt8], layout: Layout, depth: Int,
        each: (Element, inout [UInt8]) -> Void
    ) {
        text.append(contentsOf: brackets.0.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            breakLine(to: &text, layout: layout, depth: depth + 1)
            each(element, &text)
        }
        if !elements.isEmpty { breakLine(to: &text, layout: layout, depth: depth) }
        text.append(contentsOf: brackets.1.utf8)
    }

    private static func breakLine(to text: inout [UInt8], layout: Layout, depth: Int) {
        guard layout == .indented else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: text.append(contentsOf: #"\n"#.utf8)
            case 0x0D: text.append(contentsOf: #"\r"#.utf8)
            case 0x09: text.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                text.append(contentsOf: #"\u00\#(digits.count == 1 ? "0" : "")\#(digits)"#.utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
