// SPDX-License-Identifier: Apache-2.0

/// A span of ages such as 20–29, or 90 and above.
public struct AgeRange: Hashable, Sendable {
    /// The youngest age in the span, in years.
    public let from: Int
    /// The oldest age in the span, in years; nil where the span is open.
    public let to: Int?
    /// The provider's own text.
    public let raw: String

    /// Reads `20~29`, `20-29`, `90~` and `60-`; nil for anything else.
    public init?(_ raw: String) {
        let ends = raw.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "~" || $0 == "-" }
        guard ends.count == 2, let from = Int(decimalDigits: ends[0], 1...3) else { return nil }
        let to = Int(decimalDigits: ends[1], 1...3)
        guard ends[1].isEmpty || (to.map { $0 >= from } ?? false) else { return nil }
        self.from = from
        self.to = to
        self.raw = raw
    }
}
