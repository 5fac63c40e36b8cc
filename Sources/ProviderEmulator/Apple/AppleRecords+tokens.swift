// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto

/// What a token request is answered with, but for the id_token's signature.
struct AppleGrant: Sendable {
    let accessToken: String
    /// Seconds.
    let expiresIn: Int
    /// Given out with a code, and never again.
    let refreshToken: String?
    /// What the id_token says, where there is one.
    let idClaims: JSONObject?
}

extension AppleRecords {
    /// How far ahead the end of a client secret may lie, in seconds: six months.
    static let longestSecretLife: Int64 = 15_777_000

    /// Finds out which app a request comes from, and whether it really does: its secret is a token that the app's key
    /// signed, for this very `client_id`.
    func client(of form: AppleForm, now: Date) throws(AppleError) -> String {
        let clientID = try form.required("client_id")
        let secret = Secret(try form.required("client_secret"))
        guard let app = app(of: clientID) else { throw .unknownClient }
        guard !rules.lets(.anyClientSecret) else { return clientID }
        guard let token = try? UnverifiedJWT(parsing: secret) else { throw .secret("is no signed token") }
        guard token.algorithm == "ES256" else { throw .secret("must be signed by ES256") }
        guard token.keyID == app.keyID else { throw .secret("names another key (kid)") }
        guard let key = app.secretKey, let claims = try? token.verified(with: key, algorithms: [.es256]).claims else {
            throw .secret("is badly signed: r and s side by side, 64 bytes, by the app's key")
        }
        guard claims["iss"]?.string == app.teamID else { throw .secret("is of another team (iss)") }
        guard claims["aud"]?.string == "https://appleid.apple.com" else {
            throw .secret("is for another audience (aud)")
        }
        guard claims["sub"]?.string == clientID else { throw .secret("is for another client_id (sub)") }
        let moment = Int64(now.timeIntervalSince1970)
        guard let issued = claims["iat"]?.integer, let end = claims["exp"]?.integer else {
            throw .secret("lacks iat or exp")
        }
        guard end > moment else { throw .secret("has expired") }
        // A minute for clocks that differ.
        guard issued <= moment + 60 else { throw .secret("was made in the future") }
        guard end - moment <= Self.longestSecretLife else { throw .secret("ends in more than six months (exp)") }
        return clientID
    }

    /// Exchanges a code for tokens.
    mutating func exchange(
        _ form: AppleForm, for clientID: String, people: People, fresh: FreshText, now: Date
    ) throws(AppleError) -> AppleGrant {
        let text = try form.required("code")
        guard var code = codes[text], code.login.clientID == clientID, links.isLive(code.login),
            now.timeIntervalSince(code.issuedAt) <= rules.codeLife, let person = people[code.login.link.person]
        else { throw .badCode }
        guard !code.isSpent || rules.lets(.reusableCodes) else { throw .usedCode }
        guard form["redirect_uri"] == code.redirectURI else { throw .otherRedirectURI }
        try check(form["code_verifier"], against: code.challenge)
        code.isSpent = true
        codes[text] = code
        let refreshToken = "r.\(fresh.token())"
        refreshTokens[refreshToken] = AppleToken(login: code.login, expiresAt: nil)
        return grant(for: code.login, person, refreshToken: refreshToken, givesIDToken: true, fresh: fresh, now: now)
    }

    private func check(_ verifier: String?, against challenge: String?) throws(AppleError) {
        guard !rules.lets(.anyVerifier) else { return }
        do throws(ProofKey.Fault) {
            try ProofKey.check(verifier, against: challenge)
        } catch {
            throw error == .missing ? .missing("code_verifier") : .badVerifier
        }
    }

    /// Exchanges a refresh token for an access token; the refresh token stays.
    mutating func refresh(
        _ form: AppleForm, for clientID: String, people: People, fresh: FreshText, now: Date
    ) throws(AppleError) -> AppleGrant {
        guard let token = refreshTokens[try form.required("refresh_token")], token.login.clientID == clientID,
            links.isLive(token.login), let person = people[token.login.link.person]
        else { throw .badRefreshToken }
        return grant(
            for: token.login, person, refreshToken: nil, givesIDToken: rules.refreshGivesIDToken, fresh: fresh, now: now
        )
    }

    /// Ends a token and with it the link. A token that is dead already, or never was one, is as good as ended.
    mutating func revoke(_ form: AppleForm, for clientID: String) throws(AppleError) {
        let text = try form.required("token")
        let hint = form["token_type_hint"]
        guard hint != nil || rules.lets(.missingTokenTypeHint) else { throw .missing("token_type_hint") }
        guard hint.map(["access_token", "refresh_token"].contains) ?? true else { throw .invalid("token_type_hint") }
        guard let token = refreshTokens[text] ?? accessTokens[text], token.login.clientID == clientID,
            links.isLive(token.login)
        else { return }
        _ = links.remove(token.login.link)
    }

    private mutating func grant(
        for login: AppleLogin, _ person: Person, refreshToken: String?, givesIDToken: Bool, fresh: FreshText, now: Date
    ) -> AppleGrant {
        let accessToken = "a.\(fresh.token())"
        accessTokens[accessToken] = AppleToken(
            login: login, expiresAt: now.addingTimeInterval(TimeInterval(rules.accessTokenLife)))
        return AppleGrant(
            accessToken: accessToken, expiresIn: rules.accessTokenLife, refreshToken: refreshToken,
            idClaims: givesIDToken ? idClaims(of: login, person, accessToken: accessToken, now: now) : nil)
    }

    /// What an id_token says: beside a code its hash, from the token endpoint the access token's.
    func idClaims(
        of login: AppleLogin, _ person: Person, code: String? = nil, accessToken: String? = nil, now: Date
    ) -> JSONObject {
        let moment = Int64(now.timeIntervalSince1970)
        let team = apps[login.link.app]?.teamID ?? ""
        var claims = JSONObject()
        claims["iss"] = .string(rules.issuer)
        claims["aud"] = .string(login.clientID)
        claims["sub"] = .string(person.appleSubject(team: team))
        claims["iat"] = JSONValue(moment)
        claims["exp"] = JSONValue(moment + Int64(rules.idTokenLife))
        claims["auth_time"] = JSONValue(Int64(login.authenticatedAt.timeIntervalSince1970))
        if rules.echoesNonce { claims["nonce"] = login.nonce.map { .string($0) } }
        claims["nonce_supported"] = .bool(rules.supportsNonce)
        claims["c_hash"] = code.map { .string(tokenHash(of: Secret($0))) }
        claims["at_hash"] = accessToken.map { .string(tokenHash(of: Secret($0))) }
        if let email = emailShared(with: login, by: person) {
            claims["email"] = .string(email)
            claims["email_verified"] = flag(true)
            claims["is_private_email"] = flag(links[login.link]?.hidesEmail ?? false)
        }
        if login.isNative { claims["real_user_status"] = 2 }
        return claims
    }

    private func flag(_ value: Bool) -> JSONValue { rules.flagsAreText ? .string("\(value)") : .bool(value) }
}
