// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension NaverError {
    /// What nid.naver.com says as `error`.
    static let authorizationServer: [VendorError] = [
        VendorError(
            "invalid_request", .requestRefused, .fixRequest,
            ko: ("요청의 매개변수가 빠졌거나 올바르지 않습니다.", "매개변수의 이름과 값을 확인하세요."),
            en: ("A parameter is missing or wrong.", "Check names and values of the parameters.")),
        VendorError(
            "unauthorized_client", .clientRefused, .fixSetup,
            ko: ("클라이언트 아이디나 시크릿이 맞지 않거나, 허용되지 않은 앱입니다.", "네이버 개발자 센터의 값을 다시 복사해 설정하세요."),
            en: (
                "The client id or secret is wrong, or the app is not allowed.",
                "Copy both from Naver's developer centre again."
            )),
        VendorError(
            "invalid_client", .clientRefused, .fixSetup,
            ko: ("클라이언트 아이디나 시크릿이 맞지 않습니다.", "네이버 개발자 센터의 값을 다시 복사해 설정하세요."),
            en: ("The client id or secret is wrong.", "Copy both from Naver's developer centre again.")),
        VendorError(
            "unsupported_response_type", .requestRefused, .fixRequest,
            ko: ("알 수 없는 response_type입니다.", "code를 쓰세요."),
            en: ("The response_type is unknown.", "Use code.")),
        VendorError(
            "unsupported_grant_type", .requestRefused, .fixRequest,
            ko: ("알 수 없는 grant_type입니다.", "authorization_code나 refresh_token을 쓰세요."),
            en: ("The grant_type is unknown.", "Use authorization_code or refresh_token.")),
        VendorError(
            "invalid_scope", .appNotSetUp, .fixSetup,
            ko: ("앱에 없는 scope를 요청했습니다.", "요청에서 빼거나 개발자 센터의 설정을 확인하세요."),
            en: ("A scope was asked for that the app does not have.", "Leave it out, or see the developer centre.")),
        VendorError(
            "invalid_grant", .grantRefused, .signInAgain,
            ko: ("인가 코드나 리프레시 토큰이 더는 유효하지 않습니다.", "다시 로그인하세요."),
            en: ("The code or refresh token is not valid any more.", "Sign in again.")),
        VendorError(
            "access_denied", .signInCancelled, .respectRefusal,
            ko: ("동의를 거절했습니다.", "원할 때 다시 로그인하세요."),
            en: ("The person did not agree.", "Sign in again whenever you like.")),
        VendorError(
            "server_error", .providerUnavailable, .tryLater,
            ko: ("네이버 인증 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
            en: ("Naver's authorization server has a passing fault.", "Try again in a moment.")),
        VendorError(
            "temporarily_unavailable", .providerUnavailable, .tryLater,
            ko: ("네이버 인증 서버가 잠시 요청을 받지 않습니다.", "잠시 후 다시 시도하세요."),
            en: ("Naver's authorization server takes no requests for now.", "Try again in a moment.")),
    ]

    /// What stands in `error_description`, in lower case and in part, where it says more than `error`.
    static let descriptions: [(words: String, row: VendorError)] = [
        (
            "no valid data in session",
            VendorError(
                "invalid_request", .codeRefused, .signInAgain,
                ko: ("인가 코드가 없거나, 이미 사용되었거나, 만료되었습니다.", "로그인을 처음부터 다시 시작하세요."),
                en: ("The code is unknown, used or expired.", "Start the sign-in again from the beginning."))
        ),
        (
            "client secret",
            VendorError(
                "invalid_request", .clientRefused, .fixSetup,
                ko: ("클라이언트 아이디와 시크릿이 맞지 않습니다.", "네이버 개발자 센터의 값을 다시 복사해 설정하세요."),
                en: ("Client id and secret do not belong together.", "Copy both from Naver's developer centre again."))
        ),
        (
            "refresh_token",
            VendorError(
                "invalid_request", .refreshRefused, .signInAgain,
                ko: ("리프레시 토큰이 더는 유효하지 않습니다.", "다시 로그인하세요."),
                en: ("The refresh token is not valid any more.", "Sign in again."))
        ),
    ]

    /// What stands beside `access_denied` where `auth_type=autologin` could not sign in without asking.
    static let silentRefusals: [(words: String, row: VendorError)] = [
        (
            "user not logged in",
            VendorError(
                "access_denied", .interactionNeeded, .signInAgain,
                ko: ("네이버에 로그인되어 있지 않습니다.", "자동 로그인(prompt=none) 없이 로그인하세요."),
                en: ("The person is not signed in at Naver.", "Sign in without prompt=none."))
        ),
        (
            "need user consent",
            VendorError(
                "access_denied", .interactionNeeded, .signInAgain,
                ko: ("네이버에서 동의가 필요합니다.", "자동 로그인(prompt=none) 없이 로그인하세요."),
                en: ("The person must agree at Naver first.", "Sign in without prompt=none."))
        ),
        (
            "unsupported browser",
            VendorError(
                "access_denied", .interactionNeeded, .signInAgain,
                ko: ("이 브라우저에서는 자동 로그인을 할 수 없습니다.", "자동 로그인(prompt=none) 없이 로그인하세요."),
                en: ("A silent sign-in is not possible in this browser.", "Sign in without prompt=none."))
        ),
    ]
}
