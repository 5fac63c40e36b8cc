// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension KakaoRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: KakaoAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> Step {
        endOverdueSignUps(now: now)
        open(request, id: id, by: session(for: request, cookie, people: people, now: now), now: now)
        // A ticket is good for one page, whatever becomes of that.
        if let ticket = request.ticket { consentTickets[ticket.text] = nil }
        let step = advance(id, people: people, fresh: fresh, now: now)
        return request.prompts.contains(.none) ? withoutAsking(step, request) : step
    }

    func obstacle(to signIn: SignIn) -> Step? {
        guard let link = signIn.link, apps[link.app]?.admits(link.person) == false else { return nil }
        return .refuse(RefusalPage(.notMember), status: KakaoOAuthError.notMember.status)
    }

    func needsConsent(_ signIn: SignIn) -> Bool {
        signIn.link.map { links[$0] == nil } ?? true || !askedItems(signIn).isEmpty || !askedTerms(signIn).isEmpty
    }

    func boxes(of signIn: SignIn, for person: Person, in language: Language) -> [ConsentBox] {
        askedTerms(signIn).map { $0.box(in: language) } + askedItems(signIn).map { $0.box(in: language) }
    }

    mutating func finish(
        _ signIn: SignIn, by session: BrowserSession, _ person: Person, agreeingTo choice: ConsentChoice?,
        fresh: FreshText, now: Date
    ) -> String? {
        let (request, link) = (signIn.request, LinkKey(app: signIn.request.app, person: person.id))
        if let choice, !keep(choice, of: signIn, link, now: now) { return nil }
        let code = fresh.token()
        codes[code] = KakaoCode(
            login: KakaoLogin(
                link: link, key: request.key, authenticatedAt: session.authenticatedAt, hasOpenID: request.wantsOpenID,
                generation: links.generation(of: link)),
            redirectURI: request.redirectURI.text, challenge: request.challenge, nonce: request.nonce, issuedAt: now)
        return request.location(code: code)
    }

    func cancelled(_ request: KakaoAuthorizeRequest) -> String {
        request.location(error: "access_denied", "User denied access")
    }
}

extension KakaoAuthorizeRequest {
    var app: Int64 { key.app }
    var createsAccount: Bool { prompts.contains(.create) }
    var asksAgain: Bool { prompts.contains(.login) }
    var isBoundToPerson: Bool { ticket != nil }
}

// MARK: - The steps behind them

extension KakaoRecords {
    /// Who it is from the beginning: the ticket's person, or whoever is signed in unless the app wants to hear it again.
    private func session(
        for request: KakaoAuthorizeRequest, _ cookie: String?, people: People, now: Date
    ) -> BrowserSession? {
        if let login = request.ticket?.login {
            return BrowserSession(person: login.link.person, authenticatedAt: login.authenticatedAt)
        }
        guard request.prompts.isDisjoint(with: [.login, .selectAccount, .create]) else { return nil }
        return browserSession(cookie, people: people, now: now)
    }

    /// Writes down what a person agreed to; false where something required was left out.
    private mutating func keep(_ choice: ConsentChoice, of signIn: SignIn, _ link: LinkKey, now: Date) -> Bool {
        let (items, terms) = (askedItems(signIn), askedTerms(signIn))
        let agreedItems = items.filter { choice.covers($0.scope.id) }
        let agreedTerms = terms.filter { choice.covers($0.tag, in: "term") }
        guard items.allSatisfy({ $0.stage != .required || agreedItems.contains($0) }),
            terms.allSatisfy({ !$0.isRequired || agreedTerms.contains($0) })
        else { return false }
        var agreement =
            links[link]
            ?? KakaoLink(connectedAt: now, agreed: [], isSignedUp: apps[link.app]?.isAutoLinkOn ?? true)
        agreement.agreed.formUnion(agreedItems.map(\.scope.id))
        for term in agreedTerms { agreement.terms[term.tag] = KakaoTermAgreement(at: now, way: .page) }
        links[link] = agreement
        return true
    }

    /// The answer to `prompt=none`, where nobody may be asked (OpenID Connect Core, section 3.1.2.6).
    private func withoutAsking(_ step: Step, _ request: KakaoAuthorizeRequest) -> Step {
        switch step {
        case .answer, .expired: step
        case .chooseAccount: .answer(request.location(error: "login_required", "Login is required"))
        case .askConsent: .answer(request.location(error: "consent_required", "Consent is required"))
        case .refuse: .answer(request.location(error: "interaction_required", "User interaction is required"))
        }
    }

    /// The items that a sign-in has to ask for: what has not been agreed to, of what the app wants now.
    ///
    /// Without scopes by name that is the console's list at the first login, and later only what became required since.
    private func askedItems(_ signIn: SignIn) -> [KakaoConsentItem] {
        guard let link = signIn.link, let app = apps[link.app] else { return [] }
        let agreed = links[link]?.agreed ?? []
        let isFirst = links[link] == nil
        return app.consentItems.filter { item in
            let isNamed = signIn.request.scopes.contains(item.scope.id)
            let isByConsole = isFirst && signIn.request.scopes.isEmpty && item.stage == .optional
            return (isNamed || isByConsole || item.stage == .required) && !agreed.contains(item.scope.id)
        }
    }

    /// The service's terms that a sign-in has to ask for: the ones that the app names, else all of them at the first login
    /// and later what is required.
    private func askedTerms(_ signIn: SignIn) -> [KakaoServiceTerm] {
        guard let link = signIn.link, let app = apps[link.app] else { return [] }
        let agreed = links[link]?.terms ?? [:]
        let isFirst = links[link] == nil
        let named = signIn.request.serviceTerms
        return app.serviceTerms.filter { term in
            let isMeant = named.isEmpty ? isFirst || term.isRequired : named.contains(term.tag)
            return isMeant && agreed[term.tag] == nil
        }
    }
}
