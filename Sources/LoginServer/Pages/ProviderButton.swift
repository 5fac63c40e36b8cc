// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders

/// A provider as pages show it: data, so that a page needs no edit for one more provider.
struct ProviderButton: Sendable, Hashable {
    /// The provider.
    var id: ProviderID
    /// What it is called.
    var name: BilingualText
    /// How its button looks.
    var style: ButtonStyle
}

extension ProviderButton {
    /// The link that starts a sign-in: a GET, since starting one changes nothing.
    func link(in language: Language, for appRequest: String? = nil) -> HTML {
        """
        <a class="provider-button \(styleClass)" href="\(PageAddress.start(id, for: appRequest))">\
        \(symbol)<span class="label">\(style.label.text(in: language))</span></a>
        """
    }

    /// The symbol alone on a tile of the provider's colour.
    var tile: HTML { "<span class=\"tile \(styleClass)\">\(symbol)</span>" }

    /// The class whose colours `Stylesheet` writes.
    var styleClass: String { "provider-\(id.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })" }

    private var symbol: HTML {
        """
        <svg class="symbol" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">\
        <path d="\(style.symbol)"/></svg>
        """
    }
}
