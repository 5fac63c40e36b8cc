// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto

/// What a token request is answered with, but for the id_token's signature.
struct FacebookGrant: Sendable {
    let accessToken: String
    /// Seconds; nil where the answer names none.
    let expiresIn: Int?
    /// When it ends, for the grant whose answer says that too.
    var expiresAt: Date?
    /// What the id_token says, where there is one.
    let idClaims: JSONObject?
}

/// Whose token a call came with.
enum FacebookCaller: Sendable {
    /// A person's.
    case person(FacebookToken, Person, text: String)
    /// An app's own.
    case app(FacebookApp)
}

extension FacebookRecords {
    /// Answers `/oauth/access_token`, whatever the grant; without one a code is meant.
    mutating func token(
        _ form: FacebookForm, people: People, fresh: FreshText, now: Date
    ) throws(FacebookError) -> FacebookGrant {
        // The token of an app stands for its client_id, which the older SDKs leave out.
        guard form["grant_type"] != "fb_extend_sso_token" else {
            return try extend(form, people: people, fresh: fresh, now: now)
        }
        guard let number = Int64(try form.required("client_id")), let app = apps[number] else { throw .unknownApp }
        let secret = form["client_secret"].map { Secret($0) }
        guard secret.map({ $0.matches(app.secret) }) ?? true else { throw .badSecret }
        switch form["grant_type"] ?? "authorization_code" {
        case "authorization_code":
            return try exchange(form, for: app, hasSecret: secret != nil, people: people, fresh: fresh, now: now)
        case "fb_exchange_token":
            guard secret != nil else { throw .secretMissing }
            return try lengthen(try form.required("fb_exchange_token"), for: app, fresh: fresh, now: now)
        case "client_credentials":
            guard secret != nil else { throw .secretMissing }
            return FacebookGrant(accessToken: app.token, expiresIn: nil, idClaims: nil)
        default: throw .invalid("grant_type")
        }
    }

    private mutating func exchange(
        _ form: FacebookForm, for app: FacebookApp, hasSecret: Bool, people: People, fresh: FreshText, now: Date
    ) throws(FacebookError) -> FacebookGrant {
        let text = try form.required("code")
        guard var code = codes[text], code.login.link.app == app.id, links.isLive(code.login),
            let person = people[code.login.link.person]
        else { throw .badCode }
        guard now.timeIntervalSince(code.issuedAt) <= rules.codeLife else { throw .expiredCode }
        guard !code.isSpent || rules.lets(.reusableCodes) else { throw .usedCode }
        guard try form.required("redirect_uri").hasSameBytes(as: code.redirectURI) else { throw .otherRedirectURI }
        try check(form["code_verifier"], against: code.challenge)
        // An app has no secret; its verifier stands for it.
        guard hasSecret || code.challenge != nil else { throw .secretMissing }
        code.isSpent = true
        codes[text] = code
        let life = hasSecret ? rules.webTokenLife : rules.longTokenLife
        return grant(for: code.login, person, life: life, isLongLived: !hasSecret, fresh: fresh, now: now)
    }

    private mutating func lengthen(
        _ text: String, for app: FacebookApp, fresh: FreshText, now: Date
    ) throws(FacebookError) -> FacebookGrant {
        guard let token = tokens[text], token.login.link.app == app.id else { throw .unreadableToken }
        if let cause = cause(of: token, now: now) { throw .dead(cause) }
        return lengthened(token, fresh: fresh, now: now)
    }

    /// What Facebook's own SDK does once a day: an app's token for one that lives on.
    private mutating func extend(
        _ form: FacebookForm, people: People, fresh: FreshText, now: Date
    ) throws(FacebookError) -> FacebookGrant {
        guard case .person(let token, _, _) = try caller(form, bearer: nil, people: people, now: now) else {
            throw .noToken
        }
        if let clientID = form["client_id"], clientID != String(token.login.link.app) { throw .unknownApp }
        var grant = lengthened(token, fresh: fresh, now: now)
        grant.expiresAt = now.addingTimeInterval(TimeInterval(rules.longTokenLife))
        return grant
    }

    private mutating func lengthened(_ token: FacebookToken, fresh: FreshText, now: Date) -> FacebookGrant {
        let longer = "EAAL\(fresh.token())"
        tokens[longer] = FacebookToken(
            login: token.login, issuedAt: now, expiresAt: now.addingTimeInterval(TimeInterval(rules.longTokenLife)),
            isLongLived: true)
        return FacebookGrant(accessToken: longer, expiresIn: rules.longTokenLife, idClaims: nil)
    }

    /// Gives a token out.
    mutating func grant(
        for login: FacebookLogin, _ person: Person, life: Int, isLongLived: Bool, fresh: FreshText, now: Date
    ) -> FacebookGrant {
        let text = "EAAB\(fresh.token())"
        tokens[text] = FacebookToken(
            login: login, issuedAt: now, expiresAt: now.addingTimeInterval(TimeInterval(life)), isLongLived: isLongLived
        )
        return FacebookGrant(
            accessToken: text, expiresIn: life,
            idClaims: login.hasOpenID ? idClaims(of: login, person, id: fresh.id(), now: now) : nil)
    }

    private func check(_ verifier: String?, against challenge: String?) throws(FacebookError) {
        guard !rules.lets(.anyVerifier) else { return }
        do throws(ProofKey.Fault) {
            try ProofKey.check(verifier, against: challenge)
        } catch {
            throw .badVerifier
        }
    }

    /// Why a token is dead, as a subcode of 190; nil while it is not.
    func cause(of token: FacebookToken, now: Date) -> Int? {
        if let cause = token.cause { return cause }
        if !links.isLive(token.login) { return 458 }
        return token.expiresAt <= now ? 463 : nil
    }

    /// Whose call this is. The token comes as a field or as a header, and its proof has to be right where it is there.
    func caller(
        _ form: FacebookForm, bearer: String?, people: People, now: Date
    ) throws(FacebookError) -> FacebookCaller {
        guard let text = form["access_token"] ?? bearer else { throw .noToken }
        if let app = apps.values.first(where: { Secret($0.token).matches(Secret(text)) }) {
            try checkProof(in: form, of: text, app, isRequired: false)
            return .app(app)
        }
        guard let token = tokens[text], let app = apps[token.login.link.app] else { throw .unreadableToken }
        try checkProof(in: form, of: text, app, isRequired: app.requiresProof)
        if let cause = cause(of: token, now: now) { throw .dead(cause) }
        guard let person = people[token.login.link.person] else { throw .dead(465) }
        return .person(token, person, text: text)
    }

    /// The proof covers the token, and where `appsecret_time` stands beside it that moment too. The latter is unconfirmed.
    private func checkProof(
        in form: FacebookForm, of token: String, _ app: FacebookApp, isRequired: Bool
    ) throws(FacebookError) {
        guard form.has("appsecret_proof") else {
            guard !isRequired else { throw .proofMissing }
            return
        }
        let covered = form["appsecret_time"].map { "\(token)|\($0)" } ?? token
        let wanted = Hex.encode(hmacSHA256(Array(covered.utf8), key: Array(app.secret.exposed.utf8)))
        guard let proof = form["appsecret_proof"], Secret(wanted).matches(Secret(proof)) else { throw .badProof }
    }
}
