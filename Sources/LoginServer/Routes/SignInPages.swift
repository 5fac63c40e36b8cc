// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Router<RequestContext> {
    /// The sign-in page, the way to a provider, and the way back.
    mutating func addSignInPages(_ parts: ServerParts) {
        page(.get, PageAddress.signIn, parts) { call in
            if try await parts.callers.browser(call.request) != nil { return .redirect(to: PageAddress.account) }
            let notice = try call.request.queryFields().single("notice").flatMap(SignInNotice.init(name:))
            let model = SignInPage(
                frame: parts.pages.frame(path: PageAddress.signIn), providers: parts.pages.webButtons, notice: notice)
            return parts.pages.answer(signInPage(model, in: call.context.language), call.context)
        }

        page(.get, "/auth/{provider}", parts) { call in
            let provider = try parts.pageProvider(call)
            guard let sealed = try call.request.queryFields().single(PageField.appRequest) else {
                return try parts.start(with: provider, for: nil, call)
            }
            guard let app = parts.appSeal.open(sealed) else { throw Problem(.signInOver) }
            return try parts.start(with: provider, for: app, call)
        }

        page(.get, "/auth/{provider}/callback", parts) { call in
            let provider = try parts.pageProvider(call)
            let posted = try await parts.posted.callback(for: call.request, of: provider)
            let found = parts.transactions.finding(
                for: posted, in: call.request, of: provider, at: parts.environment.clock.now)
            guard let found else { return try await parts.answerToStranger(call).cutting(provider) }
            let (answer, ending) = try await parts.answer(to: found, call)
            var response = answer.cutting(provider)
            if let ending {
                let (now, random) = (parts.environment.clock.now, parts.environment.random)
                response.set(parts.transactions.end(found.transaction, as: ending, at: now, random: random))
            } else if response.status != 503 {
                // Where nothing was used up the attempt stays open: the same page, loaded again, tries again.
                response.set(parts.cookies.drop(found.cookie))
            }
            if let posted, ending != .cancelled, response.status != 503 { try await parts.posted.forget(posted) }
            return response
        }

        page(.post, "/auth/{provider}/callback", parts) { call in
            let provider = try parts.pageProvider(call)
            guard provider.postsCallbacks else { throw Problem(.notFound) }
            guard let address = try await parts.posted.keep(call.request, of: provider) else {
                throw Problem(.signInOver)
            }
            return .redirect(to: address)
        }
    }
}

extension HTTPResponse {
    /// The same redirect with an empty fragment, so that the provider's one does not end up in our address or an app's.
    fileprivate func cutting(_ provider: Provider) -> HTTPResponse {
        guard provider.leavesFragment, let location = headers["Location"], !location.contains("#") else { return self }
        var response = self
        response.headers["Location"] = location + "#"
        return response
    }
}

extension ServerParts {
    /// The provider that a page's address names.
    func pageProvider(_ call: Call) throws(Problem) -> Provider {
        guard let provider = providers.first(where: { $0.id.rawValue == call.path["provider"] }) else {
            throw Problem(.notFound)
        }
        return provider
    }

    /// Begins a transaction and sends the browser to the provider.
    ///
    /// - Parameter app: the app that the person goes back to afterwards; nil for the browser itself.
    func start(with provider: Provider, for app: AppRequest?, _ call: Call) throws -> HTTPResponse {
        try leave(for: provider, AuthorizationOptions(app), app: app, call)
    }

    /// Sends the browser to a provider, to come back to us.
    ///
    /// - Parameter errand: what somebody who is signed in is asked for there, in place of a sign-in.
    func leave(
        for provider: Provider, _ options: AuthorizationOptions, app: AppRequest? = nil, errand: ConsentErrand? = nil,
        _ call: Call
    ) throws -> HTTPResponse {
        // Its own page would refuse a key that is for apps alone, and nothing would lead back from there.
        guard provider.signsInOnTheWeb else { throw Problem(.unknownProvider) }
        let redirectURI = "\(settings.publicAddress)/auth/\(provider.id)/callback"
        var options = options
        options.state = states.issue(
            for: provider.id.rawValue, at: environment.clock.now, random: environment.random)
        let request = provider.authorize(redirectURI: redirectURI, options: options)
        guard let attemptID = AttemptID(opener.newID()) else { throw Problem(.internalError) }
        let transaction = BrowserTransaction(
            attemptID: attemptID, provider: provider.id, state: request.state, nonce: request.nonce,
            verifier: request.pkce.verifier, redirectURI: redirectURI, createdAt: environment.clock.now, app: app,
            errand: errand)
        var response = HTTPResponse.redirect(to: settings.emulator?.address(for: request.url) ?? request.url)
        for cookie in transactions.begin(transaction, in: call.request, random: environment.random) {
            response.set(cookie)
        }
        return response
    }

    /// The answer to a callback that this browser waits for, and the end of its attempt where that is to be remembered.
    fileprivate func answer(
        to callback: ExpectedCallback, _ call: Call
    ) async throws -> (HTTPResponse, BrowserTransaction.Ending?) {
        let transaction = callback.transaction
        let problem: Problem
        switch callback.finding {
        case .cancelled:
            environment.log.write(
                .info, "callback.cancelled",
                [
                    "request": call.context.requestID, "provider": transaction.provider,
                    "vendor_words": callback.words ?? "-",
                ])
            if let errand = transaction.errand { return (backFrom(errand, .consentCancelled), .cancelled) }
            if let app = transaction.app { return (codes.way(back: app, .error("access_denied")).response, .cancelled) }
            return (.redirect(to: "\(PageAddress.signIn)?notice=cancelled"), .cancelled)
        case .offered(let form):
            guard signUps.find(form, in: call.request) != nil else { return (try await answerToStranger(call), nil) }
            return (.redirect(to: PageAddress.signUp(form)), .signUp(form))
        case .refused(let error):
            problem = Problem(provider: error)
            environment.log.write(
                .info, "callback.refused",
                [
                    "request": call.context.requestID, "provider": transaction.provider, "code": error.code.rawValue,
                    "vendor_code": problem.vendorCode ?? "-", "vendor_words": callback.words ?? "-",
                ])
        case .code(let code):
            do {
                if let errand = transaction.errand {
                    return (try await finish(errand, with: code, transaction, call), nil)
                }
                return try await signIn(with: code, transaction, call)
            } catch let refusal as Problem {
                problem = refusal
            }
        }
        if let app = transaction.app { return (codes.way(back: app, AppReturn.Outcome(problem)).response, nil) }
        return (pages.error(problem, isSignedIn: transaction.errand != nil, call.context), nil)
    }

    private func signIn(
        with code: AuthorizationCode, _ transaction: BrowserTransaction, _ call: Call
    ) async throws -> (HTTPResponse, BrowserTransaction.Ending?) {
        let request = SignInRequest(
            attemptID: transaction.attemptID, provider: transaction.provider,
            credential: .code(
                code.code, redirectURI: transaction.redirectURI, verifier: transaction.verifier,
                nonce: transaction.nonce, state: transaction.state),
            device: Device(browser: call.request.headers["User-Agent"]))
        let holder = transaction.app.map { SessionHolder.app($0.clientID) } ?? .browser
        switch try await signIn.signIn(request, remarks: code.remarks, for: holder, call.context) {
        case .session(let session, _): return (try await enter(session, for: transaction.app, call), nil)
        case .newPerson(let person):
            let form = SignUpCookies.shortID(of: person.ticket.id)
            return (try offerSignUp(person, for: transaction.app, call), .signUp(form))
        }
    }

    /// A callback that nobody waits for: a reload after the sign-in, or somebody else's. It leads to no form that waits: that
    /// may be another person's.
    fileprivate func answerToStranger(_ call: Call) async throws -> HTTPResponse {
        if try await callers.browser(call.request) != nil { return .redirect(to: PageAddress.account) }
        environment.log.write(.info, "sign_in.stray_callback", ["request": call.context.requestID])
        throw Problem(.signInOver)
    }
}

extension ServerParts {
    /// Gives a session to whom it is for: the app that the person came from, or the browser itself.
    func enter(_ session: SessionRecord, for app: AppRequest?, _ call: Call) async throws -> HTTPResponse {
        guard let app else { return try await enter(session, call) }
        return try await codes.answer(to: app, with: session).response
    }

    /// Gives the browser its session. A session that it held before is ended: its cookie is gone (ASVS 7.2.4).
    private func enter(_ session: SessionRecord, _ call: Call) async throws -> HTTPResponse {
        guard let value = cookieTokens.text(id: session.id, counter: 0) else { throw Problem(.internalError) }
        if let former = callers.cookie(in: call.request).flatMap(cookieTokens.read), former.id != session.id {
            let ended = try await store.endSession(
                former.id, .signedOut, at: environment.clock.now, requestID: call.context.requestID)
            if let ended { logEnd(of: ended, call.context) }
        }
        let life = Int(session.endsAt.timeIntervalSince(environment.clock.now))
        var response = HTTPResponse.redirect(to: PageAddress.account)
        response.set(cookies.keep(cookies.session, value.exposed, for: life))
        return response
    }

    private func offerSignUp(_ person: PendingSignUp, for app: AppRequest?, _ call: Call) throws -> HTTPResponse {
        let life = Int(person.ticket.expiresAt.timeIntervalSince(environment.clock.now))
        var response = HTTPResponse.redirect(to: PageAddress.signUp(SignUpCookies.shortID(of: person.ticket.id)))
        for cookie in try signUps.begin(person.ticket, for: app, in: call.request, life: life) { response.set(cookie) }
        return response
    }
}
