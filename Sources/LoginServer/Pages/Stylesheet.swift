// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// The one stylesheet of the pages: `login.css`, and a rule of colours for each provider.
///
/// The policy of the pages forbids inline styles, so a provider's colours reach its button through a class.
struct Stylesheet: Sendable {
    /// The whole text.
    let text: String
    /// Where it is served. The name changes with the text, so browsers may keep it for ever.
    let path: String

    /// Puts the stylesheet together.
    init(providers: [ProviderButton]) {
        text = String(decoding: PackageResources.login_css, as: UTF8.self) + providers.map(rule).joined()
        path = "/assets/login-\(Base64URL.encode(Array(SHA256Hash.hash(text).prefix(12)))).css"
    }
}

private func rule(_ provider: ProviderButton) -> String {
    """
    .\(provider.styleClass) { background: \(colour(provider.background)); color: \(colour(provider.foreground)); }
    .\(provider.styleClass) .symbol { fill: \(colour(provider.symbolColor)); }

    """
}

/// A colour as CSS writes it, `#RRGGBB` or `rgba(0, 0, 0, 0.85)`, or one that shows the mistake: what is no colour could
/// end the rule and begin another.
private func colour(_ text: String) -> String {
    let isHex = text.wholeMatch(of: /#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})/) != nil
    let isMixed = text.wholeMatch(of: /rgba?\([0-9.,%\/ ]+\)/) != nil
    return isHex || isMixed ? text : "currentColor"
}
