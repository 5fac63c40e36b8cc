// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// One sign-in in a browser, from the authorize request to the answer that the app gets.
struct KakaoSignIn: Sendable {
    /// What the app asked for.
    let request: KakaoAuthorizeRequest
    /// When the app asked.
    let startedAt: Date
    /// The account that was chosen; nil until then.
    var person: Int64?
    /// When the person proved who they are; nil until then.
    var authenticatedAt: Date?
    /// The language chosen by the page's own switch; nil where the browser's decides.
    var language: Language?
    /// Where the browser was sent in the end. Whoever comes back is sent there again, with the same code.
    var outcome: String?

    /// Whether it speaks for one person from the beginning, so that no other account can be chosen.
    var isBoundToPerson: Bool { request.ticket != nil }
}

/// Where a sign-in stands, and so what the browser is shown next.
enum KakaoSignInStep: Sendable {
    /// Which account is it?
    case chooseAccount
    /// What may the app have?
    case askConsent(missingRequired: Bool)
    /// The app gets its answer.
    case answer(String)
    /// The app cannot go on; a page says why.
    case refuse(KakaoOAuthError)
    /// The chosen account cannot be used.
    case unusableAccount(Person.AccountState)
    /// There is no such sign-in any more.
    case expired
}

extension KakaoRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: KakaoAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> KakaoSignInStep {
        endOverdueSignUps(now: now)
        var signIn = KakaoSignIn(request: request, startedAt: now)
        if let ticket = request.ticket {
            // It is good for one page, whatever becomes of that.
            consentTickets[ticket.text] = nil
            signIn.person = ticket.login.link.person
            signIn.authenticatedAt = ticket.login.authenticatedAt
        } else if let session = browserSession(cookie, people: people, now: now),
            request.prompts.isDisjoint(with: [.login, .selectAccount, .create])
        {
            signIn.person = session.person
            signIn.authenticatedAt = session.authenticatedAt
        }
        signIns[id] = signIn
        let step = advance(id, people: people, fresh: fresh, now: now)
        return request.prompts.contains(.none) ? withoutAsking(step, request) : step
    }

    /// Takes the choice of an account.
    mutating func choose(_ person: Int64, in id: String, people: People, fresh: FreshText, now: Date) -> KakaoSignInStep
    {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard people[person] != nil, !signIn.isBoundToPerson else { return step(of: id, people: people, now: now) }
        signIn.person = person
        signIn.authenticatedAt = now
        signIns[id] = signIn
        return advance(id, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's agreement to some of the items asked for, or to all of them.
    mutating func agree(
        to items: KakaoAgreement, in id: String, people: People, fresh: FreshText, now: Date
    ) -> KakaoSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard let link = linkKey(of: signIn), people[link.person] != nil else { return .chooseAccount }
        let (asked, terms) = (askedItems(signIn), askedTerms(signIn))
        guard asked.allSatisfy({ $0.stage != .required || items.covers($0) }),
            terms.allSatisfy({ !$0.isRequired || items.covers($0) })
        else { return .askConsent(missingRequired: true) }
        var agreement =
            links[link]
            ?? KakaoLink(connectedAt: now, agreed: [], isSignedUp: apps[link.app]?.isAutoLinkOn ?? true)
        agreement.agreed.formUnion(asked.filter { items.covers($0) }.map(\.scope.id))
        for term in terms where items.covers(term) {
            agreement.terms[term.tag] = KakaoTermAgreement(at: now, way: .page)
        }
        links[link] = agreement
        return advance(id, agreed: true, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's refusal.
    mutating func cancel(_ id: String, now: Date) -> KakaoSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        let outcome = signIn.request.location(error: "access_denied", "User denied access")
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Where a sign-in stands, without changing it.
    func step(of id: String, people: People, now: Date) -> KakaoSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        return obstacle(to: signIn, people: people) ?? .askConsent(missingRequired: false)
    }

    /// A sign-in that still counts; one that is done counts until its time is over.
    func openSignIn(_ id: String, now: Date) -> KakaoSignIn? {
        guard let signIn = signIns[id], now.timeIntervalSince(signIn.startedAt) <= rules.consentLife else { return nil }
        return signIn
    }

    /// The items that a sign-in has to ask for: what has not been agreed to, of what the app wants now.
    ///
    /// Without scopes by name that is the console's list at the first login, and later only what became required since.
    func askedItems(_ signIn: KakaoSignIn) -> [KakaoConsentItem] {
        guard let link = linkKey(of: signIn), let app = apps[link.app] else { return [] }
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
    func askedTerms(_ signIn: KakaoSignIn) -> [KakaoServiceTerm] {
        guard let link = linkKey(of: signIn), let app = apps[link.app] else { return [] }
        let agreed = links[link]?.terms ?? [:]
        let isFirst = links[link] == nil
        let named = signIn.request.serviceTerms
        return app.serviceTerms.filter { term in
            let isMeant = named.isEmpty ? isFirst || term.isRequired : named.contains(term.tag)
            return isMeant && agreed[term.tag] == nil
        }
    }
}

// MARK: - The steps behind them

extension KakaoRecords {
    private mutating func advance(
        _ id: String, agreed: Bool = false, people: People, fresh: FreshText, now: Date
    ) -> KakaoSignInStep {
        guard var signIn = signIns[id] else { return .expired }
        if let obstacle = obstacle(to: signIn, people: people) { return obstacle }
        guard let link = linkKey(of: signIn), let authenticatedAt = signIn.authenticatedAt else {
            return .chooseAccount
        }
        guard links[link] != nil, agreed || (askedItems(signIn).isEmpty && askedTerms(signIn).isEmpty) else {
            return .askConsent(missingRequired: false)
        }
        let request = signIn.request
        let code = fresh.token()
        codes[code] = KakaoCode(
            login: KakaoLogin(
                link: link, key: request.key, authenticatedAt: authenticatedAt, hasOpenID: request.wantsOpenID,
                generation: generation(of: link)),
            redirectURI: request.redirectURI.text, challenge: request.challenge, nonce: request.nonce, issuedAt: now)
        let outcome = request.location(code: code)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// What stands between a sign-in and its consent: no account chosen, or one that cannot be used.
    private func obstacle(to signIn: KakaoSignIn, people: People) -> KakaoSignInStep? {
        guard let id = signIn.person, let person = people[id] else { return .chooseAccount }
        guard person.accountState == .active else { return .unusableAccount(person.accountState) }
        guard let app = apps[signIn.request.key.app] else { return .refuse(.unknownKey) }
        return app.admits(id) ? nil : .refuse(.notMember)
    }

    /// The answer to `prompt=none`, where nobody may be asked (OpenID Connect Core, section 3.1.2.6).
    private func withoutAsking(_ step: KakaoSignInStep, _ request: KakaoAuthorizeRequest) -> KakaoSignInStep {
        switch step {
        case .answer, .expired: step
        case .chooseAccount: .answer(request.location(error: "login_required", "Login is required"))
        case .askConsent: .answer(request.location(error: "consent_required", "Consent is required"))
        case .refuse, .unusableAccount:
            .answer(request.location(error: "interaction_required", "User interaction is required"))
        }
    }

    private func linkKey(of signIn: KakaoSignIn) -> KakaoLinkKey? {
        signIn.person.map { KakaoLinkKey(app: signIn.request.key.app, person: $0) }
    }
}

/// What a person agreed to on the consent page.
enum KakaoAgreement: Sendable {
    /// Everything that was asked for.
    case all
    /// The items, and the terms, that were ticked.
    case some(items: Set<String>, terms: Set<String>)

    fileprivate func covers(_ item: KakaoConsentItem) -> Bool {
        switch self {
        case .all: true
        case .some(let items, _): items.contains(item.scope.id)
        }
    }

    fileprivate func covers(_ term: KakaoServiceTerm) -> Bool {
        switch self {
        case .all: true
        case .some(_, let terms): terms.contains(term.tag)
        }
    }
}
