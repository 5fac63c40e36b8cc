// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whoever is signed in and makes a call.
struct Caller: Sendable {
    /// The session that the call came with.
    let session: SessionRecord
    /// Its account.
    let account: AccountRecord
}

/// Finds out who makes a call, by access token or by cookie; both lead to a session that must be live right now.
struct CallerCheck: Sendable {
    let accessTokens: AccessTokenVerifier
    let cookieTokens: NumberedToken
    let cookies: CookiePolicy
    let store: LoginStore
    let lives: LoginServerSettings.Lives
    let clock: any WallClock

    /// Who calls the API (RFC 6750, section 2.1).
    func bearer(_ request: HTTPRequest) async throws -> Caller {
        try await caller(session: try await claims(of: request).sessionID, kind: nil)
    }

    /// Who asks to withdraw; nil where the account is withdrawn already, so that asking twice is no error.
    func withdrawing(_ request: HTTPRequest) async throws -> Caller? {
        let sessionID = try await claims(of: request).sessionID
        do {
            return try await caller(session: sessionID, kind: nil)
        } catch let problem as Problem where problem.code == .sessionEnded {
            // Only now, since the withdrawal may come at the same moment by another call.
            guard try await isWithdrawn(sessionID) else { throw problem }
            return nil
        }
    }

    /// Whether this browser's session ended because its person withdrew.
    func browserWithdrew(_ request: HTTPRequest) async throws -> Bool {
        guard let read = cookie(in: request).flatMap(cookieTokens.read) else { return false }
        return try await isWithdrawn(read.id)
    }

    private func isWithdrawn(_ sessionID: String) async throws -> Bool {
        try await store.session(sessionID)?.session.end?.reason == .withdrawn
    }

    private func claims(of request: HTTPRequest) async throws(Problem) -> AccessTokenClaims {
        guard let token = request.bearerToken else { throw Problem(.accessTokenMissing) }
        do {
            return try await accessTokens.verify(token)
        } catch {
            switch error.code {
            case .accessTokenExpired: throw Problem(.accessTokenExpired)
            case .accessTokenInvalid: throw Problem(.accessTokenInvalid)
            // A key that could not be looked up says nothing about the token.
            default: throw Problem(error)
            }
        }
    }

    /// Who uses this browser; nil where it holds no cookie of ours. Throws `session_ended` or `session_expired` for one
    /// that is over.
    func browser(_ request: HTTPRequest) async throws -> Caller? {
        guard let text = cookie(in: request), let read = cookieTokens.read(text) else { return nil }
        let caller = try await caller(session: read.id, kind: .browser)
        // Every page is a use; the store writes one down in five minutes.
        if clock.now.timeIntervalSince(caller.session.lastUsedAt) >= 300 {
            try await store.touchSession(
                caller.session.id, idleLife: TimeInterval(lives.sessionIdle), at: clock.now)
        }
        return caller
    }

    /// The session cookie as the browser sent it.
    func cookie(in request: HTTPRequest) -> Secret? {
        Cookies(request)[cookies.session].map { Secret($0) }
    }

    private func caller(session id: String, kind: SessionRecord.Kind?) async throws -> Caller {
        guard let found = try await store.session(id), let account = found.account, found.session.end == nil,
            kind == nil || found.session.kind == kind
        else { throw Problem(.sessionEnded) }
        guard !found.session.isExpired(at: clock.now) else { throw Problem(.sessionExpired) }
        return Caller(session: found.session, account: account)
    }
}
