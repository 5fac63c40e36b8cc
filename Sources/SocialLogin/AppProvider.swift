// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginProviders

/// One provider as an app signs in with it: which one, and by which way.
///
/// A client takes a list of these, so a further provider needs no edit in it. There is no place for a client secret or
/// an admin key: an app cannot keep them (RFC 8252, section 8.5).
public struct AppProvider: Sendable {
    /// Which one.
    public let id: ProviderID

    let way: Way

    enum Way: Sendable {
        /// Through the login server's pages.
        case brokered
        /// Straight at the provider, whose callback arrives there.
        case direct(@Sendable (ProviderEnvironment) throws(LoginError) -> Provider, CallbackTarget)
    }

    /// A provider that the login server signs people in with: its pages do the work, and the app holds nothing of it.
    public static func throughServer(_ id: ProviderID) -> AppProvider {
        AppProvider(id: id, way: .brokered)
    }

    /// A provider that the app itself asks, with a key of its own.
    ///
    /// - Parameters:
    ///   - id: which one.
    ///   - target: where the provider sends the answer, as registered at its console.
    ///   - make: makes the provider from what it needs from outside.
    public static func direct(
        _ id: ProviderID, callback target: CallbackTarget,
        make: @escaping @Sendable (ProviderEnvironment) throws(LoginError) -> Provider
    ) -> AppProvider {
        AppProvider(id: id, way: .direct(make, target))
    }
}
