// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What an app gets, before an id_token is signed.
struct AppleOutcome: Sendable {
    /// The fields of the answer, in order.
    var fields: [(name: String, value: String)]
    /// What an id_token beside the code says; nil where none was asked for.
    var idClaims: JSONObject?
}

/// What a person shares on the consent page.
struct AppleSharing: Sendable {
    /// Whether the name goes along.
    let name: Bool
    /// Whether the app gets the person's own address; otherwise one that Apple forwards from.
    let ownEmail: Bool
}

extension AppleRecords {
    /// Begins a sign-in. `cookie` is what the browser holds of an earlier one. Nobody is let through without a page.
    mutating func begin(
        _ request: AppleAuthorizeRequest, id: String, cookie: String?, people: People, now: Date
    ) -> Step {
        open(request, id: id, by: browserSession(cookie, people: people, now: now), now: now)
        return step(of: id, people: people, now: now)
    }

    /// Somebody who signed in before, and has just chosen, is asked nothing more.
    func needsConsent(_ signIn: SignIn) -> Bool {
        signIn.link.map { links[$0] == nil } ?? true
    }

    func boxes(of signIn: SignIn, for person: Person, in language: Language) -> [ConsentBox] {
        guard let app = apps[signIn.request.app], needsConsent(signIn) else { return [] }
        return signIn.request.boxes(for: person, of: app, in: language)
    }

    mutating func finish(
        _ signIn: SignIn, by session: BrowserSession, _ person: Person, agreeingTo choice: ConsentChoice?,
        fresh: FreshText, now: Date
    ) -> AppleOutcome? {
        let (request, choice) = (signIn.request, choice ?? .all)
        let sharing = AppleSharing(name: choice.covers("name"), ownEmail: choice.covers("email"))
        let connected = connect(person, with: request.app, sharing, wantsEmail: request.wantsEmail, now: now)
        let code = fresh.token()
        let login = AppleLogin(
            link: connected.key, clientID: request.clientID, authenticatedAt: session.authenticatedAt,
            nonce: request.nonce, isNative: false, generation: links.generation(of: connected.key))
        codes[code] = AppleCode(
            login: login, redirectURI: request.redirectURI.text, challenge: request.challenge, issuedAt: now)

        var fields = [(name: "code", value: code)]
        if let state = request.state { fields.append((name: "state", value: state)) }
        // The name travels once, at the very first sign-in of this person to the app, and unsigned.
        if connected.isFirst, request.wantsName || request.wantsEmail {
            let user = person.appleUser(
                sharesName: request.wantsName && sharing.name, email: emailShared(with: login, by: person))
            fields.append((name: "user", value: user))
        }
        let claims = request.wantsIDToken ? idClaims(of: login, person, code: code, now: now) : nil
        return AppleOutcome(fields: fields, idClaims: claims)
    }

    func cancelled(_ request: AppleAuthorizeRequest) -> AppleOutcome {
        var fields = [(name: "error", value: "user_cancelled_authorize")]
        if let state = request.state { fields.append((name: "state", value: state)) }
        return AppleOutcome(fields: fields, idClaims: nil)
    }

    /// Connects a person with an app, or finds that they are connected; what was shared at first stays as it is.
    mutating func connect(
        _ person: Person, with app: Int64, _ sharing: AppleSharing, wantsEmail: Bool, now: Date
    ) -> (key: LinkKey, isFirst: Bool) {
        let key = LinkKey(app: app, person: person.id)
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

extension AppleAuthorizeRequest {
    /// What the person can share or keep: the name, and the own address or one that Apple forwards from.
    fileprivate func boxes(for person: Person, of app: AppleApp, in language: Language) -> [ConsentBox] {
        var boxes: [ConsentBox] = []
        if wantsName {
            let name = person.nameParts
            boxes.append(
                ConsentBox(
                    field: "item", value: "name", isRequired: false, name: AppleItem.name.text(in: language),
                    detail: name.family.isEmpty ? name.given : person.name ?? person.nickname))
        }
        if wantsEmail, let email = person.email {
            let relay = person.appleRelayAddress(team: app.teamID)
            boxes.append(
                ConsentBox(
                    field: "item", value: "email", isRequired: false,
                    name: language.text("나의 이메일 공유하기", "Share my email"),
                    detail: language.text(
                        "\(email) · 고르지 않으면 가린 주소 \(relay)", "\(email) · left out, the app gets \(relay)")))
        }
        return boxes
    }
}
