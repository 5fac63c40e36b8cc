// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension KakaoError {
    /// What kauth.kakao.com answers: its `error_code`, or the OAuth name where there is none.
    static let authorizationServer: [VendorError] = [
        VendorError(
            "KOE001", .requestRefused, .fixRequest,
            ko: ("요청 형식이 올바르지 않습니다.", "매개변수의 이름과 값을 확인하세요."),
            en: ("The request is not well formed.", "Check the names and values of its parameters.")),
        VendorError(
            "KOE002", .requestRefused, .fixRequest,
            ko: ("요청 주소가 올바르지 않습니다.", "호출하는 주소를 확인하세요."),
            en: ("The address of the request is wrong.", "Check the address that is called.")),
        VendorError(
            "KOE003", .providerUnavailable, .tryLater,
            ko: ("카카오 인증 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
            en: ("Kakao's authorization server has a passing fault.", "Try again in a moment.")),
        VendorError(
            "KOE004", .appNotSetUp, .fixSetup,
            ko: ("이 앱에 카카오 로그인이 켜져 있지 않습니다.", "콘솔의 카카오 로그인에서 사용을 켜세요."),
            en: ("Kakao Login is not switched on for this app.", "Switch it on at the console under Kakao Login.")),
        VendorError(
            "KOE005", .appNotSetUp, .fixSetup,
            ko: ("테스트 앱이며, 이 사람은 앱의 팀원이 아닙니다.", "콘솔의 팀 관리에서 이 사람을 초대하세요."),
            en: (
                "This is a test app and the person is not in its team.", "Invite the person at the console under Team."
            )),
        VendorError(
            "KOE006", .redirectURIRefused, .fixSetup,
            ko: ("등록되지 않은 리다이렉트 URI입니다.", "콘솔에 등록한 값과 한 글자도 다르지 않은지 확인하세요."),
            en: ("The redirect URI is not registered.", "Register it at the console, the same to the last letter.")),
        VendorError(
            "KOE007", .redirectURIRefused, .fixSetup,
            ko: ("등록되지 않은 로그아웃 리다이렉트 URI입니다.", "콘솔의 로그아웃 리다이렉트 URI에 등록하세요."),
            en: ("The logout redirect URI is not registered.", "Register it at the console as a logout redirect URI.")),
        VendorError(
            "KOE008", .clientRefused, .fixSetup,
            ko: ("이 호출에 쓸 수 없는 종류의 앱 키입니다.", "서버에서는 REST API 키, 앱에서는 네이티브 앱 키를 쓰세요."),
            en: ("The app key is of the wrong kind.", "Use the REST key on a server, the native key in an app.")),
        VendorError(
            "KOE009", .appNotSetUp, .fixSetup,
            ko: ("등록된 플랫폼 정보와 맞지 않습니다.", "콘솔에서 번들 ID, 키 해시, 사이트 도메인을 확인하세요."),
            en: (
                "The platform is not the registered one.",
                "Check bundle id, key hash and site domain at the console."
            )),
        VendorError(
            "KOE010", .clientRefused, .fixSetup,
            ko: ("클라이언트 시크릿이 맞지 않습니다.", "콘솔에서 이 REST API 키의 시크릿을 다시 복사해 서버에 설정하세요."),
            en: ("The client secret is wrong.", "Copy the secret of this REST key from the console to the server.")),
        VendorError(
            "KOE023", .signInCancelled, .respectRefusal,
            ko: ("로그인 창이 닫혔습니다.", "원할 때 다시 로그인하세요."),
            en: ("The sign-in window was closed.", "Sign in again whenever you like.")),
        VendorError(
            "KOE101", .clientRefused, .fixSetup,
            ko: ("카카오가 모르는 앱 키입니다.", "콘솔의 앱 키를 다시 복사해 설정하세요."),
            en: ("Kakao does not know the app key.", "Copy the key from the console again.")),
        VendorError(
            "KOE102", .appNotSetUp, .fixSetup,
            ko: ("연결되지 않은 카카오톡 채널입니다.", "콘솔에서 채널을 앱에 연결하세요."),
            en: ("The KakaoTalk channel is not linked with the app.", "Link the channel at the console.")),
        VendorError(
            "KOE201", .requestRefused, .fixRequest,
            ko: ("response_type 값이 올바르지 않습니다.", "response_type=code로 보내세요."),
            en: ("The response_type is wrong.", "Send response_type=code.")),
        VendorError(
            "KOE202", .requestRefused, .fixRequest,
            ko: ("이 앱에는 토큰을 바로 받는 방식이 허용되지 않습니다.", "인가 코드 방식을 쓰세요."),
            en: ("The implicit grant is not allowed.", "Use the code grant.")),
        VendorError(
            "KOE203", .consentMissing, .respectRefusal,
            ko: ("필수 항목에 동의하지 않았습니다.", "다시 로그인하면서 필수 항목에 동의하세요."),
            en: ("A required item was not agreed to.", "Sign in again and agree to the required items.")),
        VendorError(
            "KOE204", .requestRefused, .fixRequest,
            ko: ("매개변수 값이 올바르지 않습니다.", "보낸 값의 형식을 확인하세요."),
            en: ("A parameter has a wrong value.", "Check the form of the values that were sent.")),
        VendorError(
            "KOE205", .appNotSetUp, .fixSetup,
            ko: ("설정하지 않은 동의 항목을 요청했습니다.", "콘솔의 동의 항목에서 켜거나, 설정의 scopes에서 빼세요."),
            en: (
                "A consent item was asked for that is not set up.",
                "Switch it on at the console under consent items, or take it out of the scopes in the settings."
            )),
        VendorError(
            "KOE207", .requestRefused, .fixRequest,
            ko: ("필수 매개변수가 빠졌습니다.", "요청에 필요한 매개변수를 모두 보내세요."),
            en: ("A required parameter is missing.", "Send every parameter that the call needs.")),
        VendorError(
            "KOE237", .providerLimit, .tryLater,
            ko: ("이 사람의 토큰 발급 한도를 잠시 넘었습니다.", "10분쯤 뒤에 다시 시도하세요."),
            en: ("Too many tokens were issued to this person.", "Try again in ten minutes.")),
        VendorError(
            "KOE303", .redirectURIRefused, .fixRequest,
            ko: ("리다이렉트 URI가 로그인을 시작할 때와 다릅니다.", "두 번 모두 똑같은 값을 보내세요."),
            en: (
                "The redirect URI is not the one that the sign-in began with.", "Send the same text both times."
            )),
        VendorError(
            "KOE310", .requestRefused, .fixRequest,
            ko: ("알 수 없는 grant_type입니다.", "authorization_code나 refresh_token을 쓰세요."),
            en: ("The grant_type is unknown.", "Use authorization_code or refresh_token.")),
        VendorError(
            "KOE319", .requestRefused, .fixRequest,
            ko: ("리프레시 토큰이 빠졌습니다.", "refresh_token을 함께 보내세요."),
            en: ("The refresh token is missing.", "Send the refresh_token.")),
        VendorError(
            "KOE320", .codeRefused, .signInAgain,
            ko: ("인가 코드가 이미 쓰였거나 만료되었습니다.", "로그인을 처음부터 다시 시작하세요."),
            en: ("The code is unknown, used or expired.", "Start the sign-in again from the beginning.")),
        VendorError(
            "KOE322", .refreshRefused, .signInAgain,
            ko: ("리프레시 토큰이 만료되었거나 더는 유효하지 않습니다.", "다시 로그인하세요."),
            en: ("The refresh token has expired or is not valid any more.", "Sign in again.")),
        VendorError(
            "KOE400", .requestRefused, .fixRequest,
            ko: ("id_token이 올바르지 않습니다.", "카카오에서 받은 id_token을 그대로 보내세요."),
            en: ("The id_token is not valid.", "Send the id_token as Kakao gave it.")),
    ]

    /// What kauth says by OAuth's own names (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core, section 3.1.2.6).
    static let authorizationServerNames: [VendorError] = [
        VendorError(
            "invalid_request", .requestRefused, .fixRequest,
            ko: ("요청 형식이 올바르지 않습니다.", "매개변수의 이름과 값을 확인하세요."),
            en: ("The request is not well formed.", "Check the names and values of its parameters.")),
        VendorError(
            "invalid_client", .clientRefused, .fixSetup,
            ko: ("앱 키나 클라이언트 시크릿이 맞지 않습니다.", "콘솔의 값을 다시 복사해 설정하세요."),
            en: ("The app key or the client secret is wrong.", "Copy both from the console again.")),
        VendorError(
            "invalid_scope", .appNotSetUp, .fixSetup,
            ko: ("설정하지 않은 동의 항목을 요청했습니다.", "콘솔의 동의 항목에서 켜거나, 설정의 scopes에서 빼세요."),
            en: (
                "A consent item was asked for that is not set up.",
                "Switch it on at the console, or take it out of the scopes in the settings."
            )),
        VendorError(
            "invalid_grant", .grantRefused, .signInAgain,
            ko: ("인가 코드나 리프레시 토큰이 더는 유효하지 않습니다.", "다시 로그인하세요."),
            en: ("The code or refresh token is not valid any more.", "Sign in again.")),
        VendorError(
            "invalid_token", .accessTokenRefused, .signInAgain,
            ko: ("토큰이 유효하지 않습니다.", "다시 로그인하세요."),
            en: ("The token is not valid.", "Sign in again.")),
        VendorError(
            "unsupported_grant_type", .requestRefused, .fixRequest,
            ko: ("알 수 없는 grant_type입니다.", "authorization_code나 refresh_token을 쓰세요."),
            en: ("The grant_type is unknown.", "Use authorization_code or refresh_token.")),
        VendorError(
            "unauthorized_client", .clientRefused, .fixSetup,
            ko: ("이 앱 키에는 허용되지 않은 요청입니다.", "콘솔에서 앱 키의 종류와 설정을 확인하세요."),
            en: ("This app key may not make the request.", "Check the kind and the settings of the key.")),
        VendorError(
            "unauthorized", .clientRefused, .fixSetup,
            ko: ("이 앱에는 권한이 없습니다.", "콘솔에서 앱의 설정과 권한을 확인하세요."),
            en: ("The app has no permission.", "Check settings and permissions of the app at the console.")),
        VendorError(
            "misconfigured", .appNotSetUp, .fixSetup,
            ko: ("등록된 플랫폼 정보와 맞지 않습니다.", "콘솔에서 번들 ID, 키 해시, 사이트 도메인을 확인하세요."),
            en: (
                "The platform is not the registered one.",
                "Check bundle id, key hash and site domain at the console."
            )),
        VendorError(
            "access_denied", .signInCancelled, .respectRefusal,
            ko: ("동의를 거절했습니다.", "원할 때 다시 로그인하세요."),
            en: ("The person did not agree.", "Sign in again whenever you like.")),
        VendorError(
            "login_required", .interactionNeeded, .signInAgain,
            ko: ("카카오계정 로그인이 필요합니다.", "prompt=none 없이 로그인하세요."),
            en: ("The person must sign in at Kakao first.", "Sign in without prompt=none.")),
        VendorError(
            "consent_required", .interactionNeeded, .signInAgain,
            ko: ("동의가 필요합니다.", "prompt=none 없이 로그인하세요."),
            en: ("The person must agree at Kakao first.", "Sign in without prompt=none.")),
        VendorError(
            "interaction_required", .interactionNeeded, .signInAgain,
            ko: ("카카오 화면에서 확인이 필요합니다.", "prompt=none 없이 로그인하세요."),
            en: ("Kakao must show the person a page first.", "Sign in without prompt=none.")),
        VendorError(
            "auto_login", .interactionNeeded, .signInAgain,
            ko: ("자동 로그인을 할 수 없습니다.", "prompt 없이 로그인하세요."),
            en: ("A silent sign-in is not possible.", "Sign in without a prompt.")),
        VendorError(
            "server_error", .providerUnavailable, .tryLater,
            ko: ("카카오 인증 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
            en: ("Kakao's authorization server has a passing fault.", "Try again in a moment.")),
        VendorError(
            "temporarily_unavailable", .providerUnavailable, .tryLater,
            ko: ("카카오 인증 서버가 잠시 요청을 받지 않습니다.", "잠시 후 다시 시도하세요."),
            en: ("Kakao's authorization server takes no requests for now.", "Try again in a moment.")),
    ]
}
