// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension LoginError.Code {
    // The way to the provider
    /// The provider could not be reached; nothing was sent.
    public static let providerUnreachable = Self(rawValue: "provider_unreachable")
    /// The provider was called and did not answer in time, or the connection broke.
    public static let providerSilent = Self(rawValue: "provider_silent")
    /// The provider is out of order, under maintenance or overloaded.
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    /// The provider's limit for calls or tokens is used up for now.
    public static let providerLimit = Self(rawValue: "provider_limit")
    /// The provider's answer is not what its documents promise.
    public static let malformedAnswer = Self(rawValue: "malformed_answer")
    /// The provider's answer is no JSON, and says so.
    public static let unexpectedContentType = Self(rawValue: "unexpected_content_type")
    /// The provider sent us elsewhere, and redirects are not followed.
    public static let unexpectedRedirect = Self(rawValue: "unexpected_redirect")
    /// The provider answered with an error that our tables do not know.
    public static let providerError = Self(rawValue: "provider_error")

    // What was sent
    /// The call itself is wrong.
    public static let requestRefused = Self(rawValue: "request_refused")
    /// The callback repeats a parameter or lacks what it must have.
    public static let callbackMalformed = Self(rawValue: "callback_malformed")
    /// The callback comes from another provider than the one that was asked.
    public static let callbackOfOtherIssuer = Self(rawValue: "callback_of_other_issuer")
    /// The authorization code is unknown, used or expired.
    public static let codeRefused = Self(rawValue: "code_refused")
    /// The code or refresh token is not valid any more; the provider did not say which.
    public static let grantRefused = Self(rawValue: "grant_refused")
    /// Nobody knows whether the code was taken: only a new sign-in is safe.
    public static let restartSignIn = Self(rawValue: "restart_sign_in")
    /// The refresh token is unknown, used up or expired.
    public static let refreshRefused = Self(rawValue: "refresh_refused")
    /// The access token is unknown, revoked or expired.
    public static let accessTokenRefused = Self(rawValue: "access_token_refused")
    /// The access token was issued to another app.
    public static let accessTokenOfOtherApp = Self(rawValue: "access_token_of_other_app")
    /// An id_token was sent where an access token belongs.
    public static let idTokenInsteadOfAccessToken = Self(rawValue: "id_token_instead_of_access_token")
    /// Two answers of one sign-in speak of different people.
    public static let subjectsDiffer = Self(rawValue: "subjects_differ")

    // Setup
    /// The provider is not set up here.
    public static let providerNotSetUp = Self(rawValue: "provider_not_set_up")
    /// A setting has no value that can work, or a name that nobody knows.
    public static let settingInvalid = Self(rawValue: "setting_invalid")
    /// The provider does not know our key, or our secret is wrong.
    public static let clientRefused = Self(rawValue: "client_refused")
    /// The redirect URI is not registered, or not the one that the sign-in began with.
    public static let redirectURIRefused = Self(rawValue: "redirect_uri_refused")
    /// Something is not switched on for the app at the provider.
    public static let appNotSetUp = Self(rawValue: "app_not_set_up")

    // The person
    /// The person has not agreed to what the call needs.
    public static let consentMissing = Self(rawValue: "consent_missing")
    /// The person said no.
    public static let signInCancelled = Self(rawValue: "sign_in_cancelled")
    /// The provider wants the person to do something on its own page first.
    public static let interactionNeeded = Self(rawValue: "interaction_needed")
    /// The person's account is restricted, dormant or unfit for the call.
    public static let accountUnfit = Self(rawValue: "account_unfit")
    /// The person is not linked with the app.
    public static let notLinked = Self(rawValue: "not_linked")
    /// The person is younger than the app or the law allows.
    public static let ageRefused = Self(rawValue: "age_refused")
}

extension LoginError {
    /// There is no whole answer (RFC 9110 leaves it open whether such a request was carried out).
    static func transport(_ error: TransportError, provider name: BilingualText) -> LoginError {
        let reason = error.reason.rawValue
        if error.mayHaveBeenReceived {
            return LoginError(
                .providerSilent, advice: .tryLater,
                message: BilingualText(
                    ko: "\(name.korean) 서버(\(error.host))의 응답을 받지 못했습니다 (\(reason)).",
                    en: "No whole answer came from \(name.english) (\(error.host)): \(reason)."),
                remedy: .tryLater)
        }
        return LoginError(
            .providerUnreachable, advice: .tryLater,
            message: BilingualText(
                ko: "\(name.korean) 서버(\(error.host))에 연결하지 못했습니다 (\(reason)).",
                en: "\(name.english) (\(error.host)) could not be reached: \(reason)."),
            remedy: BilingualText(
                ko: "네트워크 연결을 확인한 뒤 다시 시도하세요.", en: "Check the network connection, then try again."))
    }

    /// A code was sent and nobody knows whether it was taken, so it must not be sent again (RFC 6749, section 4.1.2).
    static func restartSignIn(after error: LoginError) -> LoginError {
        LoginError(
            .restartSignIn, advice: .signInAgain,
            message: BilingualText(
                ko: "로그인을 마무리하는 중에 연결이 끊어져 결과를 알 수 없습니다.",
                en: "The connection broke while the sign-in was being finished, so its outcome is unknown."),
            remedy: BilingualText(ko: "로그인을 처음부터 다시 시작하세요.", en: "Start the sign-in again from the beginning."),
            vendorCode: error.vendorCode, httpStatus: error.httpStatus)
    }

    /// An answer that no rule of the provider explains.
    static func status(_ status: Int, provider name: BilingualText) -> LoginError {
        let isPassing = status >= 500 || [408, 425, 429].contains(status)
        return LoginError(
            status == 429 ? .providerLimit : isPassing ? .providerUnavailable : .providerError,
            advice: isPassing ? .tryLater : .fixRequest,
            message: BilingualText(
                ko: "\(name.korean) 서버가 설명 없이 HTTP \(status)로 응답했습니다.",
                en: "\(name.english) answered HTTP \(status) without saying why."),
            remedy: isPassing
                ? .tryLater
                : BilingualText(
                    ko: "요청 주소와 설정을 확인하세요.", en: "Check the address and the settings of the call."),
            httpStatus: status)
    }

    /// An answer that promised success and is not readable. Its text is not repeated.
    static func malformedAnswer(
        _ detail: BilingualText, provider name: BilingualText, status: Int
    ) -> LoginError {
        LoginError(
            .malformedAnswer, advice: .tryLater,
            message: BilingualText(
                ko: "\(name.korean) 응답을 읽을 수 없습니다: \(detail.korean)",
                en: "The answer of \(name.english) cannot be read: \(detail.english)"),
            remedy: .tryLater, httpStatus: status)
    }

    /// An answer in another format than JSON.
    static func unexpectedContentType(_ type: String, provider name: BilingualText, status: Int) -> LoginError {
        LoginError(
            .unexpectedContentType, advice: .tryLater,
            message: BilingualText(
                ko: "\(name.korean) 응답이 JSON이 아니라 \(type) 형식입니다.",
                en: "The answer of \(name.english) is \(type), not JSON."),
            remedy: BilingualText(
                ko: "중간의 프록시나 점검 페이지일 수 있습니다. 잠시 후 다시 시도하세요.",
                en: "It may be a proxy or a maintenance page: try again later."),
            httpStatus: status)
    }

    /// An answer that points elsewhere; the host is named, the path is not.
    static func unexpectedRedirect(to host: String, provider name: BilingualText, status: Int) -> LoginError {
        LoginError(
            .unexpectedRedirect, advice: .fixSetup,
            message: BilingualText(
                ko: "\(name.korean) 서버가 다른 주소(\(host))로 이동하라고 응답했습니다. 이동은 따라가지 않습니다.",
                en: "\(name.english) redirected the call to \(host), and redirects are not followed."),
            remedy: BilingualText(
                ko: "프록시 설정을 확인하고, 제공자의 주소가 바뀌었는지 확인하세요.",
                en: "Check for a proxy in between, and whether the provider moved."),
            httpStatus: status)
    }

    /// What a provider cannot do with the settings it has.
    static func notSetUp(_ what: BilingualText, remedy: BilingualText) -> LoginError {
        LoginError(.providerNotSetUp, advice: .fixSetup, message: what, remedy: remedy)
    }

    /// A token names a key that the last look did not find, and the next look has to wait.
    static func keysJustLookedUp(provider name: BilingualText) -> LoginError {
        LoginError(
            .providerUnavailable, advice: .tryLater,
            message: BilingualText(
                ko: "\(name.korean)의 공개 키를 조금 전에 조회했고, 이 키는 그때 없었습니다.",
                en: "The keys of \(name.english) were looked up a moment ago, without this one among them."),
            remedy: BilingualText(
                ko: "1분 뒤에 다시 시도하세요. 그때 다시 조회합니다.", en: "Try again in a minute, when they are looked up again."))
    }

    /// Two answers of one sign-in name different people (OpenID Connect Core, section 5.3.2).
    static func subjectsDiffer(provider name: BilingualText) -> LoginError {
        LoginError(
            .subjectsDiffer, advice: .signInAgain,
            message: BilingualText(
                ko: "\(name.korean)의 두 응답이 서로 다른 사람을 가리킵니다.",
                en: "Two answers of \(name.english) speak of different people."),
            remedy: BilingualText(
                ko: "로그인을 처음부터 다시 시작하세요. 반복되면 토큰을 섞어 보내는지 확인하세요.",
                en: "Start the sign-in again; if it repeats, check that tokens of two people are not mixed."))
    }
}

extension BilingualText {
    /// The remedy for whatever passes by itself.
    static let tryLater = BilingualText(ko: "잠시 후 다시 시도하세요.", en: "Try again in a moment.")
}
