// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// How a provider wants its sign-in button to look: data for pages and views, which know no provider.
public struct ButtonStyle: Sendable, Hashable {
    /// The surface, as a CSS colour.
    public let background: String
    /// The label, as a CSS colour.
    public let labelColor: String
    /// The symbol, as a CSS colour.
    public let symbolColor: String
    /// The colours where the page around it is dark; nil for the same.
    public let dark: Colours?
    /// The corner radius in points, which are CSS pixels.
    public let cornerRadius: Int
    /// What the button says.
    public let label: BilingualText
    /// The symbol: SVG path data in a view box of 24 by 24, filled.
    public let symbol: String

    /// Colours of a button, as CSS writes them.
    public struct Colours: Sendable, Hashable {
        /// The surface.
        public let background: String
        /// Label and symbol.
        public let label: String

        /// Names two colours.
        public init(background: String, label: String) {
            self.background = background
            self.label = label
        }
    }

    /// Describes a button.
    public init(
        background: String, labelColor: String, symbolColor: String, dark: Colours? = nil, cornerRadius: Int,
        label: BilingualText, symbol: String
    ) {
        self.background = background
        self.labelColor = labelColor
        self.symbolColor = symbolColor
        self.dark = dark
        self.cornerRadius = cornerRadius
        self.label = label
        self.symbol = symbol
    }
}
