// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// One sign-in in a browser, from the dialog to the answer that the app gets.
struct FacebookSignIn: Sendable {
    /// What the app asked for.
    let request: FacebookAuthorizeRequest
    /// When the app asked.
    let startedAt: Date
    /// The account that was chosen; nil until then.
    var person: Int64?
    /// The language chosen by the page's own switch; nil where the browser's decides.
    var language: Language?
    /// What the app gets in the end. Whoever comes back gets it again, with the same code.
    var outcome: FacebookOutcome?

    /// The person in the app; nil until an account was chosen.
    var link: FacebookLinkKey? { person.map { FacebookLinkKey(app: request.app, person: $0) } }
}

/// What an app gets.
enum FacebookOutcome: Sendable {
    /// The browser goes there.
    case location(String)
    /// The browser goes to the app with an id_token of these claims, yet to be signed.
    case limited(JSONObject)
}

/// Where a sign-in stands, and so what the browser is shown next.
enum FacebookSignInStep: Sendable {
    /// Which account is it?
    case chooseAccount
    /// What may the app have?
    case askConsent(missingRequired: Bool)
    /// The app gets its answer.
    case answer(FacebookOutcome)
    /// The app may be used by its own people only, and this is none.
    case inDevelopment
    /// The chosen account cannot be used.
    case unusableAccount(Person.AccountState)
    /// There is no such sign-in any more.
    case expired
}

extension FacebookRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: FacebookAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> FacebookSignInStep {
        var signIn = FacebookSignIn(request: request, startedAt: now)
        if let session = browserSession(cookie, people: people, now: now), request.authType != .reauthenticate {
            signIn.person = session.person
        }
        signIns[id] = signIn
        return advance(id, agreed: false, people: people, fresh: fresh, now: now)
    }

    /// Takes the choice of an account.
    mutating func choose(
        _ person: Int64, in id: String, people: People, fresh: FreshText, now: Date
    ) -> FacebookSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard people[person] != nil else { return step(of: id, people: people, now: now) }
        signIn.person = person
        signIns[id] = signIn
        return advance(id, agreed: false, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's agreement to some of what was asked for; nil for all of it. What is left out is declined.
    mutating func agree(
        to chosen: Set<String>?, in id: String, people: People, fresh: FreshText, now: Date
    ) -> FacebookSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        if let obstacle = obstacle(to: signIn, people: people) { return obstacle }
        guard let key = signIn.link else { return .chooseAccount }
        let asked = asked(signIn)
        let granted = asked.filter { chosen?.contains($0.id) ?? true }
        guard !asked.contains(.publicProfile) || granted.contains(.publicProfile) else {
            return .askConsent(missingRequired: true)
        }
        var link = links[key] ?? FacebookLink(connectedAt: now, granted: [])
        link.granted.formUnion(granted.map(\.id))
        link.declined.formUnion(asked.map(\.id))
        link.declined.subtract(link.granted)
        links[key] = link
        return advance(id, agreed: true, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's refusal.
    mutating func cancel(_ id: String, now: Date) -> FacebookSignInStep {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        let outcome = FacebookOutcome.location(signIn.request.cancelled)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Where a sign-in stands, without changing it.
    func step(of id: String, people: People, now: Date) -> FacebookSignInStep {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        return obstacle(to: signIn, people: people) ?? .askConsent(missingRequired: false)
    }

    /// A sign-in that still counts; one that is done counts until its time is over.
    func openSignIn(_ id: String, now: Date) -> FacebookSignIn? {
        guard let signIn = signIns[id], now.timeIntervalSince(signIn.startedAt) <= rules.consentLife else { return nil }
        return signIn
    }

    /// What a sign-in has to ask for: what was never answered, and with `rerequest` what was declined before.
    func asked(_ signIn: FacebookSignIn) -> [FacebookPermission] {
        guard let key = signIn.link, let link = links[key] else { return signIn.request.permissions }
        return signIn.request.permissions.filter { permission in
            guard !link.granted.contains(permission.id) else { return false }
            return signIn.request.authType == .rerequest || !link.declined.contains(permission.id)
        }
    }
}

// MARK: - The steps behind them

extension FacebookRecords {
    private mutating func advance(
        _ id: String, agreed: Bool, people: People, fresh: FreshText, now: Date
    ) -> FacebookSignInStep {
        guard var signIn = signIns[id] else { return .expired }
        if let obstacle = obstacle(to: signIn, people: people) { return obstacle }
        guard let key = signIn.link, let person = people[key.person] else { return .chooseAccount }
        guard let link = links[key], agreed || asked(signIn).isEmpty else {
            return .askConsent(missingRequired: false)
        }
        let request = signIn.request
        let login = FacebookLogin(
            link: key, hasOpenID: request.wantsOpenID, nonce: request.nonce, generation: generation(of: key))
        let outcome: FacebookOutcome
        if request.isLimited {
            outcome = .limited(idClaims(of: login, person, id: fresh.id(), now: now))
        } else {
            let code = "AQ\(fresh.token())"
            codes[code] = FacebookCode(
                login: login, redirectURI: request.redirectURI.text, challenge: request.challenge, issuedAt: now)
            outcome = .location(location(of: code, for: request, link))
        }
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    private func location(of code: String, for request: FacebookAuthorizeRequest, _ link: FacebookLink) -> String {
        var fields: [(name: String, value: String?)] = [("code", code), ("state", request.state)]
        if request.returnsScopes {
            let names = request.permissions.map(\.id)
            fields.append(("granted_scopes", names.filter(link.granted.contains).joined(separator: ",")))
            fields.append(("denied_scopes", names.filter(link.declined.contains).joined(separator: ",")))
        }
        return request.redirectURI.adding(fields) + (rules.addsJunkFragment ? "#_=_" : "")
    }

    /// What stands between a sign-in and its consent: no account chosen, or one that cannot be used.
    private func obstacle(to signIn: FacebookSignIn, people: People) -> FacebookSignInStep? {
        guard let id = signIn.person, let person = people[id], let app = apps[signIn.request.app] else {
            return .chooseAccount
        }
        guard person.accountState == .active else { return .unusableAccount(person.accountState) }
        return app.admits(id) ? nil : .inDevelopment
    }

    /// What an id_token says; its claims follow the permissions.
    func idClaims(of login: FacebookLogin, _ person: Person, id: String, now: Date) -> JSONObject {
        let moment = Int64(now.timeIntervalSince1970)
        let granted = links[login.link]?.granted ?? []
        var claims = JSONObject()
        claims["iss"] = "https://www.facebook.com"
        claims["aud"] = .string(String(login.link.app))
        claims["sub"] = .string(person.facebookID(app: login.link.app))
        claims["iat"] = JSONValue(moment)
        claims["exp"] = JSONValue(moment + Int64(rules.idTokenLife))
        claims["jti"] = .string(id)
        claims["nonce"] = login.nonce.map { .string($0) }
        claims["name"] = .string(person.facebookName)
        if person.hasPicture { claims["picture"] = .string(person.facebookPicture) }
        if granted.contains("email") { claims["email"] = person.email.map { .string($0) } }
        if granted.contains("user_gender") { claims["user_gender"] = person.gender.map { .string($0) } }
        if granted.contains("user_birthday") { claims["user_birthday"] = person.facebookBirthday.map { .string($0) } }
        return claims
    }
}

extension Person {
    /// The name on Facebook: the real one.
    var facebookName: String { name ?? nickname }

    /// `MM/DD/YYYY`, or without the year; nil without a day.
    var facebookBirthday: String? {
        guard let birthday, birthday.count == 4 else { return nil }
        let day = "\(birthday.prefix(2))/\(birthday.suffix(2))"
        return birthyear.map { "\(day)/\($0)" } ?? day
    }

    /// Where the person's picture is; somebody without one has the grey outline.
    var facebookPicture: String {
        "https://\(FacebookHost.pictures)/emulator/\(hasPicture ? id : 0)/profile.svg"
    }
}
