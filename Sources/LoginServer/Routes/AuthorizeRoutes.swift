// SPDX-License-Identifier: Apache-2.0

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
                guard let provider = parts.providers.first(where: { $0.id.rawValue == provider }),
                    provider.signsInOnTheWeb
                else {
                    return parts.codes.way(back: request, .error("invalid_request")).response
                }
                return try parts.start(with: provider, for: request, call)
            case .request(let request, nil):
                guard !request.asksProvider, let caller = try await parts.whoeverIsSignedIn(call) else {
                    return parts.showProviders(for: request, path: call.request.target, call)
                }
                return try parts.ask(caller, for: request, call)
            }
        }

        page(.post, PageAddress.authorize, parts) { call in
            guard let cookie = parts.callers.cookie(in: call.request) else { throw Problem(.formRefused) }
            let fields = try parts.forms.fields(of: call, cookie: cookie)
            guard let app = try fields.single(PageField.appRequest).flatMap({ parts.appSeal.open($0) }) else {
                throw Problem(.signInOver)
            }
            guard let caller = try await parts.whoeverIsSignedIn(call) else {
                return parts.showProviders(for: app, path: nil, call)
            }
            return try await parts.goOn(as: caller, for: app, call)
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
    /// Who is signed in in this browser; a session that is over is none, and the app's request goes on.
    fileprivate func whoeverIsSignedIn(_ call: Call) async throws -> Caller? {
        do {
            return try await callers.browser(call.request)
        } catch let problem as Problem where [.sessionEnded, .sessionExpired].contains(problem.code) {
            return nil
        }
    }

    fileprivate func showProviders(for app: AppRequest, path: String?, _ call: Call) -> HTTPResponse {
        let model = SignInPage(
            frame: pages.frame(path: path), providers: pages.webButtons, notice: nil, app: visiting(app))
        return pages.answer(signInPage(model, in: call.context.language), call.context)
    }

    /// Asks whether the app may go on with the account that this browser is signed in to.
    fileprivate func ask(_ caller: Caller, for app: AppRequest, _ call: Call) throws -> HTTPResponse {
        var other = FormFields()
        for field in try call.request.queryFields().fields where field.name != "prompt" {
            other.add(field.name, field.value)
        }
        other.add("prompt", "select_account")
        let model = ContinuePage(
            frame: pages.frame(path: call.request.target),
            proof: callers.cookie(in: call.request).map(forms.proof.value) ?? "", app: visiting(app),
            nickname: caller.account.nickname, email: caller.account.email, picture: caller.account.picture,
            otherAccount: "\(PageAddress.authorize)?\(other.encoded)")
        var response = pages.answer(continuePage(model, in: call.context.language), call.context)
        letForms(of: &response, goOnTo: app)
        return response
    }

    /// Opens a session of the app's own beside the browser's.
    fileprivate func goOn(as caller: Caller, for app: AppRequest, _ call: Call) async throws -> HTTPResponse {
        let now = environment.clock.now
        let planned = opener.session(
            for: .app(app.clientID), on: Device(browser: call.request.headers["User-Agent"]), at: now)
        let opened = try await store.openSession(
            planned, besides: caller.session.id, at: now, requestID: call.context.requestID)
        guard let opened else { throw Problem(.sessionEnded) }
        environment.log.write(
            .info, "sign_in.continued",
            ["request": call.context.requestID, "account": opened.accountID, "session": opened.id])
        return try await enter(opened, for: app, call)
    }

    private func visiting(_ app: AppRequest) -> VisitingApp {
        let client = settings.allClients.first { $0.id == app.clientID } ?? .builtIn
        return VisitingApp(name: client.name, request: appSeal.seal(app))
    }

    /// Lets a page's form end at the app: Chromium blocks a form whose answer redirects to where form-action does not
    /// point.
    func letForms(of response: inout HTTPResponse, goOnTo app: AppRequest) {
        response.headers["Content-Security-Policy"] = contentPolicy.text(
            formTarget: AppReturn.formTarget(of: app.redirectURI))
    }
}
