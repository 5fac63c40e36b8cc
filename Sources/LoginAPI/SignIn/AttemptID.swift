// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The number that a client gives its sign-in attempt, so that an answer that was lost can be asked for again.
///
/// At least 128 unpredictable bits: 22 to 64 letters, digits, `-` or `_`. Whoever holds it together with the credential
/// may repeat the answer, so it is kept like a secret.
public struct AttemptID: Sendable, Hashable {
    /// The id's text.
    public let secret: Secret

    /// Reads an id; nil where it is too short, too long or holds other characters.
    public init?(_ text: String) {
        guard (22...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        secret = Secret(text)
    }
}

extension DocumentReader {
    /// The attempt id that every sign-in call carries.
    package func attemptID() throws(DocumentError) -> AttemptID {
        let text = try text("attempt_id", limit: 64)
        guard let id = AttemptID(text) else { throw error("attempt_id", .notAllowed) }
        return id
    }

    /// The provider that a call names.
    package func provider() throws(DocumentError) -> ProviderID {
        ProviderID(rawValue: try text("provider", limit: 32))
    }
}
