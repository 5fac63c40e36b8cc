// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a provider says of an access token: whose it is, and that it was issued to our app.
public struct ConfirmedAccessToken: Sendable, Hashable {
    /// The provider's id of the person.
    public let subject: String
    /// The provider's id of our app.
    public let app: String
    /// When the token ends; nil where the provider did not say.
    public let expiresAt: Date?
}
