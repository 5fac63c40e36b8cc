// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto

/// What a token request is answered with, but for the id_token's signature.
struct NaverGrant: Sendable {
    let accessToken: String
    /// The refresh token, where one is given out.
    var refreshToken: String?
    /// What the id_token says, where there is one.
    var idClaims: JSONObject?
    /// Whether the token was taken away and not given out.
    var isDeletion = false
}

extension NaverRecords {
    /// Finds out which app a call comes from, and whether it really does: by id and secret in the fields.
    ///
    /// - Parameter needsSecret: false where something else proves it.
    func client(
        of form: NaverForm, needsSecret: Bool = true, orThrow refusal: NaverOAuthError
    ) throws(NaverOAuthError) -> NaverApp {
        let clientID = try form.required("client_id")
        guard let app = app(clientID: clientID) else { throw refusal }
        guard app.isLoginOn else { throw .loginOff }
        guard needsSecret || form["client_secret"] != nil else { return app }
        guard
            rules.lets(.anyClientSecret) || form["client_secret"].map({ app.clientSecret.matches(Secret($0)) }) == true
        else { throw refusal }
        return app
    }

    /// Exchanges a code for tokens (RFC 6749, section 4.1.3).
    mutating func exchange(
        _ form: NaverForm, for app: NaverApp, isOpenID: Bool, people: People, fresh: FreshText, now: Date
    ) throws(NaverOAuthError) -> NaverGrant {
        if rules.needsTokenState { _ = try form.required("state") }
        let text = try form.required("code")
        guard var code = codes[text], code.login.link.app == app.id, code.login.hasOpenID == isOpenID,
            now.timeIntervalSince(code.issuedAt) <= rules.codeLife, !code.isSpent || rules.lets(.reusableCodes),
            links.isLive(code.login), let person = people[code.login.link.person]
        else { throw .badCode }
        if let sent = form["redirect_uri"], let wanted = code.redirectURI, !sent.hasSameBytes(as: wanted),
            !rules.lets(.differentRedirectURI)
        {
            throw .otherRedirectURI
        }
        if isOpenID {
            // Discovery names `none` beside the secret: the verifier stands for it then.
            guard form["client_secret"] != nil || code.challenge != nil || rules.lets(.anyClientSecret) else {
                throw .badOpenIDClient
            }
            try check(form["code_verifier"], against: code.challenge)
        }
        code.isSpent = true
        codes[text] = code

        let number = begin(code.login)
        let refreshToken = fresh.naverWord()
        refreshTokens[refreshToken] = NaverToken(
            login: number, expiresAt: rules.refreshTokenLife.map { now.addingTimeInterval(TimeInterval($0)) })
        var grant = grant(for: number, fresh: fresh, now: now)
        grant.refreshToken = refreshToken
        if isOpenID { grant.idClaims = claims(of: code, for: app, person, now: now) }
        return grant
    }

    /// Exchanges a refresh token for an access token (RFC 6749, section 6). The refresh token stays as it is.
    mutating func refresh(
        _ form: NaverForm, for app: NaverApp, isOpenID: Bool, people: People, fresh: FreshText, now: Date
    ) throws(NaverOAuthError) -> NaverGrant {
        guard !isOpenID || rules.refreshesOpenID else { throw .grantType }
        guard let token = refreshTokens[try form.required("refresh_token")], token.isLive(at: now),
            let login = login(token.login), login.link.app == app.id, people[login.link.person] != nil
        else { throw .badRefreshToken }
        if rules.refreshEndsAccessTokens { _ = accessTokens.remove { $0.login == token.login } }
        return grant(for: token.login, fresh: fresh, now: now)
    }

    /// Ends both tokens and the link (`grant_type=delete`). Naver's answer is the same for a token that it does not know.
    mutating func delete(_ form: NaverForm, for app: NaverApp, now: Date) throws(NaverOAuthError) -> NaverGrant {
        let text = try form.required("access_token")
        guard try form.required("service_provider") == "NAVER" else { throw .invalid("service_provider") }
        let live = accessTokens[text].flatMap { $0.isLive(at: now) ? login($0.login) : nil }
        if let live, live.link.app == app.id {
            _ = links.remove(live.link)
        } else if rules.deletionNeedsLiveToken {
            throw .badAccessToken
        }
        return NaverGrant(accessToken: text, isDeletion: true)
    }

    /// Whose token it is, access or refresh; nil for one that is not known or whose login has ended.
    func owner(of token: String, now: Date) -> LinkKey? {
        (accessTokens[token] ?? refreshTokens[token]).flatMap { login($0.login)?.link }
    }

    private mutating func grant(for number: Int, fresh: FreshText, now: Date) -> NaverGrant {
        let text = fresh.naverAccessToken()
        accessTokens[text] = NaverToken(
            login: number, expiresAt: now.addingTimeInterval(TimeInterval(rules.accessTokenLife)))
        return NaverGrant(accessToken: text)
    }

    private func check(_ verifier: String?, against challenge: String?) throws(NaverOAuthError) {
        guard !rules.lets(.anyVerifier) else { return }
        do throws(ProofKey.Fault) {
            try ProofKey.check(verifier, against: challenge)
        } catch {
            switch error {
            case .missing: throw .missing("code_verifier")
            case .unasked: throw .invalid("code_verifier without a code_challenge")
            case .malformed, .wrong, .badChallenge: throw .badVerifier
            }
        }
    }

    /// What an id_token says of the person (OpenID Connect Core, section 2).
    private func claims(of code: NaverCode, for app: NaverApp, _ person: Person, now: Date) -> JSONObject {
        let issuedAt = Int64(now.timeIntervalSince1970)
        var claims = JSONObject()
        claims["iss"] = .string("https://\(NaverHost.nid)")
        claims["aud"] = .string(app.clientID)
        claims["sub"] = .string(subject(of: code.login.link))
        claims["iat"] = JSONValue(issuedAt)
        claims["exp"] = JSONValue(issuedAt + Int64(rules.accessTokenLife))
        claims["auth_time"] = JSONValue(Int64(code.login.authenticatedAt.timeIntervalSince1970))
        if rules.idTokenHasNonce { claims["nonce"] = code.nonce.map(JSONValue.string) }
        guard rules.idTokenHasProfile else { return claims }
        let agreed = agreed(code.login.link)
        if agreed.contains(.name) { claims["name"] = person.name.map(JSONValue.string) }
        if agreed.contains(.nickname) { claims["nickname"] = .string(person.nickname) }
        if agreed.contains(.email) { claims["email"] = person.email.map(JSONValue.string) }
        if agreed.contains(.image) { claims["picture"] = .string(person.naverPictureURL) }
        return claims
    }
}

extension NaverRecords: TokenPairRecords {
    /// Lets tokens of a person in an app run out now; gives how many.
    mutating func expireTokens(_ kind: TokenKind, of link: LinkKey, now: Date) -> Int {
        let logins = logins
        let isMeant = { (token: NaverToken) in logins[token.login]?.link == link && token.isLive(at: now) }
        var count = 0
        if kind != .refresh { count += accessTokens.change(where: isMeant) { $0.expiresAt = now } }
        if kind != .access { count += refreshTokens.change(where: isMeant) { $0.expiresAt = now } }
        return count
    }

    /// Takes tokens of a person in an app out of the world; gives how many.
    mutating func killTokens(_ kind: TokenKind, of link: LinkKey) -> Int {
        let logins = logins
        let isMeant = { (token: NaverToken) in logins[token.login]?.link == link }
        var count = 0
        if kind != .refresh { count += accessTokens.remove(where: isMeant) }
        if kind != .access { count += refreshTokens.remove(where: isMeant) }
        if kind == .all { links.endLogins(of: link) }
        return count
    }
}
