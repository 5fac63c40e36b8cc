// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

extension Router<RequestContext> {
    /// `/oauth/authorize`: an app sends a person here to sign in (RFC 6749, section 3.1).
    mutating func addAuthorize(_ parts: ServerParts) {
        page(.get, PageAddress.authorize, parts) { call in
            let clients = parts.settings.allClients
            switch AuthorizeReading(call.request, clients: clients, issuer: parts.settings.publicAddress) {
            case .unanswerable(let problem): throw problem
            case .refused(let answer): return answer.response
            case .request(let request, let provider?):
                guard let provider = parts.providers.first(where: { $0.id.rawValue == provider }) else {
                    return parts.codes.way(back: request, .error("invalid_request")).response
                }
                return try parts.start(with: provider, for: request, call)
            case .request(let request, nil):
                let model = SignInPage(
                    frame: parts.pages.frame(path: call.request.target), providers: parts.pages.buttons, notice: nil,
                    appRequest: parts.appSeal.seal(request))
                return parts.pages.answer(signInPage(model, in: call.context.language), call.context)
            }
        }
    }

    /// `/oauth/revoke`: an app signs out (RFC 7009). What is unknown or over already is answered like success.
    mutating func addRevoke(_ parts: ServerParts) {
        on(.post, "/oauth/revoke") { request, path, context in
            do {
                let call = Call(request: request, path: path, context: context)
                let form = try call.form()
                guard let text = try form.single("token") else { throw DocumentError("token", .missing) }
                let client = try parts.client(of: form)
                try await parts.revoke(Secret(text), of: client, call)
                return HTTPResponse(status: 200)
            } catch {
                let problem = Problem(error)
                parts.environment.log.writeFailure(error, as: problem, context)
                return .oauthProblem(problem, context)
            }
        }
    }

    /// The server's description of itself for OAuth clients (RFC 8414, section 3).
    mutating func addMetadata(_ parts: ServerParts) {
        let issuer = parts.settings.publicAddress
        api(.get, "/.well-known/oauth-authorization-server", log: parts.environment.log) { _ in
            var response = HTTPResponse.json([
                "issuer": .string(issuer),
                "authorization_endpoint": .string("\(issuer)\(PageAddress.authorize)"),
                "token_endpoint": .string("\(issuer)/oauth/token"),
                "revocation_endpoint": .string("\(issuer)/oauth/revoke"),
                "jwks_uri": .string("\(issuer)/.well-known/jwks.json"),
                "response_types_supported": ["code"],
                "response_modes_supported": ["query"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "token_endpoint_auth_methods_supported": ["none"],
                "revocation_endpoint_auth_methods_supported": ["none"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": true,
                "ui_locales_supported": ["ko", "en"],
            ])
            response.headers["Cache-Control"] = "public, max-age=300"
            return response
        }
    }
}

extension ServerParts {
    /// The client that a form names; where it names none, the built-in one is meant.
    func client(of form: FormFields) throws -> AppClient {
        let id = try form.single("client_id") ?? AppClient.builtIn.id
        guard let client = settings.allClients.first(where: { $0.id == id }) else { throw Problem(.invalidClient) }
        return client
    }

    /// Ends the session that a token belongs to. A token of another client changes nothing (RFC 7009, section 2.1).
    fileprivate func revoke(_ token: Secret, of client: AppClient, _ call: Call) async throws {
        let id: String
        if let refresh = refreshTokens.read(token) {
            id = refresh.id
        } else {
            do {
                id = try await callers.accessTokens.verify(token).sessionID
            } catch {
                // No token of this server, or one whose time is over: there is nothing left to end.
                return
            }
        }
        guard let session = try await store.session(id)?.session else { return }
        guard session.clientID == client.id else { throw Problem(.clientMismatch) }
        try await store.endSession(id, .signedOut, at: environment.clock.now, requestID: call.context.requestID)
    }
}
