// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension NaverRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: NaverAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> Step {
        let session = request.asksAgain ? nil : browserSession(cookie, people: people, now: now)
        open(request, id: id, by: session, now: now)
        let step = advance(id, people: people, fresh: fresh, now: now)
        guard request.kind == .autologin else { return step }
        // The descriptions are Naver's own: clients tell the two cases apart by them.
        switch step {
        case .answer, .expired: return step
        case .chooseAccount: return .answer(request.location(error: "access_denied", "user not logged in."))
        case .askConsent, .refuse: return .answer(request.location(error: "access_denied", "need user consent."))
        }
    }

    func obstacle(to signIn: SignIn) -> Step? {
        guard let link = signIn.link, apps[link.app]?.admits(link.person) == false else { return nil }
        return .refuse(.notMember, status: 403)
    }

    func needsConsent(_ signIn: SignIn) -> Bool {
        signIn.link.map { links[$0] == nil } ?? true || !askedItems(signIn).isEmpty
    }

    func boxes(of signIn: SignIn, for person: Person, in language: Language) -> [ConsentBox] {
        askedItems(signIn).map { $0.box(in: language) }
    }

    mutating func finish(
        _ signIn: SignIn, by session: BrowserSession, _ person: Person, agreeingTo choice: ConsentChoice?,
        fresh: FreshText, now: Date
    ) -> String? {
        let (request, link) = (signIn.request, LinkKey(app: signIn.request.app, person: person.id))
        if let choice {
            let asked = askedItems(signIn)
            let agreed = asked.filter { choice.covers($0.item.id) }
            guard asked.allSatisfy({ !$0.isRequired || agreed.contains($0) }) else { return nil }
            links[link, default: NaverLink(connectedAt: now, agreed: [])].agreed.formUnion(agreed.map(\.item.id))
        }
        let code = fresh.naverWord()
        codes[code] = NaverCode(
            login: NaverLogin(
                link: link, authenticatedAt: session.authenticatedAt, hasOpenID: request.isOpenID,
                generation: links.generation(of: link)),
            redirectURI: request.redirectURI.text, challenge: request.challenge, nonce: request.nonce, issuedAt: now)
        return request.location(code: code)
    }

    func cancelled(_ request: NaverAuthorizeRequest) -> String {
        request.location(error: "access_denied", "Canceled By User")
    }

    /// The items that a sign-in has to ask for: all at the first, what became required since, and with `reprompt` whatever the
    /// person has left out before.
    private func askedItems(_ signIn: SignIn) -> [NaverAskedItem] {
        guard let key = signIn.link, let app = apps[key.app] else { return [] }
        guard let link = links[key] else { return app.items }
        return app.items.filter { item in
            !link.agreed.contains(item.item.id) && (item.isRequired || signIn.request.kind == .reprompt)
        }
    }
}

extension NaverAuthorizeRequest {
    var asksAgain: Bool { kind == .reauthenticate }
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
