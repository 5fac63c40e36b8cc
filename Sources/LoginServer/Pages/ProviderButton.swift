// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// How a provider shows itself: data, so that a page needs no edit for one more provider.
struct ProviderButton: Sendable, Hashable {
    /// The provider.
    var id: ProviderID
    /// What it is called.
    var name: BilingualText
    /// What its button says.
    var label: BilingualText
    /// The colour of the button, `#RRGGBB`.
    var background: String
    /// The colour of the label, `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
    var foreground: String
    /// The colour of the symbol.
    var symbolColor: String
    /// The symbol as SVG path data in a square of 24.
    var symbolPath: String
}

extension ProviderButton {
    /// The link that starts a sign-in: a GET, since starting one changes nothing.
    func link(in language: Language) -> HTML {
        """
        <a class="provider-button \(styleClass)" href="\(PageAddress.start(id))">\
        \(symbol)<span class="label">\(label.text(in: language))</span></a>
        """
    }

    /// The symbol alone on a tile of the provider's colour.
    var tile: HTML { "<span class=\"tile \(styleClass)\">\(symbol)</span>" }

    /// The class whose colours `Stylesheet` writes.
    var styleClass: String { "provider-\(id.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })" }

    private var symbol: HTML {
        """
        <svg class="symbol" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">\
        <path d="\(symbolPath)"/></svg>
        """
    }
}
