// SPDX-License-Identifier: Apache-2.0

extension HTML {
    /// A name that a person chose, as text that cannot disturb the page around it.
    ///
    /// It is cleaned by `shownName` and isolated by `<bdi>`, so that a right-to-left name turns nothing but itself.
    package static func name(_ name: String, atMost length: Int = 80) -> HTML {
        "<bdi>\(shownName(name, atMost: length))</bdi>"
    }
}

/// A name that a person chose, fit for places that take no markup, such as a page's title or an attribute.
///
/// Line breaks become blanks; control characters and the marks that turn the direction of what follows are taken away
/// (Unicode Standard Annex 9, section 2), joiners stay, since emoji need them. What is longer than `length` characters is cut
/// between characters and ends in `…`. A name of which nothing can be seen shows as `?`.
package func shownName(_ name: String, atMost length: Int = 80) -> String {
    var shown = ""
    for scalar in name.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: shown += " "
        case .control: if scalar == "\n" || scalar == "\t" { shown += " " }
        case .format where turnsDirection(scalar): break
        default: shown.unicodeScalars.append(scalar)
        }
    }
    guard shown.unicodeScalars.contains(where: isVisible) else { return "?" }
    // A character may carry any number of combining marks, so the scalars have a limit too.
    let characters = shown.prefix(length)
    guard characters.endIndex < shown.endIndex || shown.unicodeScalars.count > length * 8 else { return shown }
    return String(String.UnicodeScalarView(characters.unicodeScalars.prefix(length * 8))) + "…"
}

private func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    // U+2800, the braille pattern without dots, is the one blank that Unicode counts as visible.
    !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
}
