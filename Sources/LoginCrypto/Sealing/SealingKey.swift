// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Encrypts what is kept, so that a stolen database or cookie tells nothing and cannot be altered (AES-256-GCM).
///
/// Sealed bytes are: a byte for the form, four bytes with the key's number, 12 bytes of nonce, the encrypted bytes, 16 bytes
/// of tag. The number is authenticated, so a value cannot be passed off as another key's. Random 96-bit nonces are safe for
/// 2³² seals under one key (NIST SP 800-38D, section 8.3), far more than a login server makes.
public struct SealingKey: Sendable {
    /// What the first byte says of values that name their key.
    public static let form: UInt8 = 2
    /// How many bytes at the beginning of such a value say which key opens it.
    public static let headLength = 5
    /// The form of the first release, which knew one key: number 1.
    private static let unnumberedForm: UInt8 = 1

    /// Which key it is, where keys take turns.
    public let number: UInt32
    private let bytes: [UInt8]

    /// Takes the key; nil unless it is 32 bytes.
    ///
    /// - Parameters:
    ///   - bytes: the key.
    ///   - number: which key it is, where keys take turns.
    public init?(bytes: [UInt8], number: UInt32 = 1) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
        self.number = number
    }

    /// What everything that this key seals begins with.
    public var head: [UInt8] {
        [Self.form] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// The number of the key that sealed something, or its beginning; nil for what no key of ours sealed.
    public static func number(of sealed: [UInt8]) -> UInt32? {
        switch sealed.first {
        case unnumberedForm: 1
        case form where sealed.count >= headLength:
            sealed[1..<headLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        default: nil
        }
    }

    /// Encrypts bytes for one place.
    ///
    /// - Parameters:
    ///   - plain: what to encrypt.
    ///   - context: where the result is kept, such as table and row; it opens there and nowhere else.
    ///   - random: gives the nonce.
    public func seal(_ plain: [UInt8], context: String, random: any RandomSource) -> [UInt8] {
        let nonce = random.bytes(AESGCM.nonceLength)
        return head + nonce
            + AESGCM.seal(plain, key: bytes, nonce: nonce, authenticating: head + Array(context.utf8))
    }

    /// The bytes that were sealed; nil where key, number, context or a single bit is not what it was.
    public func open(_ sealed: [UInt8], context: String) -> [UInt8]? {
        guard Self.number(of: sealed) == number else { return nil }
        let head = sealed.first == Self.form ? head : [Self.unnumberedForm]
        guard sealed.count >= head.count + AESGCM.nonceLength + AESGCM.tagLength else { return nil }
        let encrypted = sealed.dropFirst(head.count + AESGCM.nonceLength)
        return AESGCM.open(
            Array(encrypted), key: bytes, nonce: Array(sealed.dropFirst(head.count).prefix(AESGCM.nonceLength)),
            authenticating: head + Array(context.utf8))
    }
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
    /// A text without the key.
    public var description: String { "SealingKey(••••)" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
