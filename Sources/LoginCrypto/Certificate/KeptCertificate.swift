// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A certificate as it was kept, as far as it has to be read to be made once more and compared.
struct KeptCertificate {
    /// What was signed, in DER.
    let body: [UInt8]
    /// Its number.
    let serial: [UInt8]
    /// When it began.
    let start: Date

    /// Reads a certificate; nil where it is damaged, or not signed by this key.
    init?(_ pem: String, of key: SigningKey) {
        guard let bytes = PEM.bytes(pem, label: "CERTIFICATE"), let content = Self.only(DER.sequenceTag, in: bytes)
        else {
            return nil
        }
        var parts = DERReader(content)
        guard let body = parts.read(DER.sequenceTag), let algorithm = parts.read(DER.sequenceTag),
            DER.tagged(DER.sequenceTag, Array(algorithm)) == DER.ecdsaWithSHA256,
            let signature = parts.read(DER.bitStringTag), signature.first == 0, parts.isAtEnd
        else { return nil }
        self.body = DER.tagged(DER.sequenceTag, Array(body))
        guard let raw = ECDSASignature.raw(fromDER: Array(signature.dropFirst())),
            key.publicKey.verify(signature: raw, message: self.body, algorithm: .es256)
        else { return nil }

        var fields = DERReader(body)
        guard fields.read(DER.versionTag) != nil, let serial = fields.read(DER.integerTag),
            fields.read(DER.sequenceTag) != nil, fields.read(DER.sequenceTag) != nil,
            let validity = fields.read(DER.sequenceTag)
        else { return nil }
        var moments = DERReader(validity)
        guard let start = moments.read(DER.utcTimeTag).flatMap(DER.moment) else { return nil }
        self.serial = Array(serial)
        self.start = start
    }

    private static func only(_ tag: UInt8, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var reader = DERReader(bytes)
        let content = reader.read(tag)
        return reader.isAtEnd ? content : nil
    }
}
