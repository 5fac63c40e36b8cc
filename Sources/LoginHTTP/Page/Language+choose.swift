// SPDX-License-Identifier: Apache-2.0

package import LoginCore

extension Language {
    /// One of two texts that say the same, side by side where they are used.
    package func text(_ korean: String, _ english: String) -> String {
        switch self {
        case .korean: korean
        case .english: english
        }
    }

    /// One of two pieces of markup that say the same.
    package func html(_ korean: HTML, _ english: HTML) -> HTML {
        switch self {
        case .korean: korean
        case .english: english
        }
    }

    /// What the language calls itself.
    package var ownName: String { text("한국어", "English") }
}
