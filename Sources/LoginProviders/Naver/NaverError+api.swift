// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension NaverError {
    /// What openapi.naver.com says as `resultcode` or `errorCode`, and by status where it says nothing else.
    static let api: [VendorError] = [
        VendorError(
            "024", .accessTokenRefused, .signInAgain,
            ko: ("액세스 토큰이 없거나 만료되었거나 철회되었습니다.", "토큰을 한 번 새로 고치고, 그래도 안 되면 다시 로그인하세요."),
            en: (
                "The access token is unknown, expired or revoked.", "Refresh it once; where that fails, sign in again."
            )
        ),
        VendorError(
            "028", .requestRefused, .fixRequest,
            ko: ("Authorization 헤더가 없습니다.", "액세스 토큰을 Bearer로 보내세요."),
            en: ("There is no Authorization header.", "Send the access token as Bearer.")),
        VendorError(
            "403", .appNotSetUp, .fixSetup,
            ko: ("앱에서 쓰도록 설정하지 않은 API입니다.", "네이버 개발자 센터의 'API 설정'에서 네이버 로그인을 켜세요."),
            en: ("The API is not switched on for the app.", "Switch it on at Naver's developer centre.")),
        VendorError(
            "404", .requestRefused, .fixRequest,
            ko: ("네이버에 그런 호출이나 자료가 없습니다.", "이 패키지의 새 버전을 쓰세요."),
            en: ("Naver has no such call or data.", "Use a newer release of this package.")),
        VendorError(
            "405", .requestRefused, .fixRequest,
            ko: ("네이버가 받지 않는 방법으로 호출했습니다.", "이 패키지의 새 버전을 쓰세요."),
            en: ("Naver does not take the call by this method.", "Use a newer release of this package.")),
        VendorError(
            "429", .providerLimit, .tryLater,
            ko: ("네이버 호출 한도를 다 썼습니다.", "한도가 갱신된 뒤 다시 시도하세요."),
            en: ("The app's quota at Naver is used up.", "Try again when it is renewed.")),
        VendorError(
            "500", .providerUnavailable, .tryLater,
            ko: ("네이버 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요. 로그아웃할 이유는 아닙니다."),
            en: ("Naver has a passing fault.", "Try again in a moment; it is no reason to sign out.")),
    ]
}
