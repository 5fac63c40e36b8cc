// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// One sign-in in a browser, from the authorize request to the answer that the app gets.
struct AppleSignIn: Sendable {
    /// What the app asked for.
    let request: AppleAuthorizeRequest
    /// When the app asked.
    let startedAt: Date
    /// The account that was chosen; nil until then.
    var person: Int64?
    /// When the person proved who they are; nil until then.
    var authenticatedAt: Date?
    /// The language chosen by the page's own switch; nil where the browser's decides.
    var language: Language?
    /// What the app gets in the end. Whoever comes back gets it again, with the same code.
    var outcome: AppleOutcome?
}

/// What an app gets, before an id_token is signed.
struct AppleOutcome: Sendable {
    /// The fields of the answer, in order.
    var fields: [(name: String, value: String)]
    /// What an id_token beside the code says; nil where none was asked for.
    var idClaims: JSONObject?
}

/// Where a sign-in stands, and so what the browser is shown next.
enum AppleSignInStep: Sendable {
    /// Which account is it?
    case chooseAccount
    /// What may the app have?
    case askConsent
    /// The app gets its answer.
    case answer(AppleOutcome)
    /// The chosen account cannot be used.
    case unusableAccount(Person.AccountState)
    /// There is no such sign-in any more.
    case expired
}

/// What a person shares on the consent page.
struct AppleSharing: Sendable {
    /// Whether the name goes along.
    let name: Bool
    /// Whether the app gets the person's own address; otherwise one that Apple forwards from.
    let ownEmail: Bool
}

extension AppleRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: AppleAuthorizeRequest, id: String, cookie: String?, people: People, now: Date
    ) -> AppleSignInStep {
        var signIn = AppleSignIn(request: request, startedAt: now)
        if let session = browserSession(cookie, people: people, now: now) {
            signIn.person = session.person
            signIn.authenticatedAt = session.authenticatedAt
        }
        signIns[id] = signIn
        return step(of: id, people: people, now: now)
    }

    /// Takes the choice of an account. Somebody who signed in before and has just chosen is asked nothing more.
    mutating func choose(
        _ person: Int64, in id: String, people: People, fresh: FreshText, now: Date
    ) -> AppleSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard people[person] != nil else { return step(of: id, people: people, now: now) }
        signIn.person = person
        signIn.authenticatedAt = now
        signIns[id] = signIn
        let isKnown = links[AppleLinkKey(app: signIn.request.app, person: person)] != nil
        guard isKnown else { return step(of: id, people: people, now: now) }
        return agree(to: nil, in: id, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's agreement.
    mutating func agree(
        to sharing: AppleSharing?, in id: String, people: People, fresh: FreshText, now: Date
    ) -> AppleSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        let step = step(of: id, people: people, now: now)
        guard case .askConsent = step, let person = signIn.person.flatMap({ people[$0] }),
            let authenticatedAt = signIn.authenticatedAt
        else { return step }
        let request = signIn.request
        let connected = connect(
            person, with: request.app, sharing ?? AppleSharing(name: true, ownEmail: true),
            wantsEmail: request.wantsEmail, now: now)
        let code = fresh.token()
        let login = AppleLogin(
            link: connected.key, clientID: request.clientID, authenticatedAt: authenticatedAt, nonce: request.nonce,
            isNative: false, generation: generation(of: connected.key))
        codes[code] = AppleCode(
            login: login, redirectURI: request.redirectURI.text, challenge: request.challenge, issuedAt: now)

        var fields = [("code", code)]
        if let state = request.state { fields.append(("state", state)) }
        // The name travels once, at the very first sign-in of this person to the app, and unsigned.
        if connected.isFirst, request.wantsName || request.wantsEmail {
            let sharesName = request.wantsName && (sharing?.name ?? true)
            fields.append(
                ("user", person.appleUser(sharesName: sharesName, email: emailShared(with: login, by: person))))
        }
        let claims = request.wantsIDToken ? idClaims(of: login, person, code: code, now: now) : nil
        let outcome = AppleOutcome(fields: fields.map { (name: $0.0, value: $0.1) }, idClaims: claims)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Takes the person's refusal.
    mutating func cancel(_ id: String, now: Date) -> AppleSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        var fields: [(name: String, value: String)] = [(name: "error", value: "user_cancelled_authorize")]
        if let state = signIn.request.state { fields.append((name: "state", value: state)) }
        let outcome = AppleOutcome(fields: fields, idClaims: nil)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Where a sign-in stands, without changing it.
    func step(of id: String, people: People, now: Date) -> AppleSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard let person = signIn.person.flatMap({ people[$0] }) else { return .chooseAccount }
        guard person.accountState == .active else { return .unusableAccount(person.accountState) }
        return .askConsent
    }

    /// A sign-in that still counts; one that is done counts until its time is over.
    func openSignIn(_ id: String, now: Date) -> AppleSignIn? {
        guard let signIn = signIns[id], now.timeIntervalSince(signIn.startedAt) <= rules.consentLife else { return nil }
        return signIn
    }

    /// Connects a person with an app, or finds that they are connected; what was shared at first stays as it is.
    mutating func connect(
        _ person: Person, with app: Int64, _ sharing: AppleSharing, wantsEmail: Bool, now: Date
    ) -> (key: AppleLinkKey, isFirst: Bool) {
        let key = AppleLinkKey(app: app, person: person.id)
        guard links[key] == nil else { return (key, false) }
        links[key] = AppleLink(
            connectedAt: now, sharesEmail: wantsEmail && person.email != nil, hidesEmail: !sharing.ownEmail)
        return (key, true)
    }

    /// The address that an app gets; nil where none is shared.
    func emailShared(with login: AppleLogin, by person: Person) -> String? {
        guard let link = links[login.link], link.sharesEmail, let app = apps[login.link.app] else { return nil }
        return link.hidesEmail ? person.appleRelayAddress(team: app.teamID) : person.email
    }
}
