// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The values that certificates have beside those of keys (RFC 5280, section 4 and appendix A).
extension DER {
    static let versionTag: UInt8 = 0xA0
    static let extensionsTag: UInt8 = 0xA3
    static let utcTimeTag: UInt8 = 0x17
    static let `true`: [UInt8] = [0x01, 0x01, 0xFF]

    /// RFC 5758, section 3.2.
    static let ecdsaWithSHA256 = sequence([[0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]])
    static let serverAuthentication: [UInt8] = [0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
    static let subjectKeyIdentifier: UInt8 = 14
    static let keyUsage: UInt8 = 15
    static let subjectAlternativeName: UInt8 = 17
    static let basicConstraints: UInt8 = 19
    static let nameConstraints: UInt8 = 30
    static let authorityKeyIdentifier: UInt8 = 35
    static let extendedKeyUsage: UInt8 = 37

    /// An extension that whoever does not understand it must not pass over.
    static func criticalExtension(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        sequence([certificateExtension(number), `true`, tagged(octetStringTag, value)])
    }

    /// Any other extension.
    static func plainExtension(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        sequence([certificateExtension(number), tagged(octetStringTag, value)])
    }

    private static func certificateExtension(_ number: UInt8) -> [UInt8] { [0x06, 0x03, 0x55, 0x1D, number] }

    /// A name that is a common name alone.
    static func name(_ text: String) -> [UInt8] {
        let (setTag, utf8StringTag): (UInt8, UInt8) = (0x31, 0x0C)
        let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
        return sequence([tagged(setTag, sequence([commonName, tagged(utf8StringTag, Array(text.utf8))]))])
    }

    /// A moment to the second: in two digits of the year up to 2049, in four from then on (section 4.1.2.5).
    static func time(_ moment: Date) -> [UInt8] {
        let digits = moment.formatted(.iso8601).utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let text = digits + [UInt8(ascii: "Z")]
        let generalizedTimeTag: UInt8 = 0x18
        return String(decoding: digits.prefix(4), as: UTF8.self) < "2050"
            ? tagged(utcTimeTag, Array(text.dropFirst(2))) : tagged(generalizedTimeTag, text)
    }

    /// The moment of a time in two digits of the year, of this century.
    static func moment(_ time: ArraySlice<UInt8>) -> Date? {
        let parts = stride(from: 0, to: 12, by: 2).map { String(decoding: time.dropFirst($0).prefix(2), as: UTF8.self) }
        guard time.count == 13 else { return nil }
        let text = "20\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
        // A text that is no moment is told as such.
        return try? Date(text, strategy: .iso8601)
    }

    /// The public half of a key as certificates hold it.
    static func keyInfo(of key: SigningKey) throws(CertificateAuthority.Fault) -> [UInt8] {
        guard case .p256(let x, let y) = key.publicKey.numbers else { throw .unsuitableKey }
        return p256KeyInfo(x: x, y: y)
    }

    /// What certificates name a key by: the first 160 bits of its hash (RFC 7093, section 2, method 4).
    static func keyIdentifier(_ keyInfo: [UInt8]) -> [UInt8] { Array(SHA256Hash.hash(keyInfo).prefix(20)) }
}
