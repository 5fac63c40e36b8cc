// SPDX-License-Identifier: Apache-2.0

/// Takes DER values apart one by one, as far as the platform's own RSA keys need it.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        rest = Array(bytes)[...]
    }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The content of the next value; nil where it is of another tag, longer than the text, or not in the shortest form.
    mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard rest.first == tag, let first = rest.dropFirst().first else { return nil }
        let content = rest.dropFirst(2)
        guard first >= 0x80 else { return take(Int(first), of: content) }
        let lengthBytes = content.prefix(Int(first & 0x7F))
        let length = lengthBytes.reduce(0) { $0 << 8 | Int($1) }
        guard (1...2).contains(lengthBytes.count), lengthBytes.count == Int(first & 0x7F), lengthBytes.first != 0,
            length >= 0x80
        else { return nil }
        return take(length, of: content.dropFirst(lengthBytes.count))
    }

    private mutating func take(_ length: Int, of content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard content.count >= length else { return nil }
        rest = content.dropFirst(length)
        return content.prefix(length)
    }
}

extension DER {
    /// The numbers of an RSAPublicKey (RFC 8017, appendix A.1.1), without leading zeroes.
    static func rsaNumbers(inPublicKey der: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
        var document = DERReader(der)
        guard let content = document.read(sequenceTag), document.isAtEnd else { return nil }
        var reader = DERReader(content)
        guard let modulus = reader.read(integerTag), let exponent = reader.read(integerTag), reader.isAtEnd else {
            return nil
        }
        return (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
    }

    /// The RSAPrivateKey inside a PKCS #8 document (RFC 5208, section 5); nil where that is of another kind.
    static func rsaPrivateKey(inPKCS8 der: [UInt8]) -> [UInt8]? {
        var document = DERReader(der)
        guard let content = document.read(sequenceTag), document.isAtEnd else { return nil }
        var reader = DERReader(content)
        guard reader.read(integerTag)?.elementsEqual([0]) ?? false,
            reader.read(sequenceTag)?.elementsEqual(rsaEncryption + null) ?? false,
            let key = reader.read(octetStringTag)
        else { return nil }
        return Array(key)
    }

    /// A PKCS #8 document around an RSAPrivateKey.
    static func pkcs8(rsaPrivateKey key: [UInt8]) -> [UInt8] {
        sequence([tagged(integerTag, [0]), sequence([rsaEncryption, null]), tagged(octetStringTag, key)])
    }
}
