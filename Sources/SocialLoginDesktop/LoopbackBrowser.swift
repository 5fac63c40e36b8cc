// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginHTTP
import LoginHTTPServer
public import SocialLogin

/// Shows pages in a browser outside of this process and listens on loopback for the callback (RFC 8252, section 7.3).
///
/// It listens on 127.0.0.1 alone, from the moment a sign-in is prepared until it ends, and answers every request with a
/// short page that tells the person to go back to the app.
public final class LoopbackBrowser: SignInBrowser {
    /// Brings an address before the person's eyes.
    public typealias Show = @Sendable (_ address: String) async throws(LoginError) -> Void

    private let show: Show
    private let log: Log
    private let listener = Locked<HTTPListener?>(nil)

    /// Makes a browser.
    ///
    /// - Parameters:
    ///   - show: how a page comes before the person: `SystemBrowser.open`, or a terminal that prints the address.
    ///   - log: hears of the listener.
    public init(log: Log, show: @escaping Show) {
        self.show = show
        self.log = log
    }

    /// The person looks at a browser, which is outside of this app.
    public var place: AwaitedPlace { .browser }

    /// Listens where the target says and gives the redirect URI.
    ///
    /// - Throws: `address_in_use` where the one registered port is taken.
    public func prepare(
        for target: CallbackTarget, receive: @escaping @Sendable (BrowserEvent) -> Bool
    ) async throws(LoginError) -> String {
        switch target {
        case .link(let address): return address
        case .loopback(let port, let path):
            let receiver = LoopbackReceiver(path: path, receive: receive)
            // The one registered port may still be ours.
            await replaceListener(with: nil)?.stop(drainingFor: .zero)
            let started = try HTTPListener.start(
                ListenerSettings(host: "127.0.0.1", port: port ?? 0), handler: receiver, log: log)
            _ = replaceListener(with: started)
            return "http://127.0.0.1:\(started.port)\(path)"
        }
    }

    /// Brings the page before the person's eyes.
    public func open(_ address: String) async throws(LoginError) {
        try await show(address)
    }

    /// Stops listening, once the last page is on its way; the browser's window is the person's to close.
    public func close() async {
        await replaceListener(with: nil)?.stop(drainingFor: .seconds(2))
    }

    private func replaceListener(with new: HTTPListener?) -> HTTPListener? {
        listener.withLock { listener in
            let old = listener
            listener = new
            return old
        }
    }
}
