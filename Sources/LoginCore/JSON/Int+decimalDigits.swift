// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// The number that a run of decimal digits makes; nil where anything else stands there, a sign or a blank included.
    ///
    /// `Int("+5")` is 5, which no format that we read allows.
    ///
    /// - Parameter count: how many digits there must be, at most 18.
    @inlinable
    package init?(decimalDigits text: some StringProtocol, _ count: ClosedRange<Int> = 1...18) {
        guard count.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(String(text))
    }
}
