// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Proof that whoever redeems a code is whoever asked for it (RFC 7636); S256 only.
public struct PKCE: Sendable, Hashable {
    /// The secret half, shown only when the code is redeemed.
    public let verifier: Secret

    /// Makes a fresh verifier: 32 random bytes as 43 characters (RFC 7636, section 4.1).
    public init(random: any RandomSource) {
        verifier = Secret(Base64URL.encode(random.bytes(32)))
    }

    /// Takes up a verifier that was kept, for example in a cookie.
    public init(verifier: Secret) {
        self.verifier = verifier
    }

    /// The public half, which goes with the authorization request: always 43 characters.
    public var challenge: String { Self.challenge(for: verifier) }

    /// The S256 challenge of a verifier: base64url of the digest's bytes, unpadded (RFC 7636, section 4.2).
    public static func challenge(for verifier: Secret) -> String {
        Base64URL.encode(SHA256Hash.hash(verifier.exposed))
    }

    /// Whether a text can be a verifier: 43 to 128 letters, digits or `-._~` (RFC 7636, section 4.1).
    public static func isVerifier(_ text: Secret) -> Bool {
        let bytes = text.exposed.utf8
        return (43...128).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }

    /// Whether a text can be an S256 challenge: a digest in base64url, so no padding and no hexadecimal form.
    public static func isChallenge(_ text: String) -> Bool {
        Base64URL.decode(text)?.count == 32
    }

    /// Whether a verifier is the one that a challenge was made from; takes the same time wherever they differ.
    public static func challenge(_ challenge: String, matches verifier: Secret) -> Bool {
        isVerifier(verifier) && Secret(challenge).matches(Secret(Self.challenge(for: verifier)))
    }
}
