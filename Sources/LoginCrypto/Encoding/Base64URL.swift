// SPDX-License-Identifier: Apache-2.0

/// Base64 for addresses and JOSE: `-` and `_`, no padding (RFC 4648, section 5; RFC 7515, appendix C).
public enum Base64URL {
    private static let coder = Base64Coder(alphabet: Base64Coder.lettersAndDigits + "-_", isPadded: false)

    /// The text of some bytes, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        coder.encode(Array(bytes))
    }

    /// The bytes of a text; nil for padding, a foreign character, an impossible length or a stray bit at the end.
    ///
    /// So every byte string has exactly one text, and a token cannot be altered and still be the same token.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8)[...])
    }

    /// The bytes of a text that is at hand as bytes itself.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        coder.decode(text)
    }
}

/// Plain base64 with padding (RFC 4648, section 4).
public enum Base64 {
    private static let coder = Base64Coder(alphabet: Base64Coder.lettersAndDigits + "+/", isPadded: true)

    /// The text of some bytes, padded to a multiple of four.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        coder.encode(Array(bytes))
    }

    /// The bytes of a text; nil where padding is missing, or for a foreign character or a stray bit at the end.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        coder.decode(Array(text.utf8)[...])
    }
}

/// The work that both alphabets share.
private struct Base64Coder: Sendable {
    static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let padding = UInt8(ascii: "=")
    private static let foreign: UInt8 = 0xFF

    private let symbols: [UInt8]
    /// The value of each byte, `foreign` for those outside the alphabet.
    private let values: [UInt8]
    private let isPadded: Bool

    init(alphabet: String, isPadded: Bool) {
        symbols = Array(alphabet.utf8)
        var values = [UInt8](repeating: Self.foreign, count: 256)
        for (value, symbol) in symbols.enumerated() {
            values[Int(symbol)] = UInt8(value)
        }
        self.values = values
        self.isPadded = isPadded
    }

    func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(symbols[Int(bits >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { text.append(symbols[Int(bits << UInt32(6 - bitCount) & 63)]) }
        while isPadded, !text.count.isMultiple(of: 4) { text.append(Self.padding) }
        return String(decoding: text, as: UTF8.self)
    }

    func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let symbols = unpadded(text), symbols.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(symbols.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for symbol in symbols {
            let value = values[Int(symbol)]
            guard value != Self.foreign else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        let strayBits = bits & (1 << UInt32(bitCount) - 1)
        return strayBits == 0 ? bytes : nil
    }

    private func unpadded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard isPadded else { return text }
        guard text.count.isMultiple(of: 4) else { return nil }
        return text.dropLast(text.suffix(2).reversed().prefix { $0 == Self.padding }.count)
    }
}
