// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Gives apps the codes that stand for their sessions (RFC 6749, section 4.1.2).
struct CodeIssuer: Sendable {
    let codes: NumberedToken
    let store: LoginStore
    let opener: SessionOpener
    let lives: LoginServerSettings.Lives
    let issuer: String
    let clock: any WallClock

    /// The way back to an app with a code for a session.
    func answer(to request: AppRequest, with session: SessionRecord) async throws -> AppReturn {
        let now = clock.now
        let id = opener.newID()
        guard let code = codes.text(id: id, counter: 0) else { throw Problem(.internalError) }
        try await store.keep(
            NewCode(
                id: id, sessionID: session.id, clientID: request.clientID, redirectURI: request.redirectURI,
                challenge: request.challenge, redeemUntil: now.addingTimeInterval(TimeInterval(lives.code)),
                expiresAt: now.addingTimeInterval(TimeInterval(lives.attempt))))
        return way(back: request, .code(code))
    }

    /// The way back to an app without a session.
    func way(back request: AppRequest, _ outcome: AppReturn.Outcome) -> AppReturn {
        AppReturn(redirectURI: request.redirectURI, state: request.state, issuer: issuer, outcome: outcome)
    }
}

extension AppReturn.Outcome {
    /// What an app is told of a problem (RFC 6749, section 4.1.2.1).
    init(_ problem: Problem) {
        switch problem.code.advice {
        case .tryLater: self = .error("temporarily_unavailable")
        case .respectRefusal, .askConsent: self = .error("access_denied")
        case .signInAgain, .fixSetup, .fixRequest: self = .error("server_error")
        }
    }
}
