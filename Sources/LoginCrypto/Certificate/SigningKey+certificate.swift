// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SigningKey {
    /// A certificate that an RSA key makes for itself (RFC 5280, section 4.1), as PEM: it stands for the key, until 2049, and
    /// proves nothing else.
    package func ownCertificate(named name: String) -> String {
        let sha256WithRSAEncryption: [UInt8] = [
            0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B,
        ]
        let algorithm = DER.sequence([sha256WithRSAEncryption, DER.null])
        let life = [1_577_836_800, 2_524_607_999].map { DER.time(Date(timeIntervalSince1970: $0)) }
        let body = DER.sequence([
            DER.tagged(DER.integerTag, [1]), algorithm, DER.name(name), DER.sequence(life), DER.name(name),
            DER.keyInfo(publicKey.numbers),
        ])
        let certificate = DER.sequence([body, algorithm, DER.bitString(sign(body))])
        return PEM.text(certificate, label: "CERTIFICATE")
    }
}
