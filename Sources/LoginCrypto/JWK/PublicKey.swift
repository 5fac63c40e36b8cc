// SPDX-License-Identifier: Apache-2.0

/// The half of a key pair that checks signatures, parsed once and then used by any number of tasks.
public struct PublicKey: Sendable {
    /// What a key is made of: big-endian numbers.
    public enum Numbers: Sendable, Hashable {
        /// An RSA key.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point on P-256, both coordinates 32 bytes.
        case p256(x: [UInt8], y: [UInt8])
    }

    /// What the key is made of.
    public let numbers: Numbers
    private let handle: PublicKeyHandle

    /// Takes numbers that make a sound key.
    ///
    /// Refused are RSA keys of less than 2048 or more than 8192 bits, even or tiny exponents, moduli with the mark of a
    /// known-broken generator, and points that are not on the curve.
    public init(_ numbers: Numbers) throws(JWKError) {
        switch numbers {
        case .rsa(let modulus, let exponent): try Self.checkRSA(modulus: modulus, exponent: exponent)
        case .p256(let x, let y): guard x.count == 32, y.count == 32 else { throw .invalidPoint }
        }
        guard let handle = PublicKeyHandle(numbers) else { throw .invalidPoint }
        self.numbers = numbers
        self.handle = handle
    }

    /// The one algorithm that this kind of key is used with.
    public var algorithm: SignatureAlgorithm {
        switch numbers {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Whether a signature is this key's over exactly these bytes; never for the algorithm of another kind of key.
    public func verify(signature: [UInt8], message: [UInt8], algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm == self.algorithm else { return false }
        return switch algorithm {
        case .rs256: handle.verifyRSA(signature: signature, message: message)
        case .es256: handle.verifyP256(signature: signature, message: message)
        }
    }

    private static func checkRSA(modulus: [UInt8], exponent: [UInt8]) throws(JWKError) {
        guard let first = modulus.first, first != 0, let leading = exponent.first, leading != 0 else {
            throw .malformed
        }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard (2048...8192).contains(bits) else { throw .unsafeKey }
        let isOdd = exponent[exponent.count - 1] & 1 == 1
        guard isOdd, exponent != [1], exponent.count <= 8 else { throw .unsafeKey }
        guard !hasROCAFingerprint(modulus: modulus) else { throw .unsafeKey }
    }
}
