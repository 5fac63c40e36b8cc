// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

extension Router<RequestContext> {
    /// The sign-up form and what it sends.
    mutating func addSignUpPages(_ parts: ServerParts) {
        page(.get, PageAddress.signUp, parts) { call in
            guard let ticket = parts.ticketCookie(call.request) else { return .redirect(to: PageAddress.signIn) }
            let person: PendingSignUp
            do {
                person = try await parts.signUp.pending(ticket)
            } catch let problem as Problem {
                return parts.answer(toLost: problem)
            }
            return parts.form(for: person, ticket, call)
        }

        page(.post, PageAddress.signUp, parts) { call in
            guard let ticket = parts.ticketCookie(call.request) else {
                // The same form was sent before, from another tab or by a second press: its account is there.
                guard try await parts.callers.browser(call.request) != nil else { throw Problem(.ticketExpired) }
                return .redirect(to: PageAddress.account)
            }
            let fields = try parts.forms.fields(of: call, cookie: ticket)
            let attempt = try parts.signUp.formAttempt(ticket, key: parts.attemptKey)
            let person = try await parts.signUp.pending(ticket, usedBy: attempt)
            let entry = try SignUpEntry(fields, terms: parts.settings.terms)
            if let language = try fields.single(PageField.language).flatMap(Language.init) {
                return parts.form(for: person, ticket, call, entry: entry, language: language)
            }
            let faults = entry.faults(parts.settings)
            guard faults.isEmpty else { return parts.form(for: person, ticket, call, entry: entry, faults: faults) }
            let app = parts.appCookie(call.request, for: person)
            let holder = app.map { SessionHolder.app($0.clientID) } ?? .browser
            let (session, _) = try await parts.signUp.signUp(entry, with: ticket, attempt, for: holder, call.context)
            var response = try await parts.enter(session, for: app, call)
            response.set(parts.cookies.drop(parts.cookies.ticket))
            response.set(parts.cookies.drop(parts.cookies.app))
            return response
        }
    }
}

extension ServerParts {
    /// The sign-up ticket that this browser holds.
    func ticketCookie(_ request: HTTPRequest) -> Secret? {
        Cookies(request)[cookies.ticket].map { Secret($0) }
    }

    /// The app that this sign-up goes back to, where its ticket came by one.
    fileprivate func appCookie(_ request: HTTPRequest, for person: PendingSignUp) -> AppRequest? {
        Cookies(request)[cookies.app].flatMap { appSeal.open($0, ticket: person.ticket.id) }
    }

    /// A ticket that can no longer be used: back to the sign-in page, which sends on whoever is signed in by now.
    fileprivate func answer(toLost problem: Problem) -> HTTPResponse {
        let notice = problem.code == .ticketUsed ? "" : "?notice=expired"
        var response = HTTPResponse.redirect(to: "\(PageAddress.signIn)\(notice)")
        response.set(cookies.drop(cookies.ticket))
        return response
    }

    fileprivate func form(
        for person: PendingSignUp, _ ticket: Secret, _ call: Call, entry: SignUpEntry? = nil,
        faults: [SignUpFault] = [], language changed: Language? = nil
    ) -> HTTPResponse {
        var context = call.context
        if let changed { context.language = changed }
        let model = SignUpPage(
            frame: pages.frame(path: PageAddress.signUp), provider: pages.button(person.ticket.identity.provider),
            proof: forms.proof.value(for: ticket), nickname: entry?.nickname ?? person.suggestion.nickname ?? "",
            nicknameLimit: settings.nicknameLimit, email: person.suggestion.email,
            consents: pages.consents(settings.terms, accepted: entry?.acceptedTerms ?? []), faults: faults)
        var response = pages.answer(
            signUpPage(model, in: context.language), status: faults.isEmpty ? 200 : 422, context)
        if let changed { response.set(cookies.keep(changed)) }
        if let app = appCookie(call.request, for: person) {
            letForms(of: &response, goOnTo: app)
        }
        return response
    }
}

extension SignUpFlow {
    /// The attempt of a form: there is one for a ticket, so a form that is sent twice gets one answer.
    fileprivate func formAttempt(_ ticket: Secret, key: [UInt8]) throws(Problem) -> AttemptKey {
        guard let id = tickets.read(ticket)?.id, let attemptID = AttemptID(id) else { throw Problem(.ticketRefused) }
        return try attempt(attemptID, ticket: ticket, key: key)
    }
}

extension SignUpEntry {
    fileprivate init(_ fields: FormFields, terms: [Terms]) throws {
        nickname = try fields.single(PageField.nickname) ?? ""
        acceptedTerms = try Set(acceptedIn: fields, of: terms)
    }

    fileprivate func faults(_ settings: LoginServerSettings) -> [SignUpFault] {
        var faults: [SignUpFault] = []
        do throws(Nickname.Fault) {
            _ = try Nickname(typed: nickname, limit: settings.nicknameLimit)
        } catch {
            faults.append(.nickname(error))
        }
        for item in settings.terms where item.isRequired && !acceptedTerms.contains(item.name) {
            faults.append(.consentMissing(item.name))
        }
        return faults
    }
}
