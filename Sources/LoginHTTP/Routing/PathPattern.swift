// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A path whose parts are literal or stand for any text: `/auth/{provider}/callback`.
struct PathPattern: Sendable {
    private enum Part: Sendable {
        case literal(String)
        case named(String)
    }

    /// The pattern as it was written.
    let text: String
    /// How many parts are literal.
    let literalCount: Int
    private let parts: [Part]

    init(_ text: String) {
        precondition(text.hasPrefix("/"), "a route's pattern begins with a slash")
        self.text = text
        parts = (Self.parts(of: text) ?? []).map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .named(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
        literalCount = parts.count { if case .literal = $0 { true } else { false } }
    }

    /// The parts of a path between its slashes, as they stand on the wire; nil where it does not begin with one.
    static func parts(of path: String) -> [Substring]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        return path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// Whether the literal parts agree and something stands in the place of every named one.
    func matches(_ wanted: [Substring]) -> Bool {
        guard parts.count == wanted.count else { return false }
        return zip(parts, wanted).allSatisfy { part, text in
            switch part {
            case .literal(let literal): literal.hasSameBytes(as: text)
            case .named: !text.isEmpty
            }
        }
    }

    /// The values of the named parts of a path that matches; nil where one cannot be decoded.
    func parameters(in wanted: [Substring]) -> PathParameters? {
        var values: [String: String] = [:]
        for case (.named(let name), let text) in zip(parts, wanted) {
            guard let value = percentDecoded(text, plusIsBlank: false) else { return nil }
            values[name] = value
        }
        return PathParameters(values: values, pattern: text)
    }
}
