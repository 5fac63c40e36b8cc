// SPDX-License-Identifier: Apache-2.0

/// A day of birth without a year.
public struct Birthday: Hashable, Sendable {
    /// 1 to 12.
    public let month: Int
    /// 1 to 31; 29 February is a birthday.
    public let day: Int
    /// Whether the day is counted by the lunar calendar.
    public let isLunar: Bool

    /// Reads `1231` and `12-31`; nil for anything else, a day that its month never has included.
    public init?(_ raw: String, isLunar: Bool = false) {
        let parts = raw.split(separator: "-", omittingEmptySubsequences: false)
        let digits = parts.count == 1 ? [raw.prefix(2), raw.dropFirst(2)] : parts
        guard digits.count == 2, let month = Int(decimalDigits: digits[0], 2...2), (1...12).contains(month),
            let day = Int(decimalDigits: digits[1], 2...2), (1...Self.days(in: month, isLunar: isLunar)).contains(day)
        else { return nil }
        self.month = month
        self.day = day
        self.isLunar = isLunar
    }

    private static func days(in month: Int, isLunar: Bool) -> Int {
        if isLunar { return 30 }
        return switch month {
        case 2: 29
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
