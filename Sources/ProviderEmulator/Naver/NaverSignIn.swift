// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// One sign-in in a browser, from the authorize request to the answer that the app gets.
struct NaverSignIn: Sendable {
    /// What the app asked for.
    let request: NaverAuthorizeRequest
    /// When the app asked.
    let startedAt: Date
    /// The account that was chosen; nil until then.
    var person: Int64?
    /// When the person proved who they are; nil until then.
    var authenticatedAt: Date?
    /// The language of its pages; nil where the browser's decides.
    var language: Language?
    /// Where the browser was sent in the end. Whoever comes back is sent there again, with the same code.
    var outcome: String?

    /// The person in the app; nil until an account was chosen.
    var link: NaverLinkKey? {
        person.map { NaverLinkKey(app: request.app, person: $0) }
    }
}

/// Where a sign-in stands, and so what the browser is shown next.
enum NaverSignInStep: Sendable {
    /// Which account is it?
    case chooseAccount
    /// What may the app have?
    case askConsent(missingRequired: Bool)
    /// The app gets its answer.
    case answer(String)
    /// Only members may sign in before Naver's review, and this is none.
    case notMember
    /// The chosen account cannot be used.
    case unusableAccount(Person.AccountState)
    /// There is no such sign-in any more.
    case expired
}

extension NaverRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: NaverAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> NaverSignInStep {
        var signIn = NaverSignIn(request: request, startedAt: now, language: request.language)
        if let session = browserSession(cookie, people: people, now: now), request.kind != .reauthenticate {
            signIn.person = session.person
            signIn.authenticatedAt = session.authenticatedAt
        }
        signIns[id] = signIn
        let step = advance(id, agreed: false, people: people, fresh: fresh, now: now)
        guard request.kind == .autologin else { return step }
        // The descriptions are Naver's own: clients tell the two cases apart by them.
        switch step {
        case .answer, .expired: return step
        case .chooseAccount: return .answer(request.location(error: "access_denied", "user not logged in."))
        case .askConsent, .notMember, .unusableAccount:
            return .answer(request.location(error: "access_denied", "need user consent."))
        }
    }

    /// Takes the choice of an account.
    mutating func choose(_ person: Int64, in id: String, people: People, fresh: FreshText, now: Date) -> NaverSignInStep
    {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard people[person] != nil else { return step(of: id, people: people, now: now) }
        signIn.person = person
        signIn.authenticatedAt = now
        signIns[id] = signIn
        return advance(id, agreed: false, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's agreement to some of the items asked for; nil for all of them.
    mutating func agree(
        to chosen: Set<String>?, in id: String, people: People, fresh: FreshText, now: Date
    ) -> NaverSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard let link = signIn.link, people[link.person] != nil else { return .chooseAccount }
        let asked = askedItems(signIn)
        let agreed = asked.filter { chosen?.contains($0.item.id) ?? true }
        guard asked.allSatisfy({ !$0.isRequired || agreed.contains($0) }) else {
            return .askConsent(missingRequired: true)
        }
        links[link, default: NaverLink(connectedAt: now, agreed: [])].agreed.formUnion(agreed.map(\.item.id))
        return advance(id, agreed: true, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's refusal.
    mutating func cancel(_ id: String, now: Date) -> NaverSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        let outcome = signIn.request.location(error: "access_denied", "Canceled By User")
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Where a sign-in stands, without changing it.
    func step(of id: String, people: People, now: Date) -> NaverSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        return obstacle(to: signIn, people: people) ?? .askConsent(missingRequired: false)
    }

    /// A sign-in that still counts; one that is done counts until its time is over.
    func openSignIn(_ id: String, now: Date) -> NaverSignIn? {
        guard let signIn = signIns[id], now.timeIntervalSince(signIn.startedAt) <= rules.consentLife else { return nil }
        return signIn
    }

    /// The items that a sign-in has to ask for: all at the first, what became required since, and with `reprompt` whatever the
    /// person has left out before.
    func askedItems(_ signIn: NaverSignIn) -> [NaverAskedItem] {
        guard let key = signIn.link, let app = apps[key.app] else { return [] }
        guard let link = links[key] else { return app.items }
        return app.items.filter { item in
            !link.agreed.contains(item.item.id) && (item.isRequired || signIn.request.kind == .reprompt)
        }
    }

    private mutating func advance(
        _ id: String, agreed: Bool, people: People, fresh: FreshText, now: Date
    ) -> NaverSignInStep {
        guard var signIn = signIns[id] else { return .expired }
        if let obstacle = obstacle(to: signIn, people: people) { return obstacle }
        guard let link = signIn.link, let authenticatedAt = signIn.authenticatedAt else { return .chooseAccount }
        guard links[link] != nil, agreed || askedItems(signIn).isEmpty else {
            return .askConsent(missingRequired: false)
        }
        let request = signIn.request
        let code = fresh.naverWord()
        codes[code] = NaverCode(
            login: NaverLogin(
                link: link, authenticatedAt: authenticatedAt, hasOpenID: request.isOpenID,
                generation: generation(of: link)),
            redirectURI: request.redirectURI.text, challenge: request.challenge, nonce: request.nonce, issuedAt: now)
        let outcome = request.location(code: code)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// What stands between a sign-in and its consent: no account chosen, or one that cannot be used.
    private func obstacle(to signIn: NaverSignIn, people: People) -> NaverSignInStep? {
        guard let id = signIn.person, let person = people[id], let app = apps[signIn.request.app] else {
            return .chooseAccount
        }
        guard person.accountState == .active else { return .unusableAccount(person.accountState) }
        return app.admits(id) ? nil : .notMember
    }
}

extension FreshText {
    /// Letters and digits, as Naver's codes and refresh tokens are.
    func naverWord() -> String {
        String(token().map { $0 == "-" ? "a" : $0 == "_" ? "b" : $0 })
    }

    /// An access token: it may hold `+`, `/` and `=`, and here always does, so that whoever does not escape them is found out.
    func naverAccessToken() -> String {
        "AAAA\(naverWord())+\(id().prefix(6))/\(naverWord())="
    }
}
