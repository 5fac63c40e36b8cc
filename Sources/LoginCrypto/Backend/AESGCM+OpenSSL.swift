// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// AES-256-GCM by OpenSSL: 12 bytes of nonce, the tag behind the encrypted bytes.
enum AESGCM {
    static let nonceLength = 12
    static let tagLength = 16

    static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plain.count + tagLength)
        let isDone = withCipher { cipher in
            var count: Int32 = 0
            return sealed.withUnsafeMutableBufferPointer { output in
                guard let start = output.baseAddress else { return false }
                return EVP_EncryptInit_ex2(cipher, OpenSSL.aes256GCM, key, nonce, nil) == 1
                    && EVP_EncryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1
                    && EVP_EncryptUpdate(cipher, start, &count, plain, Int32(plain.count)) == 1
                    && EVP_EncryptFinal_ex(cipher, start + plain.count, &count) == 1
                    && EVP_CIPHER_CTX_ctrl(
                        cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), start + plain.count) == 1
            }
        }
        precondition(isDone, "OpenSSL cannot seal")
        return sealed
    }

    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) -> [UInt8]? {
        var tag = Array(sealed.suffix(tagLength))
        let encrypted = Array(sealed.dropLast(tagLength))
        var plain = [UInt8](repeating: 0, count: encrypted.count + 1)
        let isDone = withCipher { cipher in
            var count: Int32 = 0
            return plain.withUnsafeMutableBufferPointer { output in
                guard let start = output.baseAddress else { return false }
                return EVP_DecryptInit_ex2(cipher, OpenSSL.aes256GCM, key, nonce, nil) == 1
                    && EVP_DecryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1
                    && EVP_DecryptUpdate(cipher, start, &count, encrypted, Int32(encrypted.count)) == 1
                    && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
                    && EVP_DecryptFinal_ex(cipher, start + encrypted.count, &count) == 1
            }
        }
        guard isDone else {
            OpenSSL.forgetErrors()
            return nil
        }
        return Array(plain.prefix(encrypted.count))
    }

    private static func withCipher(_ body: (OpaquePointer) -> Bool) -> Bool {
        guard let cipher = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(cipher) }
        return body(cipher)
    }
}
#endif
