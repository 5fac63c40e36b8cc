// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension KakaoError {
    /// What kapi.kakao.com answers as `code`.
    static let api: [VendorError] = [
        VendorError(
            "-1", .providerUnavailable, .tryLater,
            ko: ("카카오 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요. 로그아웃할 이유는 아닙니다."),
            en: ("Kakao has a passing fault.", "Try again in a moment; it is no reason to sign out.")),
        VendorError(
            "-2", .requestRefused, .fixRequest,
            ko: ("매개변수가 빠졌거나 올바르지 않습니다.", "보낸 값의 이름과 형식을 확인하세요."),
            en: ("An argument is missing or wrong.", "Check names and form of the values that were sent.")),
        VendorError(
            "-3", .appNotSetUp, .fixSetup,
            ko: ("이 앱에서 켜지 않은 기능이나 동의 항목입니다.", "콘솔에서 기능이나 동의 항목을 켜세요."),
            en: (
                "The feature or consent item is not switched on for the app.", "Switch it on at the console."
            )),
        VendorError(
            "-4", .accountUnfit, .respectRefusal,
            ko: ("이용이 제한된 카카오계정입니다.", "카카오 고객센터에 문의하거나 다른 방법으로 로그인하세요."),
            en: ("The Kakao account is restricted.", "Ask Kakao's customer service, or sign in another way.")),
        VendorError(
            "-5", .appNotSetUp, .fixSetup,
            ko: ("앱이나 사용자에게 이 기능의 권한이 없습니다.", "콘솔에서 권한을 신청하거나, 테스트 앱이면 팀원으로 초대하세요."),
            en: (
                "App or person lacks permission for the call.",
                "Ask for the permission at the console; in a test app, invite the person to the team."
            )),
        VendorError(
            "-6", .requestRefused, .fixRequest,
            ko: ("카카오 서비스가 허용하지 않는 동작입니다.", "이 호출의 문서에서 허용하는 범위를 확인하세요."),
            en: ("Kakao does not allow what the call asks for.", "Look up in its page what the call may do.")),
        VendorError(
            "-7", .providerUnavailable, .tryLater,
            ko: ("카카오 서비스를 점검하고 있습니다.", "점검이 끝난 뒤 다시 시도하세요."),
            en: ("Kakao is being inspected.", "Try again when the inspection is over.")),
        VendorError(
            "-8", .requestRefused, .fixRequest,
            ko: ("요청 헤더가 올바르지 않습니다.", "Authorization과 Content-Type 헤더를 확인하세요."),
            en: ("A header of the request is wrong.", "Check the Authorization and Content-Type headers.")),
        VendorError(
            "-9", .requestRefused, .fixRequest,
            ko: ("더는 제공되지 않는 호출입니다.", "이 패키지의 새 버전을 쓰세요."),
            en: ("Kakao has ended this call.", "Use a newer release of this package.")),
        VendorError(
            "-10", .providerLimit, .tryLater,
            ko: ("카카오 호출 한도를 다 썼습니다.", "한도가 갱신된 뒤 다시 시도하거나 콘솔에서 쿼터를 확인하세요."),
            en: ("The app's quota at Kakao is used up.", "Try again when it is renewed; see the quota at the console.")),
        VendorError(
            "-11", .providerLimit, .fixSetup,
            ko: ("유료 호출의 일간 또는 월간 한도 금액을 넘었습니다.", "콘솔에서 한도 금액을 확인하고 높이세요."),
            en: (
                "The day's or month's budget for paid calls is used up.", "See the budget at the console and raise it."
            )),
        VendorError(
            "-12", .clientRefused, .fixSetup,
            ko: ("이용이 제한된 앱입니다.", "콘솔의 알림을 확인하고 카카오에 문의하세요."),
            en: ("The app is restricted.", "Read the notices at the console and ask Kakao.")),
        VendorError(
            "-101", .notLinked, .signInAgain,
            ko: ("이 사람은 앱과 연결되어 있지 않습니다.", "다시 로그인해 연결하세요."),
            en: ("The person is not linked with the app.", "Sign in again to link.")),
        VendorError(
            "-102", .requestRefused, .fixRequest,
            ko: ("이미 앱과 연결된 사람입니다.", "연결하기를 다시 부르지 마세요."),
            en: ("The person is linked with the app already.", "Do not link again.")),
        VendorError(
            "-103", .accountUnfit, .signInAgain,
            ko: ("없거나 휴면 상태인 카카오계정입니다.", "카카오계정에 로그인해 휴면을 풀고 다시 로그인하세요."),
            en: (
                "The Kakao account does not exist or is dormant.", "Wake it by signing in at Kakao, then sign in again."
            )),
        VendorError(
            "-201", .requestRefused, .fixRequest,
            ko: ("앱에 정의하지 않은 사용자 속성입니다.", "콘솔의 사용자 속성 이름을 확인하세요."),
            en: ("The user property is not defined.", "Check the names of the properties at the console.")),
        VendorError(
            "-301", .clientRefused, .fixSetup,
            ko: ("카카오가 모르는 앱 키입니다.", "콘솔의 앱 키를 다시 복사해 설정하세요."),
            en: ("Kakao does not know the app key.", "Copy the key from the console again.")),
        VendorError(
            "-401", .accessTokenRefused, .signInAgain,
            ko: ("액세스 토큰이 없거나 만료되었습니다.", "토큰을 새로 고치고, 그래도 안 되면 다시 로그인하세요."),
            en: ("The access token is unknown or has expired.", "Refresh it; where that fails too, sign in again.")),
        VendorError(
            "-402", .consentMissing, .fixRequest,
            ko: ("필요한 항목에 동의하지 않았습니다.", "동의를 요청한 뒤 한 번 더 호출하세요."),
            en: ("The person has not agreed to what the call needs.", "Ask for the consent, then call once more.")),
        VendorError(
            "-405", .ageRefused, .respectRefusal,
            ko: ("나이 확인이 필요합니다.", "카카오계정에서 나이를 확인한 뒤 다시 로그인하세요."),
            en: ("The person's age must be verified first.", "Verify the age in the Kakao account, then sign in again.")
        ),
        VendorError(
            "-406", .ageRefused, .respectRefusal,
            ko: ("만 14세 미만은 이용할 수 없습니다.", "보호자에게 도움을 청하세요."),
            en: ("The person is younger than 14.", "A parent or guardian must help.")),
        VendorError(
            "-421", .interactionNeeded, .signInAgain,
            ko: ("서명이 아직 끝나지 않았습니다.", "카카오톡에서 서명을 마치세요."),
            en: ("The signature is not complete yet.", "Finish signing in KakaoTalk.")),
        VendorError(
            "-422", .requestRefused, .signInAgain,
            ko: ("올바르지 않은 인증 거래입니다.", "인증을 처음부터 다시 시작하세요."),
            en: ("The certificate transaction is not valid.", "Start the certification again.")),
        VendorError(
            "-423", .requestRefused, .signInAgain,
            ko: ("인증 거래가 만료되었습니다.", "인증을 처음부터 다시 시작하세요."),
            en: ("The certificate transaction has expired.", "Start the certification again.")),
        VendorError(
            "-451", .ageRefused, .respectRefusal,
            ko: ("앱이 정한 나이보다 어립니다.", "이용할 수 있는 나이를 확인하세요."),
            en: ("The person is younger than the app allows.", "See from which age the app may be used.")),
        VendorError(
            "-452", .requestRefused, .fixRequest,
            ko: ("나이를 이미 확인했습니다.", "나이 확인을 다시 요청하지 마세요."),
            en: ("The age is verified already.", "Do not ask for it again.")),
        VendorError(
            "-453", .providerLimit, .tryLater,
            ko: ("나이 확인 횟수를 넘었습니다.", "나중에 다시 시도하세요."),
            en: ("The age was checked too often.", "Try again later.")),
        VendorError(
            "-480", .ageRefused, .respectRefusal,
            ko: ("확인한 나이가 카카오계정의 정보와 다릅니다.", "카카오계정의 정보를 확인하세요."),
            en: ("The verified age is not the account's.", "Check the details of the Kakao account.")),
        VendorError(
            "-481", .accountUnfit, .respectRefusal,
            ko: ("본인 확인 결과가 카카오계정의 정보와 다릅니다.", "본인 명의의 카카오계정으로 로그인하세요."),
            en: ("The verified person is not the account's.", "Sign in with your own Kakao account.")),
        VendorError(
            "-501", .accountUnfit, .respectRefusal,
            ko: ("카카오톡을 쓰지 않는 카카오계정입니다.", "이 계정으로 카카오톡에 가입하거나 다른 계정으로 로그인하세요."),
            en: ("The account does not use KakaoTalk.", "Join KakaoTalk with it, or sign in with another account.")),
        VendorError(
            "-504", .accountUnfit, .respectRefusal,
            ko: ("이 기기에서는 쓸 수 없는 기능입니다.", "다른 기기에서 시도하세요."),
            en: ("The device does not support the call.", "Try another device.")),
        VendorError(
            "-530", .accountUnfit, .respectRefusal,
            ko: ("받는 사람이 메시지 수신을 거부했습니다.", "다른 방법으로 연락하세요."),
            en: ("The receiver refuses messages.", "Reach the person another way.")),
        VendorError(
            "-531", .providerLimit, .tryLater,
            ko: ("이달에 보낼 수 있는 메시지를 다 썼습니다.", "다음 달에 다시 보내세요."),
            en: ("This month's messages are used up.", "Send it next month.")),
        VendorError(
            "-532", .providerLimit, .tryLater,
            ko: ("오늘 보낼 수 있는 메시지를 다 썼습니다.", "내일 다시 보내세요."),
            en: ("Today's messages are used up.", "Send it tomorrow.")),
        VendorError(
            "-602", .requestRefused, .fixRequest,
            ko: ("이미지가 너무 큽니다.", "더 작은 이미지를 보내세요."),
            en: ("The image is too large.", "Send a smaller one.")),
        VendorError(
            "-603", .providerUnavailable, .tryLater,
            ko: ("카카오 서버 사이의 처리가 늦어졌습니다.", "잠시 후 다시 시도하세요."),
            en: ("A server behind Kakao's did not answer in time.", "Try again in a moment.")),
        VendorError(
            "-606", .requestRefused, .fixRequest,
            ko: ("이미지가 너무 많습니다.", "이미지 수를 줄이세요."),
            en: ("There are too many images.", "Send fewer.")),
        VendorError(
            "-903", .clientRefused, .fixSetup,
            ko: ("등록되지 않은 개발자 키입니다.", "콘솔의 앱 키를 다시 복사해 설정하세요."),
            en: ("The developer key is not registered.", "Copy the key from the console again.")),
        VendorError(
            "-911", .requestRefused, .fixRequest,
            ko: ("지원하지 않는 형식입니다.", "보내는 형식을 확인하세요."),
            en: ("The format is not supported.", "Check the format of what is sent.")),
        VendorError(
            "-9798", .providerUnavailable, .tryLater,
            ko: ("카카오 서비스를 점검하고 있습니다.", "점검이 끝난 뒤 다시 시도하세요."),
            en: ("Kakao is under maintenance.", "Try again when the maintenance is over.")),
    ]
}
