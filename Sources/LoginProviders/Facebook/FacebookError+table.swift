// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension FacebookError {
    /// What Facebook itself calls passing.
    static let transient = VendorError(
        "is_transient", .providerUnavailable, .tryLater,
        ko: ("Facebook에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
        en: ("Facebook has a passing fault.", "Try again in a moment."))

    /// A permission that is not there; it stands for 200 to 299.
    static let permissionMissing = VendorError(
        "200", .consentMissing, .respectRefusal,
        ko: ("필요한 권한이 허용되지 않았습니다.", "권한을 다시 요청하세요 (auth_type=rerequest)."),
        en: ("A permission that is needed was not granted.", "Ask for it again (auth_type=rerequest)."))

    /// An id or secret that is not the app's.
    static let appUnknown = VendorError(
        "1", .clientRefused, .fixSetup,
        ko: ("Facebook이 앱 ID나 앱 시크릿을 받아들이지 않습니다.", "앱 대시보드의 앱 ID와 앱 시크릿을 다시 복사해 설정하세요."),
        en: (
            "Facebook does not accept the app's id or secret.",
            "Copy the app's id and secret from the dashboard again."
        ))

    /// Rows that a sentence beside the code leads to, in small letters: two codes stand for many things.
    static let sentences: [(words: String, row: VendorError)] = [
        ("client secret", appUnknown),
        (
            "did not match the viewing app",
            VendorError(
                "100", .accessTokenOfOtherApp, .fixSetup,
                ko: (
                    "액세스 토큰이 다른 Facebook 앱의 것입니다.",
                    "그 앱이 여러분의 것이면 서버 설정의 앱 ID를 고치세요. 아니면 이 앱으로 로그인하세요."
                ),
                en: (
                    "The access token belongs to another app at Facebook.",
                    "If that app is yours, correct the app id in the server's settings; else sign in with this app."
                ))
        ),
    ]

    /// Faults that pass, and limits.
    static let passing: [VendorError] = [
        transient,
        VendorError(
            "1", .providerUnavailable, .tryLater,
            ko: ("Facebook에 알 수 없는 문제가 있습니다.", "잠시 후 다시 시도하세요. 반복되면 앱 시크릿을 확인하세요."),
            en: ("Facebook has an unknown fault.", "Try again in a moment; if it repeats, check the app's secret.")),
        VendorError(
            "2", .providerUnavailable, .tryLater,
            ko: ("Facebook 서비스가 잠시 멈췄습니다.", "잠시 후 다시 시도하세요."),
            en: ("Facebook is down for the moment.", "Try again in a moment.")),
        limit("4", ko: "앱의 호출 한도를 넘었습니다.", en: "The app's limit of calls is reached."),
        limit("9", ko: "이 사람의 호출이 너무 잦습니다.", en: "There are too many calls for this person."),
        limit("17", ko: "이 사람의 호출 한도를 넘었습니다.", en: "The person's limit of calls is reached."),
        limit("341", ko: "앱의 한도를 넘었습니다.", en: "A limit of the app is reached."),
        VendorError(
            "368", .accountUnfit, .respectRefusal,
            ko: ("Facebook 정책을 어겨 잠시 제한되었습니다.", "제한이 풀린 뒤 다시 로그인하세요."),
            en: ("Facebook restricts this for a breach of its policies.", "Sign in again when the restriction is over.")
        ),
    ]

    /// What is wrong with a token or its person.
    static let tokens: [VendorError] =
        [
            dead("102", ko: "Facebook 세션이 끝났습니다.", en: "The session at Facebook is over."),
            dead(
                "190", ko: "액세스 토큰이 만료되었거나 올바르지 않습니다.", en: "The access token is unknown or has expired."),
        ]
        + ["102", "190"].flatMap { code in
            [
                VendorError(
                    "\(code)/458", .notLinked, .signInAgain,
                    ko: ("이 사람이 Facebook 설정에서 앱을 삭제했습니다.", "다시 로그인해 연결하세요."),
                    en: ("The person removed the app at Facebook.", "Sign in again to link.")),
                VendorError(
                    "\(code)/459", .interactionNeeded, .signInAgain,
                    ko: ("Facebook이 이 사람의 확인을 기다립니다.", "facebook.com에 로그인해 안내를 따른 뒤 다시 로그인하세요."),
                    en: (
                        "Facebook waits for the person to confirm something.",
                        "Sign in at facebook.com, follow what it asks for, then sign in again."
                    )),
                dead("\(code)/460", ko: "Facebook 비밀번호가 바뀌었습니다.", en: "The password at Facebook was changed."),
                dead(
                    "\(code)/461", ko: "앱을 다시 설치해 토큰이 끝났습니다.", en: "The app was installed anew, which ended the token."),
                dead("\(code)/462", ko: "토큰이 오래되어 끝났습니다.", en: "The token is stale."),
                dead("\(code)/463", ko: "토큰이 만료되었습니다.", en: "The token has expired."),
                VendorError(
                    "\(code)/464", .interactionNeeded, .signInAgain,
                    ko: ("확인되지 않은 Facebook 계정입니다.", "facebook.com에서 계정을 확인한 뒤 다시 로그인하세요."),
                    en: (
                        "The Facebook account is not confirmed.", "Confirm it at facebook.com, then sign in again."
                    )),
                dead("\(code)/465", ko: "토큰의 사용자가 올바르지 않습니다.", en: "The person of the token is not valid."),
                dead("\(code)/466", ko: "토큰이 호출로 취소되었습니다.", en: "The token was ended by a call."),
                dead("\(code)/467", ko: "로그아웃하여 토큰이 끝났습니다.", en: "The token ended with a sign-out."),
                dead("\(code)/468", ko: "오래 쓰지 않아 토큰이 끝났습니다.", en: "The token was not used for too long."),
                dead("\(code)/492", ko: "Facebook 세션이 올바르지 않습니다.", en: "The session at Facebook is not valid."),
            ]
        }

    /// What app and call are to blame for.
    static let setup: [VendorError] = [
        VendorError(
            "3", .appNotSetUp, .fixSetup,
            ko: ("앱이 쓸 수 없는 기능입니다.", "앱 대시보드에서 기능과 권한을 확인하세요."),
            en: ("The app may not use this feature.", "Check features and permissions at the app dashboard.")),
        VendorError(
            "10", .consentMissing, .respectRefusal,
            ko: ("권한이 허용되지 않았거나 취소되었습니다.", "권한을 다시 요청하세요 (auth_type=rerequest)."),
            en: ("The permission was not granted or was taken back.", "Ask for it again (auth_type=rerequest).")),
        permissionMissing,
        VendorError(
            "100", .requestRefused, .fixRequest,
            ko: ("매개변수나 코드가 올바르지 않습니다.", "보낸 값, 토큰의 앱, 앱 시크릿을 확인하세요."),
            en: (
                "A parameter or the code is wrong.",
                "Check what was sent, whose app the token is of, and the app's secret."
            )),
        // These three subcodes stand in no document that could be read; they are taken because nothing else tells a used code.
        VendorError(
            "100/36007", .codeRefused, .signInAgain,
            ko: ("코드가 만료되었습니다.", "다시 로그인하세요."), en: ("The code has expired.", "Sign in again.")),
        VendorError(
            "100/36008", .redirectURIRefused, .fixSetup,
            ko: ("리다이렉트 URI가 로그인을 시작할 때와 다릅니다.", "두 요청에 같은 주소를 보내는지 확인하세요."),
            en: (
                "The redirect URI is not the one that the sign-in began with.",
                "Send the same address with both requests."
            )),
        VendorError(
            "100/36009", .codeRefused, .signInAgain,
            ko: ("이미 쓴 코드입니다.", "다시 로그인하세요."), en: ("The code was used already.", "Sign in again.")),
        VendorError(
            "101", .clientRefused, .fixSetup,
            ko: ("Facebook이 모르는 앱 ID입니다.", "앱 대시보드의 앱 ID를 다시 복사해 설정하세요."),
            en: ("Facebook does not know the app id.", "Copy the id from the app dashboard again.")),
        VendorError(
            "191", .redirectURIRefused, .fixSetup,
            ko: ("등록되지 않은 리다이렉트 URI입니다.", "앱 대시보드의 유효한 OAuth 리디렉션 URI에 등록하세요."),
            en: ("The redirect URI is not registered.", "Register it at the dashboard as a valid OAuth redirect URI.")),
    ]

    /// Names, where there is no number.
    static let names: [VendorError] = [
        VendorError(
            "access_denied", .signInCancelled, .respectRefusal,
            ko: ("로그인을 취소했습니다.", "원할 때 다시 로그인하세요."),
            en: ("The sign-in was cancelled.", "Sign in again whenever you like.")),
        VendorError(
            "server_error", .providerUnavailable, .tryLater,
            ko: ("Facebook에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
            en: ("Facebook has a passing fault.", "Try again in a moment.")),
        VendorError(
            "temporarily_unavailable", .providerUnavailable, .tryLater,
            ko: ("Facebook이 잠시 요청을 받지 않습니다.", "잠시 후 다시 시도하세요."),
            en: ("Facebook takes no requests for now.", "Try again in a moment.")),
    ]

    private static func limit(_ code: String, ko: String, en: String) -> VendorError {
        VendorError(
            code, .providerLimit, .tryLater, ko: (ko, "잠시 후 다시 시도하세요."), en: (en, "Try again later."))
    }

    private static func dead(_ code: String, ko: String, en: String) -> VendorError {
        VendorError(
            code, .accessTokenRefused, .signInAgain, ko: (ko, "다시 로그인하세요."), en: (en, "Sign in again."))
    }
}
