// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The link between a person and our app at a provider: whatever we still hold of it, so that it can be ended.
public struct ProviderLink: Sendable, Hashable {
    /// The provider's id of the person; nil where only a token is at hand.
    public let subject: String?
    /// A user's access token.
    public let accessToken: Secret?
    /// A user's refresh token.
    public let refreshToken: Secret?
    /// The key that the tokens were issued to; nil for the provider's usual one.
    public let clientID: String?

    /// Describes a link; give whatever is known.
    public init(
        subject: String? = nil, accessToken: Secret? = nil, refreshToken: Secret? = nil, clientID: String? = nil
    ) {
        self.subject = subject
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.clientID = clientID
    }
}

extension Provider {
    /// Whether what is kept of a link is enough to end it. Where it is not, no later try can do it either, and only the person
    /// can, at the provider.
    package func canUnlink(_ link: ProviderLink) -> Bool { rules.canUnlink(link) }

    /// Ends the link between a person and our app, by whichever proof the provider takes and the link holds.
    ///
    /// A link that is gone already counts as ended, so the call may be repeated. Anything else that fails is thrown: the
    /// link still stands then.
    public func unlink(_ link: ProviderLink) async throws(LoginError) {
        do {
            try await rules.unlink(link, caller)
        } catch  where error.code == .notLinked {
            return
        }
    }
}
