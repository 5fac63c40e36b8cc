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
    /// An app of this server's own SDK, which calls the API.
    static let builtInApp = SessionHolder(kind: .token, clientID: SessionOpener.builtInClient, isGivenCode: false)

    /// An app that asked through `/oauth/authorize`.
    static func app(_ clientID: String) -> SessionHolder {
        SessionHolder(kind: .token, clientID: clientID, isGivenCode: true)
    }
}
