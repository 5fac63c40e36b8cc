// SPDX-License-Identifier: Apache-2.0

/// A piece of HTML that cannot be broken by what is put into it.
///
/// Markup is only what stands literally in our source. Whatever is interpolated is escaped, fit for text and for quoted
/// attribute values alike, unless it is `HTML` itself:
///
///     let row: HTML = "<li title=\"\(title)\">\(person.nickname)</li>"
///     let list: HTML = "<ul>\(people.map(row))</ul>"
///
/// Always quote attributes, and put names that people chose through `HTML.name(_:)`.
package struct HTML: Sendable, Hashable {
    /// The markup, ready to send.
    package let text: String

    private init(safe text: String) {
        self.text = text
    }

    /// Nothing.
    package static let empty = HTML(safe: "")

    /// Makes a piece of text; nothing in it counts as markup.
    package init(escaping text: some StringProtocol) {
        self.init(safe: escapedHTML(text))
    }

    /// Makes one piece of several, in order.
    package init(joining pieces: some Sequence<HTML>, separator: HTML = .empty) {
        self.init(safe: pieces.map(\.text).joined(separator: separator.text))
    }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral markup: String) {
        self.init(safe: markup)
    }

    package init(stringInterpolation pieces: StringInterpolation) {
        self.init(safe: pieces.text)
    }

    /// Collects literal markup as it is and everything else escaped.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ markup: String) {
            text += markup
        }

        /// Appends markup.
        package mutating func appendInterpolation(_ markup: HTML) {
            text += markup.text
        }

        /// Appends markup where there is some.
        package mutating func appendInterpolation(_ markup: HTML?) {
            if let markup { text += markup.text }
        }

        /// Appends a list of markup, one piece behind the other.
        package mutating func appendInterpolation(_ pieces: some Sequence<HTML>) {
            for piece in pieces { text += piece.text }
        }

        /// Appends a text, escaped.
        package mutating func appendInterpolation(_ text: some StringProtocol) {
            self.text += escapedHTML(text)
        }

        /// Appends a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            text += String(number)
        }
    }
}

/// Escapes the five characters that mean something to HTML; control characters, which no HTML text may hold, become
/// U+FFFD (tab and line breaks stay).
private func escapedHTML(_ text: some StringProtocol) -> String {
    // Most texts hold nothing to escape.
    guard text.unicodeScalars.contains(where: { escape(for: $0) != nil }) else { return String(text) }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        if let escape = escape(for: scalar) { escaped += escape } else { escaped.unicodeScalars.append(scalar) }
    }
    return escaped
}

/// What a scalar becomes; nil where it stays.
private func escape(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\t", "\n", "\r": nil
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    default: nil
    }
}
