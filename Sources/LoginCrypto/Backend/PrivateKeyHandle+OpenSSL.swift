// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// A private key as OpenSSL holds it, RSA or P-256, made ready to sign once.
///
/// `@unchecked Sendable` for the same reasons as `PublicKeyHandle`: both pointers are set once, freed once and only read
/// in between, and each signature is made by a duplicate of its own.
final class PrivateKeyHandle: @unchecked Sendable {
    let numbers: PublicKey.Numbers
    private let key: OpaquePointer
    private let prepared: OpaquePointer

    /// Makes a new P-256 key from OpenSSL's own generator.
    static func generateP256() -> PrivateKeyHandle {
        made(login_generate_p256())
    }

    /// Makes a new RSA key from OpenSSL's own generator; takes a tenth of a second or more.
    static func generateRSA(bits: Int) -> PrivateKeyHandle {
        made(login_generate_rsa(UInt32(bits)))
    }

    private static func made(_ key: OpaquePointer?) -> PrivateKeyHandle {
        guard let key, let handle = PrivateKeyHandle(owning: key) else {
            preconditionFailure("OpenSSL cannot make a key")
        }
        return handle
    }

    /// Reads a PKCS #8 document (RFC 5208); nil where it is none, or of a kind that is not used here.
    convenience init?(pkcs8: [UInt8]) {
        let key = pkcs8.withUnsafeBufferPointer { pkcs8 -> OpaquePointer? in
            var position = pkcs8.baseAddress
            guard let document = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, pkcs8.count) else { return nil }
            defer { PKCS8_PRIV_KEY_INFO_free(document) }
            return EVP_PKCS82PKEY(document)
        }
        guard let key else {
            OpenSSL.forgetErrors()
            return nil
        }
        self.init(owning: key)
    }

    private init?(owning key: OpaquePointer) {
        guard let numbers = Self.numbers(of: key), let prepared = OpenSSL.prepared(key, EVP_PKEY_sign_init) else {
            EVP_PKEY_free(key)
            OpenSSL.forgetErrors()
            return nil
        }
        self.key = key
        self.prepared = prepared
        self.numbers = numbers
    }

    deinit {
        EVP_PKEY_CTX_free(prepared)
        EVP_PKEY_free(key)
    }

    /// Whether the public half is that of the private one.
    var halvesAgree: Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_pairwise_check(context) == 1 else {
            OpenSSL.forgetErrors()
            return false
        }
        return true
    }

    /// The key as a PKCS #8 document.
    var pkcs8: [UInt8] {
        let document = EVP_PKEY2PKCS8(key)
        defer { PKCS8_PRIV_KEY_INFO_free(document) }
        guard let document, let bytes = ECDSASignature.encoded({ i2d_PKCS8_PRIV_KEY_INFO(document, $0) }) else {
            preconditionFailure("OpenSSL cannot write out a key that it holds")
        }
        return bytes
    }

    /// Signs with SHA-256, in the form that JWS wants for this kind of key.
    func sign(_ message: [UInt8]) -> [UInt8] {
        guard let signature = digestSign(message) else { preconditionFailure("OpenSSL cannot sign") }
        switch numbers {
        case .rsa: return signature
        case .p256:
            guard let raw = ECDSASignature.raw(fromDER: signature) else {
                preconditionFailure("OpenSSL made a signature that it cannot read")
            }
            return raw
        }
    }

    private func digestSign(_ message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_PKEY_CTX_dup(prepared) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        let digest = Platform.sha256(message)
        var count = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1 else { return nil }
        return Array(signature.prefix(count))
    }

    private static func numbers(of key: OpaquePointer) -> PublicKey.Numbers? {
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_RSA:
            guard let modulus = number(OSSL_PKEY_PARAM_RSA_N, of: key),
                let exponent = number(OSSL_PKEY_PARAM_RSA_E, of: key)
            else { return nil }
            return .rsa(modulus: modulus, exponent: exponent)
        case EVP_PKEY_EC:
            guard isP256(key), let x = number(OSSL_PKEY_PARAM_EC_PUB_X, of: key, width: 32),
                let y = number(OSSL_PKEY_PARAM_EC_PUB_Y, of: key, width: 32)
            else { return nil }
            return .p256(x: x, y: y)
        default:
            return nil
        }
    }

    private static func isP256(_ key: OpaquePointer) -> Bool {
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return false }
        return name.prefix(count).elementsEqual("prime256v1".utf8.map(CChar.init(bitPattern:)))
    }

    /// One number of a key as big-endian bytes; as few as it needs where no width is given.
    private static func number(_ name: String, of key: OpaquePointer, width: Int? = nil) -> [UInt8]? {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
        defer { BN_free(number) }
        return ECDSASignature.fixedWidth(number, count: width ?? Int(login_BN_num_bytes(number)))
    }
}
#endif
