// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// Hashes by CryptoKit.
enum Platform {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes))
    }

    static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}

/// AES-256-GCM by CryptoKit: 12 bytes of nonce, the tag behind the encrypted bytes.
enum AESGCM {
    static let nonceLength = 12
    static let tagLength = 16

    static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(
                plain, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce), authenticating: context)
            return Array(box.ciphertext) + Array(box.tag)
        } catch {
            preconditionFailure("CryptoKit cannot seal")
        }
    }

    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) -> [UInt8]? {
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(tagLength), tag: sealed.suffix(tagLength)
            )
            return Array(try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context))
        } catch {
            // Whatever the reason, it does not open; saying which would help an attacker only.
            return nil
        }
    }
}
#endif
