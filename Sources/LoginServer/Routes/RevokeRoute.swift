// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

extension Router<RequestContext> {
    /// `/oauth/revoke`: an app signs out (RFC 7009). What is unknown or over already is answered like success.
    mutating func addRevoke(_ parts: ServerParts) {
        on(.post, "/oauth/revoke") { request, path, context in
            do {
                let call = Call(request: request, path: path, context: context)
                let form = try call.form()
                guard let text = try form.single("token") else { throw DocumentError("token", .missing) }
                let client = try parts.client(of: form, call)
                try await parts.revoke(Secret(text), of: client, call)
                return HTTPResponse(status: 200)
            } catch {
                let problem = Problem(error)
                parts.environment.log.writeFailure(error, as: problem, context)
                return .oauthProblem(problem, context)
            }
        }
    }
}

extension ServerParts {
    /// Ends the session that a token belongs to. A token of another client changes nothing (RFC 7009, section 2.1).
    fileprivate func revoke(_ token: Secret, of client: AppClient, _ call: Call) async throws {
        let id: String
        if let refresh = refreshTokens.read(token) {
            id = refresh.id
        } else {
            do {
                id = try await callers.accessTokens.verify(token).sessionID
            } catch  where [.accessTokenExpired, .accessTokenInvalid].contains(error.code) {
                // No token of this server, or one whose time is over: there is nothing left to end.
                return
            }
        }
        guard let session = try await store.session(id)?.session else { return }
        guard session.clientID == client.id else { throw Problem(.clientMismatch) }
        let ended = try await store.endSession(
            id, .signedOut, at: environment.clock.now, requestID: call.context.requestID)
        if let ended { logEnd(of: ended, call.context) }
    }
}
