// SPDX-License-Identifier: Apache-2.0

/// The few ASN.1 values (ITU-T X.690, DER) that keys, signatures and certificates are made of.
enum DER {
    /// SubjectPublicKeyInfo of a key.
    static func keyInfo(_ numbers: PublicKey.Numbers) -> [UInt8] {
        switch numbers {
        case .rsa(let modulus, let exponent): rsaKeyInfo(modulus: modulus, exponent: exponent)
        case .p256(let x, let y): p256KeyInfo(x: x, y: y)
        }
    }

    /// SubjectPublicKeyInfo of an RSA key (RFC 3279, section 2.3.1).
    static func rsaKeyInfo(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        sequence([sequence([rsaEncryption, null]), bitString(rsaPublicKey(modulus: modulus, exponent: exponent))])
    }

    /// RSAPublicKey (RFC 8017, appendix A.1.1).
    static func rsaPublicKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        sequence([unsignedInteger(modulus), unsignedInteger(exponent)])
    }

    /// SubjectPublicKeyInfo of an uncompressed point on P-256 (RFC 5480, section 2).
    static func p256KeyInfo(x: [UInt8], y: [UInt8]) -> [UInt8] {
        let uncompressed: UInt8 = 0x04
        return sequence([sequence([ecPublicKey, prime256v1]), bitString([uncompressed] + x + y)])
    }

    static let sequenceTag: UInt8 = 0x30
    static let integerTag: UInt8 = 0x02
    static let octetStringTag: UInt8 = 0x04
    static let bitStringTag: UInt8 = 0x03

    static let null: [UInt8] = [0x05, 0x00]
    static let rsaEncryption: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
    ]
    private static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    private static let prime256v1: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] {
        tagged(sequenceTag, Array(parts.joined()))
    }

    static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        tagged(bitStringTag, [unusedBits] + bytes)
    }

    static func unsignedInteger(_ bytes: [UInt8]) -> [UInt8] {
        let looksNegative = bytes.first.map { $0 >= 0x80 } ?? true
        return tagged(integerTag, looksNegative ? [0] + bytes : bytes)
    }

    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }
}
