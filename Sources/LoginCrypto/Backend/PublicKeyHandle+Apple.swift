// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Security

/// A public key as the platform holds it: CryptoKit for P-256, Security for RSA, which CryptoKit does not have.
///
/// `@unchecked Sendable`: a `SecKey` never changes once it is made, and its functions may be called from any thread.
final class PublicKeyHandle: @unchecked Sendable {
    private enum Key {
        case p256(P256.Signing.PublicKey)
        case rsa(SecKey)
    }

    private let key: Key

    /// Takes numbers that are a usable key; nil for others, such as a point that is not on the curve.
    init?(_ numbers: PublicKey.Numbers) {
        switch numbers {
        case .rsa(let modulus, let exponent):
            let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic]
            let der = Data(DER.rsaPublicKey(modulus: modulus, exponent: exponent))
            guard let key = SecKeyCreateWithData(der as CFData, attributes as CFDictionary, nil) else { return nil }
            self.key = .rsa(key)
        case .p256(let x, let y):
            // An error here means that the point is not on the curve; there is nothing more to it.
            guard let key = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y) else { return nil }
            self.key = .p256(key)
        }
    }

    /// Checks a PKCS #1 v1.5 signature (RFC 8017, section 8.2.2) with SHA-256.
    func verifyRSA(signature: [UInt8], message: [UInt8]) -> Bool {
        guard case .rsa(let key) = key else { return false }
        return SecKeyVerifySignature(
            key, .rsaSignatureMessagePKCS1v15SHA256, Data(message) as CFData, Data(signature) as CFData, nil)
    }

    /// Checks an ECDSA signature in the raw form of JWS, r and s side by side (RFC 7518, section 3.4).
    func verifyP256(signature: [UInt8], message: [UInt8]) -> Bool {
        // A signature that is not 64 bytes is an error here, and holds for nothing.
        guard case .p256(let key) = key, signature.count == 64,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
#endif
