// SPDX-License-Identifier: Apache-2.0

/// The key of a person at a provider: who vouches, for which of our apps, and for whom.
///
/// Never an e-mail address: those are lent, recycled and unverified (OpenID Connect Core, section 5.7). Two keys are
/// equal only byte for byte; subjects are opaque and case-sensitive.
public struct IdentityKey: Sendable {
    /// Who vouches.
    public let provider: ProviderID
    /// The provider-side app or team in which the subject has a meaning, since providers number people per app.
    public let scope: String
    /// The provider's id of the person, as text.
    public let subject: String

    /// Makes a key from its three parts.
    public init(provider: ProviderID, scope: String, subject: String) {
        self.provider = provider
        self.scope = scope
        self.subject = subject
    }
}

extension IdentityKey: Hashable {
    /// Whether all three parts have the same bytes; text that merely looks the same is somebody else.
    public static func == (left: IdentityKey, right: IdentityKey) -> Bool {
        left.provider.rawValue.hasSameBytes(as: right.provider.rawValue) && left.scope.hasSameBytes(as: right.scope)
            && left.subject.hasSameBytes(as: right.subject)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        for part in [provider.rawValue, scope, subject] {
            hasher.combine(part.utf8.count)
            for byte in part.utf8 { hasher.combine(byte) }
        }
    }
}

extension IdentityKey: CustomStringConvertible {
    /// The short form, `Kakao@1001`, where text is wanted and the app is clear.
    public var description: String { "\(provider.capitalised)@\(subject)" }
}
