// SPDX-License-Identifier: Apache-2.0

/// Whether a text is a token (RFC 9110, section 5.6.2), as methods and field names are.
package func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
}

/// Whether a text may be a host and a port: nothing in it can lead a link or a rule about hosts astray.
package func isAuthority(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._:[]".utf8.contains($0) }
}

/// Whether a text is one or more decimal digits.
package func isDecimal(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isDigit)
}

/// Whether a text may be a field's value: no control characters but tabs (RFC 9110, section 5.5).
package func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
}

extension HTTPHeaders.Field {
    /// Whether the field can be written on the wire without becoming something else.
    package var canBeSent: Bool { isToken(name) && isFieldValue(value) }
}

func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
