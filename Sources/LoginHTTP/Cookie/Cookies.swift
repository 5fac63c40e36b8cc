// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The cookies that a browser sent back, in its order (RFC 6265, section 4.2).
public struct Cookies: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads the Cookie fields of a request; what cannot be read is passed over.
    public init(_ request: HTTPRequest) {
        pairs = request.headers.all("Cookie").flatMap { field in
            field.split(separator: ";").compactMap(Self.pair)
        }
    }

    /// The first value of a name.
    public subscript(name: String) -> String? {
        pairs.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Every value of a name, in order; a sub-domain or another path can plant a second one.
    public func all(_ name: String) -> [String] {
        pairs.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// Every name, in order.
    public var names: [String] { pairs.map(\.name) }

    private static func pair(_ text: Substring) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = withoutBlanks(text[..<equals])
        guard !name.isEmpty else { return nil }
        return (String(name), String(withoutBlanks(text[text.index(after: equals)...])))
    }

    private static func withoutBlanks(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = text.lastIndex(where: { !isBlank($0) }) else { return "" }
        return text[...last].drop(while: isBlank)
    }
}

extension Cookies: CustomStringConvertible, CustomReflectable {
    /// The names alone: values are secrets.
    public var description: String { names.joined(separator: ", ") }
    /// A mirror that shows the names alone.
    public var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}
