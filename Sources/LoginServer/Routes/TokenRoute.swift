// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Router<RequestContext> {
    /// `/oauth/token`: a session's next tokens (RFC 6749, section 6).
    mutating func addToken(_ parts: ServerParts) {
        on(.post, "/oauth/token") { request, path, context in
            do {
                let refresh = try parts.refresh(Call(request: request, path: path, context: context))
                let outcome = try await parts.store.refresh(refresh)
                let session = try parts.session(after: outcome, refresh)
                return .json(try parts.issuer.tokens(for: session).json)
            } catch {
                let problem = Problem(error)
                parts.environment.log.writeFailure(error, as: problem, context)
                return .oauthProblem(problem, context)
            }
        }
    }
}

extension ServerParts {
    /// Reads the form: which session, which of its tokens, and by whom.
    fileprivate func refresh(_ call: Call) throws -> Refresh {
        let form = try call.form()
        guard let grant = try form.single("grant_type") else { throw DocumentError("grant_type", .missing) }
        guard grant == "refresh_token" else { throw Problem(.unsupportedGrantType) }
        guard let text = try form.single("refresh_token") else { throw DocumentError("refresh_token", .missing) }
        let client = try form.single("client_id") ?? SessionOpener.builtInClient
        guard client == SessionOpener.builtInClient else { throw Problem(.invalidClient) }
        guard let token = refreshTokens.read(Secret(text)) else { throw Problem(.refreshInvalid) }
        return Refresh(
            sessionID: token.id, counter: token.counter, clientID: client,
            grace: TimeInterval(settings.lives.refreshGrace), idleLife: TimeInterval(settings.lives.sessionIdle),
            at: environment.clock.now, requestID: call.context.requestID)
    }

    /// The session whose tokens the caller gets, or why there are none.
    fileprivate func session(after outcome: RefreshOutcome, _ refresh: Refresh) throws -> SessionRecord {
        switch outcome {
        case .rotated(let session):
            write(.info, "session.refreshed", refresh)
            return session
        case .repeated(let session):
            write(.info, "session.refresh_repeated", refresh)
            return session
        case .reused:
            write(.warning, "session.refresh_reuse", refresh)
            throw Problem(.refreshReuse)
        case .ended(let reason):
            write(.info, "session.refresh_refused", refresh)
            throw Problem(reason == .refreshReuse ? .refreshReuse : .sessionEnded)
        case .expired:
            write(.info, "session.refresh_refused", refresh)
            throw Problem(.refreshExpired)
        case .otherClient:
            write(.warning, "session.refresh_refused", refresh)
            throw Problem(.clientMismatch)
        case .unknown:
            write(.info, "session.refresh_refused", refresh)
            throw Problem(.refreshInvalid)
        }
    }

    private func write(_ level: Log.Level, _ event: String, _ refresh: Refresh) {
        environment.log.write(
            level, event, ["request": refresh.requestID ?? "-", "session": refresh.sessionID])
    }
}
