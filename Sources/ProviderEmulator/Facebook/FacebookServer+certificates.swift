// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

extension FacebookServer {
    /// The keys as X.509 certificates by key id: where Facebook's own SDK looks for them.
    func certificates() -> HTTPResponse {
        let all = keys.all.map { key in
            JSONObject.Member(name: key.keyID, value: .string(Self.certificate(of: key)))
        }
        return .json(.object(JSONObject(all)))
    }

    /// A certificate that a key makes for itself (RFC 5280, section 4.1). It stands for the key and proves nothing else.
    private static func certificate(of key: SigningKey) -> String {
        let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
        let name = DER.sequence([
            DER.tagged(
                0x31, DER.sequence([commonName, DER.tagged(0x0C, Array("www.facebook.com".utf8))]))
        ])
        let algorithm = DER.sequence([DER.sha256WithRSAEncryption, DER.null])
        let time = { (text: String) in DER.tagged(0x17, Array(text.utf8)) }
        let body = DER.sequence([
            DER.tagged(DER.integerTag, [1]), algorithm, name,
            DER.sequence([time("200101000000Z"), time("491231235959Z")]), name, DER.keyInfo(key.publicKey.numbers),
        ])
        let bytes = DER.sequence([body, algorithm, DER.bitString(key.sign(body))])
        let text = Data(bytes).base64EncodedString()
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
    }
}
