// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension ProblemCode {
    /// What to do next, in one sentence for people.
    public var remedy: BilingualText {
        switch self {
        case .invalidRequest:
            BilingualText(
                ko: "field와 detail을 보고 요청을 고치세요. 형식은 /openapi.json에 있습니다.",
                en: "Correct the request after field and detail; /openapi.json describes it.")
        case .unsupportedMediaType:
            BilingualText(
                ko: "Content-Type을 application/json으로, /oauth/token에서는 application/x-www-form-urlencoded로 보내세요.",
                en: "Send application/json, or application/x-www-form-urlencoded to /oauth/token.")
        case .bodyTooLarge:
            BilingualText(ko: "더 작은 본문을 보내세요.", en: "Send a smaller body.")
        case .notFound:
            BilingualText(ko: "주소를 확인하세요.", en: "Check the address.")
        case .methodNotAllowed:
            BilingualText(ko: "Allow 헤더에 있는 메서드를 쓰세요.", en: "Use a method from the Allow header.")
        case .unknownProvider:
            BilingualText(
                ko: "provider 값을 확인하거나, 서버 설정에 제공자를 추가하세요.",
                en: "Check the value of provider, or add the provider to the server's configuration.")
        case .attemptConflict:
            BilingualText(ko: "새 시도 번호로 다시 시작하세요.", en: "Start again with a new attempt id.")
        case .attemptFinished, .credentialRefused, .restartSignIn, .signInOver:
            BilingualText(ko: "로그인을 처음부터 다시 시작하세요.", en: "Start the sign-in again.")
        case .idTokenRefused:
            BilingualText(
                ko: "로그인을 다시 시작하세요. 계속되면 기기의 시각과 앱 설정을 확인하세요.",
                en: "Start the sign-in again; if it persists, check the device's time and the app's set-up.")
        case .wrongAudience:
            BilingualText(
                ko: "이 서버에 등록된 앱 키로 로그인하세요. 운영자는 서버 설정에 그 키를 추가할 수 있습니다.",
                en: "Sign in with an app key that this server knows; its operator can add the key to the configuration."
            )
        case .nonceRefused:
            BilingualText(
                ko: "POST /v1/nonces로 nonce를 받아 로그인에 넣고, 같은 attempt_id로 보내세요.",
                en: "Get a nonce from POST /v1/nonces, sign in with it, and send it with the same attempt_id.")
        case .credentialSpent, .identityMismatch:
            BilingualText(ko: "새로 로그인해서 새 토큰을 보내세요.", en: "Sign in afresh and send the new token.")
        case .consentMissing:
            BilingualText(ko: "동의를 받은 뒤 다시 시도하세요.", en: "Ask for the consent, then try again.")
        case .providerRefused:
            BilingualText(
                ko: "로그인 제공자의 안내를 따르거나 다른 방법으로 로그인하세요.",
                en: "Follow the provider's notice, or sign in another way.")
        case .providerUnavailable, .storeUnavailable:
            BilingualText(ko: "잠시 후 다시 시도하세요.", en: "Try again in a moment.")
        case .providerMisconfigured:
            BilingualText(
                ko: "운영자가 제공자 콘솔과 서버 설정의 키, 비밀, 리다이렉트 URI를 맞추어야 합니다.",
                en: "The operator must bring keys, secret and redirect address in line with the provider's console.")
        case .ticketRefused, .ticketExpired, .ticketUsed:
            BilingualText(ko: "다시 로그인해서 새 티켓을 받으세요.", en: "Sign in again to get a new ticket.")
        case .termsRequired:
            BilingualText(ko: "필수 약관에 동의하고 다시 보내세요.", en: "Accept the required terms and send it again.")
        case .invalidProfile:
            BilingualText(ko: "field에 적힌 항목을 고쳐 다시 보내세요.", en: "Change the item named in field and send it again.")
        case .accessTokenMissing:
            BilingualText(
                ko: "Authorization: Bearer 헤더에 액세스 토큰을 넣으세요.",
                en: "Put the access token into an Authorization: Bearer header.")
        case .accessTokenInvalid:
            BilingualText(
                ko: "이 서버가 준 액세스 토큰을 보내세요.", en: "Send an access token that this server issued.")
        case .accessTokenExpired:
            BilingualText(
                ko: "POST /oauth/token으로 새 액세스 토큰을 받으세요.", en: "Get a new one from POST /oauth/token.")
        case .sessionEnded, .sessionExpired, .refreshInvalid, .refreshExpired:
            BilingualText(ko: "다시 로그인하세요.", en: "Sign in again.")
        case .refreshReuse:
            BilingualText(
                ko: "다시 로그인하세요. 본인이 한 일이 아니면 다른 기기의 세션도 끝내세요.",
                en: "Sign in again; if this was not you, end the sessions of your other devices too.")
        case .clientMismatch, .invalidClient:
            BilingualText(ko: "client_id를 확인하세요.", en: "Check the client_id.")
        case .redirectRefused:
            BilingualText(
                ko: "서버 설정의 clients에 등록된 리다이렉트 URI를 글자까지 똑같이 쓰세요.",
                en: "Use a redirect URI exactly as it is registered under clients in the server's settings.")
        case .codeRefused:
            BilingualText(
                ko: "코드는 60초 안에, 요청할 때와 같은 client_id·redirect_uri·verifier로 한 번만 바꾸세요.",
                en: "Redeem a code once, within 60 seconds, with client_id, redirect_uri and verifier of its request.")
        case .codeReuse:
            BilingualText(
                ko: "로그인을 처음부터 다시 시작하고, 코드를 한 번만 바꾸는지 확인하세요.",
                en: "Start the sign-in again, and make sure that a code is redeemed once.")
        case .unsupportedGrantType:
            BilingualText(
                ko: "grant_type은 authorization_code나 refresh_token입니다.",
                en: "Use grant_type authorization_code or refresh_token.")
        case .formRefused:
            BilingualText(ko: "화면을 새로 열고 다시 보내세요.", en: "Open the page again and send the form from there.")
        case .internalError:
            BilingualText(
                ko: "잠시 후 다시 시도하고, 계속되면 요청 번호를 운영자에게 알리세요.",
                en: "Try again in a moment; if it persists, give the request id to the operator.")
        }
    }
}
