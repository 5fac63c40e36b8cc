// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// Hashes by OpenSSL 3.
enum Platform {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let isDone = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, OpenSSL.sha256, nil) == 1
            precondition(isDone, "OpenSSL cannot compute SHA-256")
            count = 32
        }
    }

    static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let result = HMAC(
                OpenSSL.sha256, key, Int32(key.count), message, message.count, digest.baseAddress, nil)
            precondition(result != nil, "OpenSSL cannot compute HMAC")
            count = 32
        }
    }
}

/// The algorithms that are looked up once, since a look-up per call costs more than many a hash.
enum OpenSSL {
    // The pointers are never changed or freed, and OpenSSL lets threads share fetched algorithms (crypto(7)).
    nonisolated(unsafe) static let sha256 = fetched(EVP_MD_fetch(nil, "SHA256", nil), "SHA-256")
    nonisolated(unsafe) static let aes256GCM = fetched(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), "AES-256-GCM")

    private static func fetched(_ algorithm: OpaquePointer?, _ name: String) -> OpaquePointer {
        guard let algorithm else { preconditionFailure("this OpenSSL has no \(name)") }
        return algorithm
    }

    /// A context in which a key can sign or verify SHA-256 digests; finding the algorithm costs a fifth of a verification.
    static func prepared(_ key: OpaquePointer, _ begin: (OpaquePointer?) -> Int32) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
        guard begin(context) == 1, EVP_PKEY_CTX_set_signature_md(context, sha256) == 1 else {
            EVP_PKEY_CTX_free(context)
            forgetErrors()
            return nil
        }
        return context
    }

    /// Empties this thread's error queue after a refusal; what is left in it would mislead the next TLS call.
    static func forgetErrors() {
        ERR_clear_error()
    }
}
#endif
