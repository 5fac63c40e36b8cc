// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What of a certificate is signed (RFC 5280, section 4.1): whose key it is, what for, and how long.
struct CertificateBody: Sendable {
    /// TBSCertificate in DER.
    let bytes: [UInt8]
    /// The name of whom it belongs to.
    let subject: String
    /// When it ends.
    let end: Date
    private let keyIdentifier: [UInt8]

    /// An authority's, signed by itself.
    init(authority title: String, for names: ServerNames, key: SigningKey, serial: [UInt8], start: Date)
        throws(CertificateAuthority.Fault)
    {
        let info = try DER.keyInfo(of: key)
        keyIdentifier = DER.keyIdentifier(info)
        subject = "\(title) \(Hex.encode(keyIdentifier.prefix(4)))"
        end = start.addingTimeInterval(3_650 * day)
        let keyCertSign = DER.bitString([0x04], unusedBits: 2)
        let noFurtherAuthority = DER.sequence([DER.true, DER.tagged(DER.integerTag, [0])])
        bytes = Self.bytes(
            serial, issuer: subject, start, end, subject: subject, info,
            [
                DER.criticalExtension(DER.basicConstraints, noFurtherAuthority),
                DER.criticalExtension(DER.keyUsage, keyCertSign),
                DER.criticalExtension(DER.nameConstraints, names.constraints),
                DER.plainExtension(DER.extendedKeyUsage, DER.sequence([DER.serverAuthentication])),
                DER.plainExtension(DER.subjectKeyIdentifier, DER.tagged(DER.octetStringTag, keyIdentifier)),
            ])
    }

    /// A server's, to be signed by an authority.
    init(server names: ServerNames, under authority: CertificateBody, key: SigningKey, serial: [UInt8], start: Date)
        throws(CertificateAuthority.Fault)
    {
        let info = try DER.keyInfo(of: key)
        keyIdentifier = DER.keyIdentifier(info)
        subject = names.hosts[0]
        end = min(start.addingTimeInterval(397 * day), authority.end)
        let digitalSignature = DER.bitString([0x80], unusedBits: 7)
        let authorityKey = DER.sequence([DER.tagged(0x80, authority.keyIdentifier)])
        bytes = Self.bytes(
            serial, issuer: authority.subject, start, end, subject: subject, info,
            [
                DER.criticalExtension(DER.basicConstraints, DER.sequence([])),
                DER.criticalExtension(DER.keyUsage, digitalSignature),
                DER.plainExtension(DER.extendedKeyUsage, DER.sequence([DER.serverAuthentication])),
                DER.plainExtension(DER.subjectAlternativeName, names.generalNames),
                DER.plainExtension(DER.subjectKeyIdentifier, DER.tagged(DER.octetStringTag, keyIdentifier)),
                DER.plainExtension(DER.authorityKeyIdentifier, authorityKey),
            ])
    }

    /// The whole certificate as PEM.
    func signed(by key: SigningKey) -> String {
        guard let signature = ECDSASignature.der(fromRaw: key.sign(bytes)) else {
            preconditionFailure("a P-256 key makes signatures of 64 bytes")
        }
        let certificate = DER.sequence([bytes, DER.ecdsaWithSHA256, DER.bitString(signature)])
        return PEM.text(certificate, label: "CERTIFICATE")
    }

    private static func bytes(
        _ serial: [UInt8], issuer: String, _ start: Date, _ end: Date, subject: String, _ keyInfo: [UInt8],
        _ extensions: [[UInt8]]
    ) -> [UInt8] {
        let version3 = DER.tagged(DER.versionTag, DER.tagged(DER.integerTag, [2]))
        return DER.sequence([
            version3, DER.tagged(DER.integerTag, serial), DER.ecdsaWithSHA256, DER.name(issuer),
            DER.sequence([DER.time(start), DER.time(end)]), DER.name(subject), keyInfo,
            DER.tagged(DER.extensionsTag, DER.sequence(extensions)),
        ])
    }
}

private let day: TimeInterval = 86_400
