// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

extension Router<RequestContext> {
    /// The sign-up form and what it sends.
    mutating func addSignUpPages(_ parts: ServerParts) {
        page(.get, PageAddress.signUp, parts) { call in
            let name = try call.request.queryFields().single(PageField.signUp)
            guard let waiting = parts.signUps.find(name, in: call.request) else {
                return .redirect(to: PageAddress.signIn)
            }
            let person: PendingSignUp
            do {
                person = try await parts.signUp.pending(waiting.ticket)
            } catch let problem as Problem {
                return parts.answer(toLost: waiting, problem)
            }
            return parts.form(for: person, waiting, call)
        }

        page(.post, PageAddress.signUp, parts) { call in
            let name = try call.form().single(PageField.signUp)
            guard let waiting = parts.signUps.find(name, in: call.request) else {
                // The same form was sent before, from another tab or by a second press: its account is there.
                guard try await parts.callers.browser(call.request) != nil else { throw Problem(.ticketExpired) }
                return .redirect(to: PageAddress.account)
            }
            let fields = try parts.forms.fields(of: call, cookie: waiting.ticket)
            let app = parts.signUps.app(of: waiting, in: call.request)
            let holder = app.map { SessionHolder.app($0.clientID) } ?? .browser
            // There is one attempt for a ticket, so a form that is sent twice gets one answer.
            guard let attemptID = AttemptID(waiting.ticketID) else { throw Problem(.ticketRefused) }
            let attempt = AttemptKey.idHash(of: attemptID, key: parts.keys.attemptKey)
            let person = try await parts.signUp.pending(waiting.ticket, usedBy: attempt)
            let entry = try SignUpEntry(fields, terms: parts.settings.terms)
            if let language = try fields.single(PageField.language).flatMap(Language.init) {
                return parts.form(for: person, waiting, call, entry: entry, language: language)
            }
            let faults = entry.faults(parts.settings)
            guard faults.isEmpty else { return parts.form(for: person, waiting, call, entry: entry, faults: faults) }
            let (session, _) = try await parts.signUp.signUp(
                entry, with: waiting.ticket, attempt, for: holder, call.context)
            var response = try await parts.enter(session, for: app, call)
            let ended = parts.transactions.drop(
                leadingTo: waiting.shortID, in: call.request, at: parts.environment.clock.now)
            for cookie in parts.signUps.drop(waiting) + ended { response.set(cookie) }
            return response
        }
    }
}

extension ServerParts {
    /// A ticket that can no longer be used: back to the sign-in page, which sends on whoever is signed in by now.
    fileprivate func answer(toLost waiting: WaitingSignUp, _ problem: Problem) -> HTTPResponse {
        let notice = problem.code == .ticketUsed ? "" : "?notice=expired"
        var response = HTTPResponse.redirect(to: "\(PageAddress.signIn)\(notice)")
        for cookie in signUps.drop(waiting) { response.set(cookie) }
        return response
    }

    fileprivate func form(
        for person: PendingSignUp, _ waiting: WaitingSignUp, _ call: Call, entry: SignUpEntry? = nil,
        faults: [SignUpFault] = [], language changed: Language? = nil
    ) -> HTTPResponse {
        var context = call.context
        if let changed { context.language = changed }
        let model = SignUpPage(
            frame: pages.frame(path: PageAddress.signUp(waiting.shortID)),
            provider: pages.button(person.ticket.identity.provider),
            proof: forms.proof.value(for: waiting.ticket), signUp: waiting.shortID,
            nickname: entry?.nickname ?? person.suggestion.nickname ?? "",
            nicknameLimit: settings.nicknameLimit, email: person.suggestion.email,
            consents: pages.consents(settings.terms, accepted: entry?.acceptedTerms ?? []), faults: faults)
        var response = pages.answer(
            signUpPage(model, in: context.language), status: faults.isEmpty ? 200 : 422, context)
        if let changed { response.set(cookies.keep(changed)) }
        if let app = signUps.app(of: waiting, in: call.request) {
            letForms(of: &response, goOnTo: app)
        }
        return response
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
