// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The calls to graph.facebook.com that a sign-in needs.
struct FacebookCalls: Sendable {
    let settings: FacebookSettings

    private var requests: FacebookRequest { FacebookRequest(settings: settings) }

    /// `GET /me`, with the fields that are read: without them Facebook tells id and name only.
    @Sendable func profile(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) -> Profile {
        try token.refuseIDToken()
        let answer = try await caller.json(requests.bearer(token, .get, "/me", ["fields": "id,name,email,picture"]))
        guard let profile = Profile(facebook: answer) else { throw Self.lacks("id") }
        return profile
    }

    /// `GET /debug_token`, asked by the app itself: the token must be alive, a person's, and our app's.
    @Sendable func confirm(
        _ token: Secret, _ caller: ProviderCaller
    ) async throws(LoginError) -> ConfirmedAccessToken {
        try token.refuseIDToken()
        let request = requests.bearer(
            try requests.appToken(), .get, "/debug_token", ["input_token": token.exposed])
        let answer: JSONValue
        do {
            answer = try await caller.json(request)
        } catch  where error.code == .accessTokenRefused && error.advice != .tryLater {
            // What is wrong with the person's token stands inside of `data`; here it is our own that is not taken.
            throw FacebookError.appTokenRefused(error)
        }
        guard let data = answer["data"] else { throw Self.lacks("data") }
        guard let app = data.facebookID("app_id") else {
            throw FacebookError.refusal(inspected: data) ?? Self.lacks("app_id")
        }
        guard sameBytes(app, settings.appID) else { throw .accessTokenOfOtherApp(seen: app, provider: .facebook) }
        guard data["is_valid"]?.bool == true else {
            throw FacebookError.refusal(inspected: data) ?? .accessTokenRefused
        }
        guard data["type"]?.string == "USER", let subject = data.facebookID("user_id") else {
            throw .accessTokenRefused
        }
        // Nought stands for a token that does not end.
        let end = data["expires_at"]?.integer.flatMap { $0 > 0 ? Date(timeIntervalSince1970: TimeInterval($0)) : nil }
        if let end, end <= caller.environment.clock.now { throw .accessTokenRefused }
        return ConfirmedAccessToken(subject: subject, app: app, expiresAt: end)
    }

    /// `DELETE /me/permissions`; where the person's token is gone or dead, the same by the app's own token and the person's id.
    @Sendable func unlink(_ link: ProviderLink, _ caller: ProviderCaller) async throws(LoginError) {
        if let token = link.accessToken {
            do {
                return try await caller.done(requests.bearer(token, .delete, "/me/permissions"))
            } catch  where error.code == .accessTokenRefused && link.subject != nil && settings.appSecret != nil {
                caller.environment.log.write(.info, "provider.unlink_by_app", ["provider": caller.id])
            }
        }
        guard let subject = link.subject, subject.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .notSetUp(
                BilingualText(
                    ko: "Facebook 연결을 끊을 수 없습니다. 이 사람의 토큰도 ID도 없습니다.",
                    en: "The link with Facebook cannot be ended: there is neither a token nor an id of the person."),
                remedy: BilingualText(
                    ko: "이 사람에게 Facebook 설정의 ‘앱 및 웹사이트’에서 앱을 삭제하도록 안내하세요.",
                    en: "Ask the person to remove the app in Facebook's settings, under Apps and websites."))
        }
        try await caller.done(requests.bearer(try requests.appToken(), .delete, "/\(subject)/permissions"))
    }

    private static func lacks(_ name: String) -> LoginError {
        .malformedAnswer(
            BilingualText(ko: "\(name) 값이 없거나 올바르지 않습니다.", en: "\(name) is missing or wrong."), provider: .facebook,
            status: 200)
    }
}

extension Secret {
    /// Names a frequent mix-up: where tracking is denied, Facebook's SDK gives an id_token and no access token that works.
    fileprivate func refuseIDToken() throws(LoginError) {
        guard exposed.split(separator: ".", omittingEmptySubsequences: false).count == 3, exposed.hasPrefix("eyJ")
        else {
            return
        }
        throw .idTokenInsteadOfAccessToken
    }
}

extension LoginError {
    /// A token that Facebook calls dead without saying more.
    fileprivate static let accessTokenRefused = LoginError(
        .accessTokenRefused, advice: .signInAgain,
        message: BilingualText(
            ko: "유효한 Facebook 사용자 액세스 토큰이 아닙니다.", en: "This is no valid access token of a person at Facebook."),
        remedy: BilingualText(ko: "다시 로그인하세요.", en: "Sign in again."))

    fileprivate static let idTokenInsteadOfAccessToken = LoginError(
        .idTokenInsteadOfAccessToken, advice: .fixRequest,
        message: BilingualText(
            ko: "액세스 토큰이 아니라 Facebook 제한 로그인(Limited Login)의 id_token입니다.",
            en: "This is no access token but the id_token of a Facebook Limited Login."),
        remedy: BilingualText(
            ko: "AuthenticationToken의 값을 nonce와 함께 id_token으로 보내세요.",
            en: "Send what AuthenticationToken holds as an id_token, together with its nonce."))
}
