// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What an app gets, before an id_token is signed.
struct FacebookOutcome: Sendable {
    /// The fields of the answer, in order.
    var fields: [(name: String, value: String?)]
    /// What an id_token beside them says; nil where none was asked for.
    var idClaims: JSONObject?
    /// Whether the answer stands in the fragment, as whatever holds a token does.
    var standsInFragment = false
    /// Whether junk follows.
    var hasJunk = false
}

extension FacebookRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one.
    mutating func begin(
        _ request: FacebookAuthorizeRequest, id: String, cookie: String?, people: People, fresh: FreshText, now: Date
    ) -> Step {
        let session = request.asksAgain ? nil : browserSession(cookie, people: people, now: now)
        open(request, id: id, by: session, now: now)
        return advance(id, people: people, fresh: fresh, now: now)
    }

    func obstacle(to signIn: SignIn) -> Step? {
        guard let link = signIn.link, apps[link.app]?.admits(link.person) == false else { return nil }
        return .refuse(.facebookInDevelopment, status: 403)
    }

    func needsConsent(_ signIn: SignIn) -> Bool {
        signIn.link.map { links[$0] == nil } ?? true || !asked(signIn).isEmpty
    }

    func boxes(of signIn: SignIn, for person: Person, in language: Language) -> [ConsentBox] {
        asked(signIn).map { permission in
            ConsentBox(
                field: "item", value: permission.id, isRequired: permission == .publicProfile,
                name: permission.name.text(in: language), detail: permission.id)
        }
    }

    /// What is left out is declined.
    mutating func finish(
        _ signIn: SignIn, by session: BrowserSession, _ person: Person, agreeingTo choice: ConsentChoice?,
        fresh: FreshText, now: Date
    ) -> FacebookOutcome? {
        let (request, key) = (signIn.request, LinkKey(app: signIn.request.app, person: person.id))
        var link = links[key] ?? FacebookLink(connectedAt: now, granted: [])
        if let choice {
            let asked = asked(signIn)
            let granted = asked.filter { choice.covers($0.id) }
            guard !asked.contains(.publicProfile) || granted.contains(.publicProfile) else { return nil }
            link.granted.formUnion(granted.map(\.id))
            link.declined.formUnion(asked.map(\.id))
            link.declined.subtract(link.granted)
            links[key] = link
        }
        let login = FacebookLogin(
            link: key, hasOpenID: request.wantsOpenID, nonce: request.nonce, generation: links.generation(of: key))
        return answer(to: request, by: login, person, link, fresh: fresh, now: now)
    }

    func cancelled(_ request: FacebookAuthorizeRequest) -> FacebookOutcome {
        FacebookOutcome(fields: request.cancelled)
    }

    /// What a sign-in has to ask for: what was never answered, and with `rerequest` what was declined before.
    private func asked(_ signIn: SignIn) -> [FacebookPermission] {
        guard let key = signIn.link, let link = links[key] else { return signIn.request.permissions }
        return signIn.request.permissions.filter { permission in
            guard !link.granted.contains(permission.id) else { return false }
            return signIn.request.authType == .rerequest || !link.declined.contains(permission.id)
        }
    }

    private mutating func answer(
        to request: FacebookAuthorizeRequest, by login: FacebookLogin, _ person: Person, _ link: FacebookLink,
        fresh: FreshText, now: Date
    ) -> FacebookOutcome {
        var outcome = FacebookOutcome(fields: [], standsInFragment: request.parts != [.code])
        outcome.hasJunk = !outcome.standsInFragment && rules.addsJunkFragment
        if request.parts.contains(.code) {
            let code = "AQ\(fresh.token())"
            codes[code] = FacebookCode(
                login: login, redirectURI: request.redirectURI.text, challenge: request.challenge, issuedAt: now)
            outcome.fields.append(("code", code))
        }
        if request.parts.contains(.accessToken) {
            let life = rules.webTokenLife
            let given = grant(for: login, person, life: life, isLongLived: false, fresh: fresh, now: now)
            outcome.fields.append(("access_token", given.accessToken))
            outcome.fields.append(("expires_in", String(life)))
        }
        if request.parts.contains(.idToken) {
            outcome.idClaims = idClaims(of: login, person, id: fresh.id(), now: now)
            outcome.fields.append(("graph_domain", "facebook"))
        }
        outcome.fields.append(("state", request.state))
        if request.returnsScopes, request.parts != [.idToken] {
            let names = request.permissions.map(\.id)
            outcome.fields.append(("granted_scopes", names.filter(link.granted.contains).joined(separator: ",")))
            outcome.fields.append(("denied_scopes", names.filter(link.declined.contains).joined(separator: ",")))
        }
        return outcome
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
        let name = person.nameParts
        claims["given_name"] = .string(name.given)
        if !name.family.isEmpty { claims["family_name"] = .string(name.family) }
        if person.hasPicture { claims["picture"] = .string(person.facebookPicture) }
        if granted.contains("email") { claims["email"] = person.email.map { .string($0) } }
        if granted.contains("user_gender") { claims["user_gender"] = person.gender.map { .string($0) } }
        if granted.contains("user_birthday") { claims["user_birthday"] = person.facebookBirthday.map { .string($0) } }
        return claims
    }
}

extension FacebookAuthorizeRequest {
    var asksAgain: Bool { authType == .reauthenticate }
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
