// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The calls to kapi.kakao.com that a sign-in needs.
struct KakaoCalls: Sendable {
    let settings: KakaoSettings

    /// `GET /v2/user/me`; pictures are asked for by https.
    @Sendable func profile(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) -> Profile {
        let answer = try await caller.json(KakaoRequest.bearer(token, .get, "/v2/user/me", settings.profileFields))
        guard let profile = Profile(kakao: answer) else {
            throw .malformedAnswer(
                BilingualText(ko: "id가 올바른 회원번호가 아닙니다.", en: "its id is no user id."), provider: .kakao, status: 200)
        }
        return profile
    }

    /// `GET /v1/user/access_token_info`; a token that Kakao cannot even read (-2) is refused like a dead one.
    @Sendable func confirm(
        _ token: Secret, _ caller: ProviderCaller
    ) async throws(LoginError) -> ConfirmedAccessToken {
        guard let ours = settings.appID else { throw .settingMissing("app_id", provider: .kakao) }
        let answer = try await tokenCall(.get, "/v1/user/access_token_info", token, caller)
        guard let app = answer["app_id"]?.integer.map(String.init), let subject = answer.kakaoUserID else {
            throw .malformedAnswer(
                BilingualText(ko: "id나 app_id가 없습니다.", en: "it lacks id or app_id."), provider: .kakao, status: 200)
        }
        guard sameBytes(app, ours) else { throw .accessTokenOfOtherApp(seen: app, provider: .kakao) }
        let seconds = answer["expires_in"]?.integer.map { TimeInterval(max(0, $0)) }
        return ConfirmedAccessToken(
            subject: subject, app: app, expiresAt: seconds.map(caller.environment.clock.now.addingTimeInterval))
    }

    /// `GET /v1/user/check_access_token`.
    @Sendable func check(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) -> Bool {
        do {
            _ = try await tokenCall(.get, "/v1/user/check_access_token", token, caller)
            return true
        } catch  where error.isDefiniteRefusal {
            return false
        }
    }

    /// `POST /v1/user/logout`. The sign-in at Kakao's own pages stays, and so does the link.
    @Sendable func signOut(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) {
        _ = try await caller.json(KakaoRequest.bearer(token, .post, "/v1/user/logout"))
    }

    /// By the admin key anybody, else whoever left a token.
    @Sendable func canUnlink(_ link: ProviderLink) -> Bool {
        link.accessToken != nil || (settings.adminKey != nil && link.subject != nil)
    }

    /// `POST /v1/user/unlink`, by the admin key where there is one: it needs no token of the person. Otherwise by a token.
    @Sendable func unlink(_ link: ProviderLink, _ caller: ProviderCaller) async throws(LoginError) {
        if let adminKey = settings.adminKey, let subject = link.subject {
            let target = KakaoRequest.target(subject)
            _ = try await caller.json(KakaoRequest.admin(adminKey, .post, "/v1/user/unlink", target))
        } else if let token = link.accessToken {
            _ = try await caller.json(KakaoRequest.bearer(token, .post, "/v1/user/unlink"))
        } else {
            throw .notSetUp(
                BilingualText(
                    ko: "카카오 연결을 끊을 수 없습니다. 어드민 키도 사용자 토큰도 없습니다.",
                    en: "The link with Kakao cannot be ended: there is neither an admin key nor a token of the person."),
                remedy: BilingualText(
                    ko: "콘솔의 어드민 키를 서버의 환경 변수에 설정하세요.",
                    en: "Put the admin key of the console into the server's environment."))
        }
    }

    /// Asks by a ticket (`agt`), so that the page speaks to this very person. Where Kakao hands none out, for example to a key
    /// that may not have one, the page asks whoever is signed in at Kakao.
    @Sendable func furtherConsent(
        _ scopes: [String], _ person: ConsentingPerson, _ caller: ProviderCaller
    ) async throws(LoginError) -> AuthorizationOptions {
        // Without openid no new id_token would come to an app that uses OpenID Connect.
        let asksOpenID = person.keepsIDToken && !scopes.contains("openid")
        var options = AuthorizationOptions(scopes: asksOpenID ? scopes + ["openid"] : scopes)
        guard let token = person.accessToken else { return options }
        do {
            let ticket = try await KakaoAPI(settings: settings, caller: caller).consentTicket(accessToken: token)
            options.askInKakao(for: options.scopes ?? scopes, ticket: ticket)
        } catch  where error.advice != .tryLater && error.code != .accessTokenRefused {
            caller.environment.log.write(.info, "kakao.no_ticket", ["code": error.code.rawValue])
        }
        return options
    }

    /// A call whose only argument is the token, so that a wrong argument is a wrong token.
    private func tokenCall(
        _ method: HTTPMethod, _ target: String, _ token: Secret, _ caller: ProviderCaller
    ) async throws(LoginError) -> JSONValue {
        do {
            return try await caller.json(KakaoRequest.bearer(token, method, target))
        } catch  where error.vendorCode == "-2" {
            throw .accessTokenUnreadable(after: error, provider: .kakao)
        }
    }
}

extension KakaoSettings {
    /// What a call for a profile asks for; pictures by https.
    var profileFields: FormFields {
        var fields: FormFields = ["secure_resource": "true"]
        if !propertyKeys.isEmpty { fields.add("property_keys", JSONValue.list(propertyKeys)) }
        return fields
    }
}
