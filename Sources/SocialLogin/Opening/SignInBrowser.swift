// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Shows the provider's page to the person: a system browser, a browser sheet, or a test that walks the page itself.
public protocol SignInBrowser: Sendable {
    /// Where the person looks while a page is shown.
    var place: AwaitedPlace { get }

    /// Gets ready for the callback and says the redirect URI to ask the provider for.
    ///
    /// - Parameters:
    ///   - target: where callbacks are to arrive.
    ///   - receive: takes what arrives; true where it belonged to the attempt, so that the person can be told.
    /// - Throws: a `LoginError` where the address cannot be listened at, for example because its port is taken.
    func prepare(
        for target: CallbackTarget, receive: @escaping @Sendable (BrowserEvent) -> Bool
    ) async throws(LoginError) -> String

    /// Shows a page.
    ///
    /// - Throws: `LoginError.cannotOpen` where nothing can show it.
    func open(_ address: String) async throws(LoginError)

    /// Takes down what was shown where that is possible, and stops listening.
    func close() async
}

/// Where a callback is to arrive.
public enum CallbackTarget: Sendable, Hashable {
    /// On this machine's loopback interface (RFC 8252, section 7.3); nil takes any free port.
    case loopback(port: Int?, path: String)
    /// At a custom scheme or claimed https link; the system brings it to the app, and the app to `LoginClient.handle`.
    case link(String)
}

/// What a browser reports.
public enum BrowserEvent: Sendable {
    /// An address that may be the callback.
    case callback(String)
    /// The person closed it.
    case closed
}
