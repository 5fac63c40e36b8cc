// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// A public key as OpenSSL holds it, parsed once.
///
/// `@unchecked Sendable`: the pointer is set once and freed once, by `deinit`, when nobody holds the handle any more.
/// Verifying only reads the key, which OpenSSL lets any number of threads do at once (crypto(7), thread safety).
final class PublicKeyHandle: @unchecked Sendable {
    private let key: OpaquePointer

    /// Takes numbers that are a usable key; nil for others, such as a point that is not on the curve.
    init?(_ numbers: PublicKey.Numbers) {
        let info =
            switch numbers {
            case .rsa(let modulus, let exponent): DER.rsaKeyInfo(modulus: modulus, exponent: exponent)
            case .p256(let x, let y): DER.p256KeyInfo(x: x, y: y)
            }
        let key = info.withUnsafeBufferPointer { info in
            var position = info.baseAddress
            return d2i_PUBKEY(nil, &position, info.count)
        }
        guard let key else {
            OpenSSL.forgetErrors()
            return nil
        }
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// Checks a PKCS #1 v1.5 signature (RFC 8017, section 8.2.2) with SHA-256.
    func verifyRSA(signature: [UInt8], message: [UInt8]) -> Bool {
        verify(signature: signature, message: message)
    }

    /// Checks an ECDSA signature in the raw form of JWS, r and s side by side (RFC 7518, section 3.4).
    func verifyP256(signature: [UInt8], message: [UInt8]) -> Bool {
        guard let der = ECDSASignature.der(fromRaw: signature) else { return false }
        return verify(signature: der, message: message)
    }

    private func verify(signature: [UInt8], message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let isGenuine =
            EVP_DigestVerifyInit(context, nil, OpenSSL.sha256, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        if !isGenuine { OpenSSL.forgetErrors() }
        return isGenuine
    }
}
#endif
