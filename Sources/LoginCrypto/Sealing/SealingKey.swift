// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Encrypts what is kept, so that a stolen database or cookie tells nothing and cannot be altered (AES-256-GCM).
///
/// Sealed bytes are: one version byte, 12 bytes of nonce, the encrypted bytes, 16 bytes of tag. Random 96-bit nonces are
/// safe for 2³² seals under one key (NIST SP 800-38D, section 8.3), far more than a login server makes.
public struct SealingKey: Sendable {
    private static let version: UInt8 = 1
    private let bytes: [UInt8]

    /// Takes the key; nil unless it is 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Encrypts bytes for one place.
    ///
    /// - Parameters:
    ///   - plain: what to encrypt.
    ///   - context: where the result is kept, such as table and row; it opens there and nowhere else.
    ///   - random: gives the nonce.
    public func seal(_ plain: [UInt8], context: String, random: any RandomSource) -> [UInt8] {
        let nonce = random.bytes(AESGCM.nonceLength)
        let sealed = AESGCM.seal(plain, key: bytes, nonce: nonce, authenticating: Self.authenticated(context))
        return [Self.version] + nonce + sealed
    }

    /// The bytes that were sealed; nil where key, context or a single bit is not what it was.
    public func open(_ sealed: [UInt8], context: String) -> [UInt8]? {
        guard sealed.first == Self.version, sealed.count >= 1 + AESGCM.nonceLength + AESGCM.tagLength else {
            return nil
        }
        let nonce = Array(sealed[1...AESGCM.nonceLength])
        let encrypted = Array(sealed[(1 + AESGCM.nonceLength)...])
        return AESGCM.open(encrypted, key: bytes, nonce: nonce, authenticating: Self.authenticated(context))
    }

    private static func authenticated(_ context: String) -> [UInt8] {
        [version] + Array(context.utf8)
    }
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
    /// A text without the key.
    public var description: String { "SealingKey(••••)" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
