// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension Provider {
    /// Asks the provider to whom and to which app an access token was issued (RFC 9700, section 4.6).
    ///
    /// Throws `access_token_of_other_app` for a token of an app that is not ours, `access_token_refused` for a dead one,
    /// and `provider_not_set_up` where the provider has no such call: then an access token proves nothing.
    public func confirm(accessToken: Secret) async throws(LoginError) -> ConfirmedAccessToken {
        guard let confirm = rules.confirm else {
            throw LoginError.notSetUp(
                BilingualText(
                    ko: "\(name.korean) 서버는 액세스 토큰이 어느 앱의 것인지 알려 주지 않습니다.",
                    en: "\(name.english) does not tell to which app an access token belongs."),
                remedy: BilingualText(
                    ko: "인가 코드나 id_token으로 로그인하세요.", en: "Sign in with a code or an id_token instead."))
        }
        return try await confirm(accessToken, caller)
    }

    /// Asks the provider whether an access token still works. Only a definite refusal is false; everything else throws.
    public func check(accessToken: Secret) async throws(LoginError) -> Bool {
        if let check = rules.check { return try await check(accessToken, caller) }
        do {
            _ = try await confirm(accessToken: accessToken)
            return true
        } catch  where error.code == .accessTokenRefused {
            return false
        }
    }

    /// Reads the person's profile with an access token, from the provider's API and nowhere else.
    public func profile(accessToken: Secret) async throws(LoginError) -> Profile {
        guard let profile = rules.profile else {
            throw LoginError.notSetUp(
                BilingualText(
                    ko: "\(name.korean)에는 프로필을 조회하는 호출이 없습니다.", en: "\(name.english) has no call for a profile."),
                remedy: BilingualText(ko: "id_token의 값을 사용하세요.", en: "Use what its id_token says."))
        }
        return try await profile(accessToken, caller)
    }

    /// Ends an access token at the provider, best effort: a token that is dead already counts as ended.
    public func signOut(accessToken: Secret) async throws(LoginError) {
        guard let signOut = rules.signOut else { return }
        do {
            try await signOut(accessToken, caller)
        } catch  where error.code == .accessTokenRefused {
            return
        }
    }
}

extension LoginError {
    /// A token that was issued to somebody else's app; taking it would let that app sign in as its users (RFC 9700,
    /// section 4.6).
    static func accessTokenOfOtherApp(seen app: String, provider name: BilingualText) -> LoginError {
        LoginError(
            .accessTokenOfOtherApp, advice: .fixSetup,
            message: BilingualText(
                ko: "액세스 토큰이 다른 \(name.korean) 앱(\(app))의 것입니다.",
                en: "The access token belongs to another app at \(name.english) (\(app))."),
            remedy: BilingualText(
                ko: "그 앱이 여러분의 것이면 서버 설정의 앱 ID를 고치세요. 아니면 이 앱으로 로그인하세요.",
                en: "If that app is yours, correct the app id in the server's settings; else sign in with this app."))
    }

    /// A text that the provider does not even recognise as a token.
    static func accessTokenUnreadable(after error: LoginError, provider name: BilingualText) -> LoginError {
        LoginError(
            .accessTokenRefused, advice: error.advice == .tryLater ? .tryLater : .signInAgain,
            message: BilingualText(
                ko: "\(name.korean) 액세스 토큰이 아닙니다.", en: "This is not an access token of \(name.english)."),
            remedy: BilingualText(ko: "다시 로그인하세요.", en: "Sign in again."), vendorCode: error.vendorCode,
            httpStatus: error.httpStatus)
    }
}
