// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// The calls to Naver that a sign-in needs.
struct NaverCalls: Sendable {
    let settings: NaverSettings

    /// `GET /v1/nid/me`.
    @Sendable func profile(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) -> Profile {
        let answer = try await answer(to: NaverRequest.bearer(token, "/v1/nid/me"), caller)
        guard let profile = answer["response"].flatMap(Profile.init(naver:)) else {
            throw .malformedAnswer(
                BilingualText(ko: "response.id가 없습니다.", en: "it lacks response.id."), provider: .naver, status: 200)
        }
        return profile
    }

    /// The profile behind a token that came without a code: it may have been issued to any app.
    ///
    /// Naver makes its ids for each app, so another app's token leads to an id that means nobody here. That holds for the
    /// long ids of today; those of apps registered before May 2021 are plain numbers, which two apps may share, so for
    /// them such a token proves nothing.
    @Sendable func profileOfBareToken(
        _ token: Secret, _ caller: ProviderCaller
    ) async throws(LoginError) -> Profile {
        let profile = try await profile(token, caller)
        guard !profile.subject.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw LoginError(
                .requestRefused, advice: .fixRequest,
                message: BilingualText(
                    ko: "이 네이버 앱의 회원번호는 앱마다 다르다고 할 수 없어, 액세스 토큰만으로는 로그인할 수 없습니다.",
                    en:
                        "The user ids of this app at Naver may be another app's too, so an access token alone proves nothing."
                ),
                remedy: BilingualText(
                    ko: "인가 코드나 id_token으로 로그인하세요.", en: "Sign in with a code or an id_token instead."))
        }
        return profile
    }

    /// `GET /v1/nid/verify`: whether the token works, and not whose app's it is.
    @Sendable func check(_ token: Secret, _ caller: ProviderCaller) async throws(LoginError) -> Bool {
        do {
            _ = try await answer(to: NaverRequest.bearer(token, "/v1/nid/verify"), caller)
            return true
        } catch  where error.isDefiniteRefusal {
            return false
        }
    }

    /// `POST /oauth2.0/revoke` with whichever token is at hand; its pair dies with it. The status alone says how it went.
    @Sendable func unlink(_ link: ProviderLink, _ caller: ProviderCaller) async throws(LoginError) {
        guard let token = link.refreshToken ?? link.accessToken else {
            throw .notSetUp(
                BilingualText(
                    ko: "네이버 연결을 끊을 토큰이 없습니다.", en: "There is no token with which the link with Naver could be ended."),
                remedy: BilingualText(
                    ko: "이용자가 네이버의 '연결된 서비스 관리'에서 직접 끊을 수 있습니다.",
                    en: "The person can end it at Naver, among the connected services."))
        }
        var fields = NaverAuthorization.client(link.clientID ?? settings.clientID, settings: settings)
        fields.add("token", token.exposed)
        fields.add("token_type_hint", link.refreshToken == nil ? "access_token" : "refresh_token")
        try await caller.done(.form(fields, to: "https://nid.naver.com/oauth2.0/revoke"), statusDecides: true)
    }

    /// An answer of openapi, which has to call itself a success: HTTP's 200 alone says nothing there.
    func answer(to request: HTTPRequest?, _ caller: ProviderCaller) async throws(LoginError) -> JSONValue {
        let answer = try await caller.json(request)
        guard answer["resultcode"]?.string == NaverError.success else {
            throw .malformedAnswer(
                BilingualText(ko: "resultcode가 없습니다.", en: "it lacks resultcode."), provider: .naver, status: 200)
        }
        return answer
    }
}
