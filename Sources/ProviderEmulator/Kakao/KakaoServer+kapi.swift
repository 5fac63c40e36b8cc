// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET` and `POST /v2/user/me`: what the person agreed to share.
    func me(_ request: HTTPRequest) -> HTTPResponse {
        call(request, admission: .anyone) { caller, parameters, records throws(KakaoAPIError) in
            guard let link = records.links[caller.link] else { throw .notLinked }
            let keys = try KakaoPropertyKeys(parameters, app: caller.app)
            let isSecure = try parameters.flag("secure_resource") ?? false
            return KakaoUserReply(person: caller.person, app: caller.app, link: link, isSecure: isSecure)
                .json(only: keys)
        }
    }

    /// `GET /v1/user/access_token_info`: whom a token stands for, in which app, and for how long.
    func accessTokenInfo(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return call(request, admission: .waitingPerson, checksTokenForm: true) { caller, _, _ throws(KakaoAPIError) in
            guard let token = caller.token else { throw .unknownToken }
            return [
                "id": JSONValue(caller.person.id),
                "expires_in": JSONValue(Int64(token.expiresAt.timeIntervalSince(now))),
                "app_id": JSONValue(caller.app.id),
            ]
        }
    }

    /// `GET /v1/user/check_access_token`: whether a token is good. Its answer is not documented; SDKs do not read it.
    func checkAccessToken(_ request: HTTPRequest) -> HTTPResponse {
        call(request, admission: .waitingPerson) { caller, _, _ throws(KakaoAPIError) in
            ["id": JSONValue(caller.person.id)]
        }
    }

    /// `POST /v1/user/logout`: ends tokens; link and consents stay. The admin key ends all tokens of a person.
    func logout(_ request: HTTPRequest) -> HTTPResponse {
        call(request, admission: .anyone) { caller, _, records throws(KakaoAPIError) in
            if let token = caller.token, records.rules.logoutReach == .login {
                records.logins[token.loginNumber] = nil
            } else {
                records.links.endLogins(of: caller.link)
            }
            return ["id": JSONValue(caller.person.id)]
        }
    }

    /// `POST /v1/user/unlink`: disconnects the person from the app, consents and tokens included.
    func unlink(_ request: HTTPRequest) -> HTTPResponse {
        call(request, admission: .anyone) { caller, _, records throws(KakaoAPIError) in
            guard records.links.remove(caller.link) else { throw .notLinked }
            return ["id": JSONValue(caller.person.id)]
        }
    }

    /// `GET` and `POST /v1/oidc/userinfo` (OpenID Connect Core, section 5.3).
    func userInfo(_ request: HTTPRequest) -> HTTPResponse {
        call(request) { caller, _, records throws(KakaoAPIError) in
            guard caller.app.isOpenIDOn else { throw .notSwitchedOn }
            let agreed = records.agreed(caller.link)
            guard caller.token?.login.hasOpenID == true else {
                throw .missingConsent([KakaoScope.openID], allowed: agreed)
            }
            return .object(caller.person.userInfo(agreed: Set(agreed)))
        }
    }

    /// Answers a call about one person once its caller is known.
    func call(
        _ request: HTTPRequest, admission: KakaoAdmission = .person, checksTokenForm: Bool = false,
        _ answer: @Sendable (KakaoCaller, KakaoParameters, inout KakaoRecords) throws(KakaoAPIError) -> JSONValue
    ) -> HTTPResponse {
        let now = clock.now
        do throws(KakaoAPIError) {
            let parameters = try KakaoParameters(request)
            if checksTokenForm { try checkTokenForm(request) }
            let (value, hasCutEmoji) = try world.change { world throws(KakaoAPIError) in
                world.kakao.endOverdueSignUps(now: now)
                let caller = try world.kakao.caller(
                    of: request, parameters: parameters, admission: admission, people: world.people, now: now)
                return (try answer(caller, parameters, &world.kakao), caller.person.hasCutEmoji)
            }
            var response = secretJSON(value)
            if hasCutEmoji { response.body = withCutEmoji(response.body) }
            return response
        } catch {
            return error.response(rules: rules)
        }
    }

    /// A token that could not be one is a bad parameter here, not an unknown token.
    private func checkTokenForm(_ request: HTTPRequest) throws(KakaoAPIError) {
        guard let field = request.headers["Authorization"], field.lowercased().hasPrefix("bearer") else { return }
        let token = field.dropFirst(6).drop { $0 == " " }
        let isWellFormed =
            !token.isEmpty && token.utf8.count <= 512
            && token.utf8.allSatisfy { isBase64URL($0) || [0x2E, 0x7E, 0x2B, 0x2F, 0x3D].contains($0) }
        guard isWellFormed else { throw .malformedToken }
    }
}

extension Person {
    /// The person's claims as OpenID Connect names them, as far as they were agreed to.
    fileprivate func userInfo(agreed: Set<String>) -> JSONObject {
        let has = { (scope: KakaoScope) in agreed.contains(scope.id) }
        var claims = JSONObject()
        claims["sub"] = .string(String(id))
        if has(.name), let name { claims["name"] = .string(name) }
        if has(.nickname) { claims["nickname"] = .string(wireNickname) }
        if has(.image) { claims["picture"] = .string(pictureURL(.small, isSecure: true)) }
        if has(.email), let email {
            claims["email"] = .string(email)
            claims["email_verified"] = .bool(isEmailValid && isEmailVerified)
        }
        if has(.gender), let gender { claims["gender"] = .string(gender) }
        if has(.birthday), let birthday {
            // 0000 stands for a year that is not told (OpenID Connect Core, section 5.1).
            let year = has(.birthyear) ? birthyear ?? "0000" : "0000"
            claims["birthdate"] = .string("\(year)-\(birthday.prefix(2))-\(birthday.suffix(2))")
        }
        if has(.phoneNumber), let phoneNumber {
            claims["phone_number"] = .string(phoneNumber)
            claims["phone_number_verified"] = true
        }
        return claims
    }
}
