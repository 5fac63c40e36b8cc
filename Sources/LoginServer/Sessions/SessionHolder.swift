// SPDX-License-Identifier: Apache-2.0

import LoginStore

/// Who will carry a session: a browser by its cookie, or an app by its tokens.
struct SessionHolder: Sendable {
    let kind: SessionRecord.Kind
    let clientID: String
    /// Whether it gets a code first; one that is never redeemed leaves no session behind.
    let isGivenCode: Bool

    /// The browser that signs in for itself.
    static let browser = SessionHolder(
        kind: .browser, clientID: SessionOpener.builtInClient, isGivenCode: false)
    /// Whether the server itself sent the person to the provider; otherwise the client did.
    var cameByOurPages: Bool { kind == .browser || isGivenCode }

    /// A client that calls the API; its refresh tokens are good for it alone (RFC 6749, section 6).
    static func caller(_ client: AppClient) -> SessionHolder {
        SessionHolder(kind: .token, clientID: client.id, isGivenCode: false)
    }

    /// An app that asked through `/oauth/authorize`.
    static func app(_ clientID: String) -> SessionHolder {
        SessionHolder(kind: .token, clientID: clientID, isGivenCode: true)
    }
}
