// SPDX-License-Identifier: Apache-2.0

/// A phone number in international form (ITU-T E.164).
public struct PhoneNumber: Hashable, Sendable {
    /// `+` and 8 to 15 digits, for example `+821012345678`.
    public let international: String

    /// Reads `+82 10-1234-5678`, `010-1234-5678` and `+8201012345678`; nil for what is no number.
    ///
    /// A number without a country is taken to be Korean.
    public init?(_ raw: String) {
        let isInternational = raw.hasPrefix("+")
        let national = isInternational ? raw.dropFirst() : Substring(raw)
        guard national.utf8.allSatisfy({ Self.isDigit($0) || Self.isSeparator($0) }) else { return nil }
        let digits = String(decoding: national.utf8.filter(Self.isDigit), as: UTF8.self)
        // No country code begins with 0; the 0 of a Korean number is dropped behind the country code.
        guard isInternational != digits.hasPrefix("0") else { return nil }
        let full = isInternational ? digits : "82" + digits.dropFirst()
        let clean = full.hasPrefix("820") ? "82" + full.dropFirst(3) : full
        guard (8...15).contains(clean.utf8.count) else { return nil }
        international = "+" + clean
    }

    /// How a person in Korea writes it, `010-1234-5678`; nil for numbers of other countries.
    public var korean: String? {
        guard international.hasPrefix("+82") else { return nil }
        let digits = "0" + international.dropFirst(3)
        // Seoul's area code, 02, is the only one of two digits.
        let area = digits.hasPrefix("02") ? 2 : 3
        guard (7...8).contains(digits.count - area) else { return digits }
        return "\(digits.prefix(area))-\(digits.dropFirst(area).dropLast(4))-\(digits.suffix(4))"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func isSeparator(_ byte: UInt8) -> Bool { "-() ".utf8.contains(byte) }
}

extension PhoneNumber: CustomStringConvertible, CustomReflectable {
    /// Only that there is one: a number in a log is personal data.
    public var description: String { "phone number" }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
