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
    /// `/oauth/token`: the first tokens of a session for its code (RFC 6749, section 4.1.3), the next ones for a refresh
    /// token (section 6).
    mutating func addToken(_ parts: ServerParts) {
        on(.post, "/oauth/token") { request, path, context in
            do {
                let call = Call(request: request, path: path, context: context)
                let form = try call.form()
                let session =
                    switch try form.single("grant_type") {
                    case "authorization_code": try await parts.redeemed(form, call)
                    case "refresh_token": try await parts.refreshed(form, call)
                    case nil: throw DocumentError("grant_type", .missing)
                    default: throw Problem(.unsupportedGrantType)
                    }
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
    fileprivate func refreshed(_ form: FormFields, _ call: Call) async throws -> SessionRecord {
        guard let text = try form.single("refresh_token") else { throw DocumentError("refresh_token", .missing) }
        let client = try client(of: form, call)
        guard let token = refreshTokens.read(Secret(text)) else {
            environment.log.write(
                .info, "session.refresh_refused", ["request": call.context.requestID, "cause": "no_token_of_ours"])
            throw Problem(.refreshInvalid)
        }
        let refresh = Refresh(
            sessionID: token.id, counter: token.counter, clientID: client.id,
            grace: TimeInterval(settings.lives.refreshGrace), idleLife: TimeInterval(settings.lives.sessionIdle),
            at: environment.clock.now, requestID: call.context.requestID)
        return try session(after: try await store.refresh(refresh), refresh)
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
            refuse(.info, refresh, "ended")
            throw Problem(reason == .refreshReuse ? .refreshReuse : .sessionEnded)
        case .expired:
            refuse(.info, refresh, "expired")
            throw Problem(.refreshExpired)
        case .otherClient:
            refuse(.warning, refresh, "other_client")
            throw Problem(.clientMismatch)
        case .unknown:
            refuse(.info, refresh, "unknown")
            throw Problem(.refreshInvalid)
        }
    }

    private func refuse(_ level: Log.Level, _ refresh: Refresh, _ cause: String) {
        environment.log.write(
            level, "session.refresh_refused",
            ["request": refresh.requestID ?? "-", "session": refresh.sessionID, "cause": cause])
    }

    private func write(_ level: Log.Level, _ event: String, _ refresh: Refresh) {
        environment.log.write(
            level, event, ["request": refresh.requestID ?? "-", "session": refresh.sessionID])
    }
}
