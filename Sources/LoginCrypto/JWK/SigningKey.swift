// SPDX-License-Identifier: Apache-2.0

/// A key pair that signs: RSA of 2048 bits and more, or P-256.
public struct SigningKey: Sendable {
    /// The id that tokens name it by.
    public let keyID: String
    /// The half that everybody may see.
    public let publicKey: PublicKey
    private let handle: PrivateKeyHandle

    /// Makes a new P-256 key, by the platform's own generator.
    ///
    /// - Parameter id: its id; left out, the thumbprint of the key.
    public static func generateES256(id: String? = nil) -> SigningKey {
        made(id: id, .generateP256())
    }

    /// Makes a new RSA key, by the platform's own generator; takes a tenth of a second or more.
    ///
    /// - Parameters:
    ///   - id: its id; left out, the thumbprint of the key.
    ///   - bits: the length of the modulus, 2048 or more.
    public static func generateRS256(id: String? = nil, bits: Int = 2048) -> SigningKey {
        precondition((2048...8192).contains(bits), "an RSA key has 2048 to 8192 bits here")
        return made(id: id, .generateRSA(bits: bits))
    }

    private static func made(id: String?, _ handle: PrivateKeyHandle) -> SigningKey {
        do throws(JWKError) {
            return try SigningKey(id: id, handle: handle)
        } catch {
            preconditionFailure("the platform made a key that is not sound: \(error)")
        }
    }

    /// Reads a PKCS #8 document (RFC 5208), as `pkcs8` writes it.
    public init(pkcs8: [UInt8], id: String? = nil) throws(JWKError) {
        guard let handle = PrivateKeyHandle(pkcs8: pkcs8) else { throw .unsupportedKind }
        // A document may hold both halves, and one of them may have been damaged.
        guard handle.halvesAgree else { throw .halvesDisagree }
        try self.init(id: id, handle: handle)
    }

    private init(id: String?, handle: PrivateKeyHandle) throws(JWKError) {
        publicKey = try PublicKey(handle.numbers)
        keyID = id ?? JWK(keyID: nil, key: publicKey).thumbprint
        self.handle = handle
    }

    /// The private key as a PKCS #8 document, to be sealed before it is kept.
    public var pkcs8: [UInt8] { handle.pkcs8 }

    /// The public half as others read it.
    public var publicJWK: JWK { JWK(keyID: keyID, key: publicKey) }

    /// The algorithm that it signs with.
    public var algorithm: SignatureAlgorithm { publicKey.algorithm }

    /// Signs bytes, in the form that JWS wants: for ES256 r and s side by side (RFC 7518, section 3.4).
    public func sign(_ message: [UInt8]) -> [UInt8] {
        handle.sign(message)
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The id alone.
    public var description: String { "SigningKey(\(keyID))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
