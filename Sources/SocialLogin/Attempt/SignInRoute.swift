// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

/// The way one attempt takes: through our server's pages, or straight to a provider.
protocol SignInRoute: Sendable {
    /// Who vouches for the person.
    var providerID: ProviderID { get }

    /// Where callbacks of this way arrive.
    var target: CallbackTarget { get }

    /// Whether the answer may be taken by the app's next process, where this one ends meanwhile.
    var isResumable: Bool { get }

    /// Makes the page to open, once the redirect URI is known.
    func page(for attempt: AttemptID, redirectURI: String) async throws(LoginError) -> SignInPage

    /// Says whether an address is the answer to a page, without touching the network.
    func judge(_ address: String, for page: SignInPage) -> CallbackJudgement

    /// Turns the answer into a session, which nobody has stored yet.
    func finish(_ code: AuthorizationAnswer, of page: SignInPage, attempt: AttemptID) async throws(LoginError)
        -> Granted
}

extension SignInRoute {
    /// A loopback receiver ends with its process.
    var isResumable: Bool {
        if case .link = target { true } else { false }
    }
}

/// A page that was opened, and what its answer is judged by. All but the address is to be kept to ourselves.
struct SignInPage: Sendable {
    let address: String
    let redirectURI: String
    let state: Secret
    let nonce: Secret?
    let verifier: Secret
}

/// A code, decoded once.
struct AuthorizationAnswer: Sendable {
    let code: Secret
}

/// What a sign-in came to, before anything of it is stored.
struct Granted: Sendable {
    let signedIn: SignedIn
    /// Stores it.
    let keep: @Sendable () async throws(LoginError) -> Void
    /// Ends it on the other side, where nobody waits for it any more.
    let giveBack: @Sendable () async -> Void
}

/// What a callback turned out to be.
enum CallbackJudgement: Sendable {
    case answer(AuthorizationAnswer)
    case cancelled
    case refused(LoginError)
    case notOurs
}
