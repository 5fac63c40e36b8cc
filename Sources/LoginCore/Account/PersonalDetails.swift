// SPDX-License-Identifier: Apache-2.0

/// Gender as a provider put it; open, since providers extend their lists.
public struct Gender: RawRepresentable, Hashable, Sendable {
    /// `female`, `male` or `unknown`.
    public let rawValue: String

    /// Names a gender.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Female.
    public static let female = Gender(rawValue: "female")
    /// Male.
    public static let male = Gender(rawValue: "male")
    /// The provider said something else, or that it does not know.
    public static let unknown = Gender(rawValue: "unknown")
}

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
        guard let mark = raw.firstIndex(where: { $0 == "~" || $0 == "-" }), let from = Int(raw[..<mark]), from >= 0
        else { return nil }
        let rest = raw[raw.index(after: mark)...]
        let to = Int(rest)
        guard rest.isEmpty || (to.map { $0 >= from } ?? false) else { return nil }
        self.from = from
        self.to = to
        self.raw = raw
    }
}

/// A day of birth without a year.
public struct Birthday: Hashable, Sendable {
    /// 1 to 12.
    public let month: Int
    /// 1 to 31; 29 February is a birthday.
    public let day: Int
    /// Whether the day is counted by the lunar calendar.
    public let isLunar: Bool

    /// Reads `1231` and `12-31`; nil for anything else.
    public init?(_ raw: String, isLunar: Bool = false) {
        let digits = raw.filter { $0 != "-" }
        guard digits.count == 4, raw.count <= 5, let number = Int(digits) else { return nil }
        let (month, day) = (number / 100, number % 100)
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.month = month
        self.day = day
        self.isLunar = isLunar
    }
}

/// A phone number in international form (ITU-T E.164).
public struct PhoneNumber: Hashable, Sendable {
    /// `+` and 8 to 15 digits, for example `+821012345678`.
    public let international: String

    /// Reads `+82 10-1234-5678`, `010-1234-5678` and `+8201012345678`; nil for what is no number.
    ///
    /// A number without a country is taken to be Korean.
    public init?(_ raw: String) {
        let allowed = raw.allSatisfy { $0.isASCII && ($0.isNumber || "+-() ".contains($0)) }
        let digits = raw.filter { $0.isASCII && $0.isNumber }
        guard allowed, !digits.isEmpty else { return nil }
        var full: String
        if raw.hasPrefix("+") {
            full = digits
        } else if digits.hasPrefix("0") {
            full = "82" + digits.dropFirst()
        } else {
            return nil
        }
        if full.hasPrefix("820") {
            full = "82" + full.dropFirst(3)
        }
        guard (8...15).contains(full.count) else { return nil }
        international = "+" + full
    }

    /// How a person in Korea writes it, `010-1234-5678`; nil for numbers of other countries.
    public var korean: String? {
        guard international.hasPrefix("+82") else { return nil }
        let digits = "0" + international.dropFirst(3)
        guard digits.count == 10 || digits.count == 11 else { return digits }
        return "\(digits.prefix(3))-\(digits.dropFirst(3).dropLast(4))-\(digits.suffix(4))"
    }
}
