// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Security

/// A private key as the platform holds it: CryptoKit for P-256, Security for RSA.
///
/// `@unchecked Sendable`: a `SecKey` never changes once it is made, and its functions may be called from any thread.
final class PrivateKeyHandle: @unchecked Sendable {
    private enum Key {
        case p256(P256.Signing.PrivateKey)
        case rsa(SecKey)
    }

    let numbers: PublicKey.Numbers
    private let key: Key

    /// Makes a new P-256 key from the platform's own generator.
    static func generateP256() -> PrivateKeyHandle {
        PrivateKeyHandle(P256.Signing.PrivateKey())
    }

    /// Makes a new RSA key from the platform's own generator; takes a tenth of a second or more.
    static func generateRSA(bits: Int) -> PrivateKeyHandle {
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil), let handle = PrivateKeyHandle(key)
        else {
            preconditionFailure("the platform cannot make an RSA key")
        }
        return handle
    }

    /// Reads a PKCS #8 document (RFC 5208); nil where it is none, or of a kind that is not used here.
    convenience init?(pkcs8: [UInt8]) {
        if let pkcs1 = DER.rsaPrivateKey(inPKCS8: pkcs8) {
            let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
            guard let key = SecKeyCreateWithData(Data(pkcs1) as CFData, attributes as CFDictionary, nil) else {
                return nil
            }
            self.init(key)
        } else {
            // An error here means that the document is of no key that is used here.
            guard let key = try? P256.Signing.PrivateKey(derRepresentation: pkcs8) else { return nil }
            self.init(key)
        }
    }

    /// Whether the public half is that of the private one: what the one signs, the other must take. Security makes the public
    /// half of an RSA key from the private one, and P-256's is in the document.
    var halvesAgree: Bool {
        guard case .p256(let key) = key else { return true }
        // A key that cannot sign is as bad as one that signs for another.
        guard let signature = try? key.signature(for: Data()) else { return false }
        return key.publicKey.isValidSignature(signature, for: Data())
    }

    private init(_ key: P256.Signing.PrivateKey) {
        let point = Array(key.publicKey.rawRepresentation)
        numbers = .p256(x: Array(point.prefix(32)), y: Array(point.suffix(32)))
        self.key = .p256(key)
    }

    private init?(_ key: SecKey) {
        guard let publicKey = SecKeyCopyPublicKey(key),
            let der = SecKeyCopyExternalRepresentation(publicKey, nil) as Data?,
            let numbers = DER.rsaNumbers(inPublicKey: Array(der))
        else { return nil }
        self.numbers = .rsa(modulus: numbers.modulus, exponent: numbers.exponent)
        self.key = .rsa(key)
    }

    /// The key as a PKCS #8 document.
    var pkcs8: [UInt8] {
        switch key {
        case .p256(let key): return Array(key.derRepresentation)
        case .rsa(let key):
            guard let pkcs1 = SecKeyCopyExternalRepresentation(key, nil) as Data? else {
                preconditionFailure("the platform cannot write out a key that it holds")
            }
            return DER.pkcs8(rsaPrivateKey: Array(pkcs1))
        }
    }

    /// Signs with SHA-256, in the form that JWS wants for this kind of key.
    func sign(_ message: [UInt8]) -> [UInt8] {
        switch key {
        case .p256(let key):
            guard let signature = try? key.signature(for: message) else { preconditionFailure("CryptoKit cannot sign") }
            return Array(signature.rawRepresentation)
        case .rsa(let key):
            let signature = SecKeyCreateSignature(
                key, .rsaSignatureMessagePKCS1v15SHA256, Data(message) as CFData, nil)
            guard let signature = signature as Data? else { preconditionFailure("the platform cannot sign") }
            return Array(signature)
        }
    }
}
#endif
