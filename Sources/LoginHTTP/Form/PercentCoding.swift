// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Percent-encoding (RFC 3986, section 2.1): everything but letters, digits and `-._~` is escaped, `+` and `/` included,
/// so that a value survives both form decoders and plain URI decoders.
public func percentEncoded(_ text: String) -> String {
    percentEncoded(text, keeping: isUnreserved)
}

/// Escapes blanks, controls and whatever is not ASCII, and leaves the rest: for an address that somebody else put together.
func percentEncodedBeyondASCII(_ text: String) -> String {
    percentEncoded(text) { (0x21...0x7E).contains($0) }
}

private func percentEncoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(isKept) else { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
        if isKept(byte) {
            encoded.append(byte)
        } else {
            encoded.append(UInt8(ascii: "%"))
            encoded.append(hexDigits[Int(byte >> 4)])
            encoded.append(hexDigits[Int(byte & 15)])
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// Undoes percent-encoding once; nil where an escape is broken or the bytes are not UTF-8.
///
/// - Parameters:
///   - text: what was encoded.
///   - plusIsBlank: whether `+` stands for a blank, as in forms and their queries.
public func percentDecoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
    percentDecoded(bytes: text.utf8, plusIsBlank: plusIsBlank)
}

/// The same for the bytes of a text.
func percentDecoded(bytes encoded: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var bytes = encoded.makeIterator()
    while let byte = bytes.next() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = bytes.next().flatMap(hexValue), let low = bytes.next().flatMap(hexValue) else {
                return nil
            }
            decoded.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsBlank:
            decoded.append(UInt8(ascii: " "))
        default:
            decoded.append(byte)
        }
    }
    return String(strictUTF8: decoded)
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        true
    default: false
    }
}

private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
