// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// A public key as OpenSSL holds it, parsed once and made ready to verify once.
///
/// `@unchecked Sendable`: the pointer is set once and freed once, by `deinit`, when nobody holds the handle any more. In
/// between it is only duplicated, which reads it and raises reference counts that are atomic; each verification works on
/// a duplicate of its own. (helgrind and drd find nothing in eight threads doing so.)
final class PublicKeyHandle: @unchecked Sendable {
    private let prepared: OpaquePointer

    /// Takes numbers that are a usable key; nil for others, such as a point that is not on the curve.
    init?(_ numbers: PublicKey.Numbers) {
        let key = DER.keyInfo(numbers).withUnsafeBufferPointer { info in
            var position = info.baseAddress
            return d2i_PUBKEY(nil, &position, info.count)
        }
        guard let key else {
            OpenSSL.forgetErrors()
            return nil
        }
        defer { EVP_PKEY_free(key) }
        guard let prepared = OpenSSL.prepared(key, EVP_PKEY_verify_init) else { return nil }
        self.prepared = prepared
    }

    deinit {
        EVP_PKEY_CTX_free(prepared)
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
        guard let context = EVP_PKEY_CTX_dup(prepared) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        let digest = Platform.sha256(message)
        let isGenuine = EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        if !isGenuine { OpenSSL.forgetErrors() }
        return isGenuine
    }
}
#endif
