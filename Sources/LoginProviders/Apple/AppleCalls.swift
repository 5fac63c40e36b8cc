// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// The calls to appleid.apple.com beside those for tokens.
struct AppleCalls: Sendable {
    let settings: AppleSettings
    let secret: AppleClientSecret

    /// `POST /auth/revoke`: ends the token, and with it the link between person and app.
    ///
    /// Apple answers 200 and nothing at all, for a token that is dead already and even for a text that never was one, so an
    /// answer proves little. The token must be shown by the key that it was issued to.
    @Sendable func unlink(_ link: ProviderLink, _ caller: ProviderCaller) async throws(LoginError) {
        guard let clientID = link.clientID ?? settings.clientID, let token = link.refreshToken ?? link.accessToken
        else {
            throw .notSetUp(
                BilingualText(
                    ko: "Apple 연결을 끊을 수 없습니다. 이 사람의 토큰이 없습니다.",
                    en: "The link with Apple cannot be ended: there is no token of the person."),
                remedy: BilingualText(
                    ko: "이 사람에게 Apple 계정 설정의 ‘Apple로 로그인’에서 앱 사용을 중단하도록 안내하세요.",
                    en: "Ask the person to stop using the app in the Apple Account settings, under Sign in with Apple.")
            )
        }
        var fields = try secret.fields(clientID, caller.environment.clock.now)
        fields.add("token", token.exposed)
        fields.add("token_type_hint", link.refreshToken == nil ? "access_token" : "refresh_token")
        try await caller.done(.form(fields, to: "https://appleid.apple.com/auth/revoke"))
    }
}
