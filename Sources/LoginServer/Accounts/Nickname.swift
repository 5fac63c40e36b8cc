// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A name that a person chose to show, as it is kept: composed, trimmed, without control characters, of limited length.
struct Nickname: Sendable, Hashable {
    /// The name's text.
    let text: String

    /// Why a text cannot be a nickname.
    enum Fault: Error, Sendable {
        /// There is nothing in it that can be seen.
        case missing
        /// It has more characters than allowed.
        case tooLong
    }

    /// Takes what a person typed.
    init(typed text: String, limit: Int) throws(Fault) {
        let cleaned = Self.cleaned(text)
        guard Self.isVisible(cleaned) else { throw .missing }
        guard Self.fits(cleaned, limit: limit) else { throw .tooLong }
        self.text = cleaned
    }

    /// Takes what a provider told; a long name is cut between characters, never inside one. Nil where nothing is left.
    init?(told text: String?, limit: Int) {
        guard let text else { return nil }
        var cleaned = String(Self.cleaned(text).prefix(limit))
        while !Self.fits(cleaned, limit: limit) {
            cleaned.removeLast()
        }
        guard Self.isVisible(cleaned) else { return nil }
        self.text = cleaned
    }

    /// A character may carry any number of combining marks, so bytes are limited too: room for long emoji, not for more.
    private static func fits(_ text: String, limit: Int) -> Bool {
        text.count <= limit && text.utf8.count <= limit * 28
    }

    /// NUL would end the text early in a database, line breaks would break every list; both go, blanks around it too.
    private static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: if scalar != "\u{0}" { scalars.append(" ") }
            default: scalars.append(scalar)
            }
        }
        let text = String(scalars).composed
        let start = text.drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    private static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
        }
    }
}
