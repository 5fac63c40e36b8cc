// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A person's picture with the first letter of the name beneath it, which shows while there is no picture or it fails.
///
/// The picture is loaded without a referrer; its alternative text is empty, since the name always stands beside it.
func personPicture(name: String, address: String?, from sources: PictureSources) -> HTML {
    let placeholder: HTML =
        if let letter = firstVisibleCharacter(of: name) { "<span>\(letter)</span>" } else { Symbol.person }
    let picture = sources.address(of: address).map { address -> HTML in
        "<img src=\"\(address)\" alt=\"\" width=\"72\" height=\"72\" referrerpolicy=\"no-referrer\">"
    }
    return """
        <span class="picture"><span class="placeholder" aria-hidden="true">\(placeholder)</span>\(picture)</span>
        """
}

/// The first character of a name that can be seen, whole: a family emoji or a flag is one character, however many
/// scalars it is made of. Nil where nothing can be seen.
func firstVisibleCharacter(of name: String) -> String? {
    guard let character = shownName(name).first(where: isVisible), character != "?" || name.contains("?") else {
        return nil
    }
    return character.uppercased()
}

private func isVisible(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    switch first.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark,
        .unassigned, .privateUse, .surrogate:
        return false
    default:
        return !first.properties.isDefaultIgnorableCodePoint && first != "\u{2800}"
    }
}
