// SPDX-License-Identifier: Apache-2.0

/// The two forms of a P-256 signature: JWS wants r and s as 64 bytes, OpenSSL and certificates want them as DER.
enum ECDSASignature {
    private static let half = 32

    /// The DER form (RFC 3279, section 2.2.3); nil unless there are 64 bytes.
    static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 2 * half else { return nil }
        return DER.sequence([integer(raw[..<half]), integer(raw[half...])])
    }

    /// The 64 bytes of a signature in DER; nil where it is none.
    static func raw(fromDER der: [UInt8]) -> [UInt8]? {
        var document = DERReader(der)
        guard let content = document.read(DER.sequenceTag), document.isAtEnd else { return nil }
        var reader = DERReader(content)
        guard let r = reader.read(DER.integerTag).flatMap(fixedWidth),
            let s = reader.read(DER.integerTag).flatMap(fixedWidth), reader.isAtEnd
        else { return nil }
        return r + s
    }

    /// A number in as few bytes as it needs, which is one for zero.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        return DER.unsignedInteger(significant.isEmpty ? [0] : Array(significant))
    }

    private static func fixedWidth(_ number: ArraySlice<UInt8>) -> [UInt8]? {
        guard let first = number.first, first < 0x80 else { return nil }
        let significant = number.drop { $0 == 0 }
        guard significant.count <= half else { return nil }
        return [UInt8](repeating: 0, count: half - significant.count) + significant
    }
}
