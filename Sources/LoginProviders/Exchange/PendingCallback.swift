// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What a sign-in must remember in order to know its callback.
public struct PendingCallback: Sendable, Hashable {
    /// The provider that was asked.
    public let provider: ProviderID
    /// Where it was told to send the browser.
    public let redirectURI: String
    /// What it was told to bring back.
    public let state: Secret

    /// Puts back together what was kept.
    public init(provider: ProviderID, redirectURI: String, state: Secret) {
        self.provider = provider
        self.redirectURI = redirectURI
        self.state = state
    }
}
