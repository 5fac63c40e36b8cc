// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto

/// What a token request is answered with, but for the id_token's signature.
struct KakaoGrant: Sendable {
    let accessToken: String
    /// Seconds.
    let expiresIn: Int
    /// The refresh token and its remaining seconds, where one is given out.
    let refreshToken: (text: String, expiresIn: Int)?
    /// The agreed items, where the answer names them.
    let scopes: [String]?
    /// What the id_token says, where there is one.
    let idClaims: JSONObject?
}

extension KakaoRecords {
    /// Exchanges a code for tokens (RFC 6749, section 4.1.3).
    mutating func exchange(
        _ form: KakaoForm, for key: KakaoKey, people: People, fresh: FreshText, now: Date
    ) throws(KakaoOAuthError) -> KakaoGrant {
        let text = try form.required("code")
        guard var code = codes[text], code.login.key == key, now.timeIntervalSince(code.issuedAt) <= rules.codeLife
        else { throw .badCode }
        if let spentOn = code.spentOn, !rules.lets(.reusableCodes) {
            if rules.replayEndsTokens { logins[spentOn] = nil }
            throw .badCode
        }
        guard links.isLive(code.login), let person = people[code.login.link.person] else { throw .badCode }
        if let redirectURI = form["redirect_uri"], !redirectURI.hasSameBytes(as: code.redirectURI),
            !rules.lets(.differentRedirectURI)
        {
            throw .otherRedirectURI
        }
        try check(form["code_verifier"], against: code.challenge)

        let number = begin(code.login)
        code.spentOn = number
        codes[text] = code
        let refreshToken = fresh.token()
        refreshTokens[refreshToken] = KakaoRefreshToken(
            login: number, expiresAt: now.addingTimeInterval(TimeInterval(rules.refreshTokenLife)))
        return grant(
            for: number, code.login, refreshToken: (refreshToken, rules.refreshTokenLife), nonce: code.nonce,
            namesScopes: true, person: person, fresh: fresh, now: now)
    }

    /// Exchanges a refresh token for an access token (RFC 6749, section 6).
    ///
    /// The token itself stays good until less than a month of it is left; then it gets a successor. What was issued before
    /// stays good too, since several parts of an app may refresh at once.
    mutating func refresh(
        _ form: KakaoForm, for key: KakaoKey, people: People, fresh: FreshText, now: Date
    ) throws(KakaoOAuthError) -> KakaoGrant {
        guard let text = form["refresh_token"] else { throw .noRefreshToken }
        guard var token = refreshTokens[text], token.expiresAt > now, let login = login(token.login), login.key == key,
            let person = people[login.link.person]
        else { throw .badRefreshToken }

        var answer: (String, Int)?
        if let successor = token.successor {
            guard now.timeIntervalSince(successor.at) <= rules.refreshOverlap,
                let next = refreshTokens[successor.token]
            else { throw .badRefreshToken }
            answer = (successor.token, Int(next.expiresAt.timeIntervalSince(now)))
        } else if token.expiresAt.timeIntervalSince(now) < rules.refreshRenewalSpan {
            let next = fresh.token()
            refreshTokens[next] = KakaoRefreshToken(
                login: token.login, expiresAt: now.addingTimeInterval(TimeInterval(rules.refreshTokenLife)))
            token.successor = (next, now)
            refreshTokens[text] = token
            answer = (next, rules.refreshTokenLife)
        }
        return grant(
            for: token.login, login, refreshToken: answer, nonce: nil, namesScopes: false, person: person, fresh: fresh,
            now: now)
    }

    private mutating func grant(
        for number: Int, _ login: KakaoLogin, refreshToken: (String, Int)?, nonce: String?, namesScopes: Bool,
        person: Person, fresh: FreshText, now: Date
    ) -> KakaoGrant {
        let life = rules.tokenLife(for: login.key.kind)
        let accessToken = fresh.token()
        let expiresAt = now.addingTimeInterval(TimeInterval(life))
        accessTokens[accessToken] = KakaoAccessToken(login: number, expiresAt: expiresAt)
        let agreed = agreed(login.link)
        let givesIDToken = login.hasOpenID && (namesScopes || rules.refreshGivesIDToken)
        let scopes = agreed + (login.hasOpenID ? [KakaoScope.openID] : [])
        return KakaoGrant(
            accessToken: accessToken, expiresIn: life, refreshToken: refreshToken,
            scopes: namesScopes && !scopes.isEmpty ? scopes : nil,
            idClaims: givesIDToken
                ? person.idClaims(login: login, agreed: agreed, nonce: nonce, issuedAt: now, expiresAt: expiresAt) : nil
        )
    }

    private func check(_ verifier: String?, against challenge: String?) throws(KakaoOAuthError) {
        guard !rules.lets(.anyVerifier) else { return }
        do throws(ProofKey.Fault) {
            try ProofKey.check(verifier, against: challenge, isVerifier: isVerifier)
        } catch {
            switch error {
            case .missing: throw .missing("code_verifier")
            case .unasked: throw .invalid("code_verifier without a code_challenge")
            case .malformed: throw .invalid("code_verifier")
            case .wrong, .badChallenge: throw .badVerifier
            }
        }
    }

    /// 43 to 128 characters (RFC 7636, section 4.1). Kakao's own SDKs send standard base64, so `+` and `/` pass too.
    private func isVerifier(_ verifier: Secret) -> Bool {
        let bytes = verifier.exposed.utf8
        return (43...128).contains(bytes.count)
            && bytes.allSatisfy { isBase64URL($0) || [0x2E, 0x7E, 0x2B, 0x2F].contains($0) }
    }
}

extension Person {
    /// What an id_token says of the person (OpenID Connect Core, section 2): only what they agreed to share.
    fileprivate func idClaims(
        login: KakaoLogin, agreed: [String], nonce: String?, issuedAt: Date, expiresAt: Date
    ) -> JSONObject {
        var claims = JSONObject()
        claims["iss"] = .string("https://\(KakaoHost.kauth)")
        claims["aud"] = .string(login.key.text)
        claims["sub"] = .string(String(id))
        claims["iat"] = JSONValue(Int64(issuedAt.timeIntervalSince1970))
        claims["exp"] = JSONValue(Int64(expiresAt.timeIntervalSince1970))
        claims["auth_time"] = JSONValue(Int64(login.authenticatedAt.timeIntervalSince1970))
        claims["nonce"] = nonce.map(JSONValue.string)
        if agreed.contains(KakaoScope.nickname.id) { claims["nickname"] = .string(nickname) }
        if agreed.contains(KakaoScope.image.id) { claims["picture"] = .string(pictureURL(.small, isSecure: true)) }
        if agreed.contains(KakaoScope.email.id), let email, isEmailValid, isEmailVerified {
            claims["email"] = .string(email)
        }
        return claims
    }
}
