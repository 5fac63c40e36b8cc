// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// The one stylesheet of the pages: `login.css`, and a rule of colours for each provider.
///
/// The policy of the pages forbids inline styles, so a provider's colours reach its button through a class.
struct Stylesheet: Sendable {
    /// The whole text.
    let text: String
    /// The name it is served under. It changes with the text, so browsers may keep it for good.
    let name: String

    /// Puts the stylesheet together.
    init(providers: [ProviderButton]) {
        text = String(decoding: PackageResources.login_css, as: UTF8.self) + providers.map(rule).joined()
        name = "login-\(Base64URL.encode(Array(SHA256Hash.hash(text).prefix(12)))).css"
    }
}

private func rule(_ provider: ProviderButton) -> String {
    let style = provider.style
    let dark = style.dark.map { colours in
        """
        @media (prefers-color-scheme: dark) {
            .\(provider.styleClass) { background: \(colour(colours.background)); color: \(colour(colours.label)); }
            .\(provider.styleClass) .symbol { fill: \(colour(colours.label)); }
        }

        """
    }
    return """
        .\(provider.styleClass) { background: \(colour(style.background)); color: \(colour(style.labelColor)); }
        .\(provider.styleClass) .symbol { fill: \(colour(style.symbolColor)); }
        .\(provider.styleClass).provider-button { border-radius: \(style.cornerRadius)px; }
        \(dark ?? "")
        """
}

/// A colour as CSS writes it, `#RRGGBB` or `rgba(0, 0, 0, 0.85)`, or one that shows the mistake: what is no colour could
/// end the rule and begin another.
private func colour(_ text: String) -> String {
    let isHex = text.wholeMatch(of: /#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})/) != nil
    let isMixed = text.wholeMatch(of: /rgba?\([0-9.,%\/ ]+\)/) != nil
    return isHex || isMixed ? text : "currentColor"
}
