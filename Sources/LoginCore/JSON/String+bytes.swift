// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Takes bytes that must be UTF-8; nil where they are not, instead of a text with replacement characters.
    ///
    /// The standard library's own `String(validating:as:)` asks for iOS 18, above our floor. Decoding repairs every
    /// ill-formed sequence into other bytes, so a text that still has the bytes it was made of was well-formed.
    @inlinable
    package init?(strictUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}

extension StringProtocol {
    /// Whether two texts have the same bytes.
    ///
    /// `==` goes by canonical equivalence, to which the Kelvin sign is a K and a decomposed syllable its composed form.
    /// Names and ids that came over a wire are compared with this instead.
    @inlinable
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
