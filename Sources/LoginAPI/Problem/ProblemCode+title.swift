// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension ProblemCode {
    /// What failed, in one sentence for people.
    public var title: BilingualText {
        switch self {
        case .invalidRequest:
            BilingualText(ko: "요청의 형식이 올바르지 않습니다.", en: "The request is not in the expected form.")
        case .unsupportedMediaType:
            BilingualText(ko: "이 주소가 받지 않는 본문 형식입니다.", en: "This address does not take a body of that type.")
        case .bodyTooLarge:
            BilingualText(ko: "본문이 너무 큽니다.", en: "The body is too large.")
        case .notFound:
            BilingualText(ko: "찾는 것이 없습니다.", en: "There is nothing here.")
        case .methodNotAllowed:
            BilingualText(ko: "이 주소에서는 쓸 수 없는 메서드입니다.", en: "This address does not take that method.")
        case .unknownProvider:
            BilingualText(ko: "이 서버가 제공하지 않는 로그인 수단입니다.", en: "This server does not offer that provider.")
        case .attemptConflict:
            BilingualText(
                ko: "같은 시도 번호가 다른 로그인 정보로 이미 쓰였습니다.",
                en: "This attempt id was already used with another credential.")
        case .attemptFinished:
            BilingualText(
                ko: "이미 끝난 로그인 시도라서 결과를 다시 줄 수 없습니다.",
                en: "This sign-in attempt is over and its answer cannot be repeated.")
        case .credentialRefused:
            BilingualText(
                ko: "로그인 제공자가 이 로그인 정보를 받지 않았습니다.", en: "The provider does not accept this credential.")
        case .idTokenRefused:
            BilingualText(ko: "ID 토큰을 믿을 수 없습니다.", en: "The ID token cannot be trusted.")
        case .wrongAudience:
            BilingualText(ko: "다른 앱에 발급된 토큰입니다.", en: "The token was issued to another app.")
        case .nonceRefused:
            BilingualText(
                ko: "nonce가 없거나, 만료되었거나, 이 시도의 것이 아닙니다.",
                en: "The nonce is missing, expired, or not of this attempt.")
        case .credentialSpent:
            BilingualText(ko: "이미 한 번 쓰인 로그인 정보입니다.", en: "This credential has been used before.")
        case .identityMismatch:
            BilingualText(
                ko: "로그인 정보가 서로 다른 사람을 가리킵니다.", en: "The parts of this sign-in name different persons.")
        case .consentMissing:
            BilingualText(ko: "필요한 동의 항목이 빠져 있습니다.", en: "A consent that is needed was not given.")
        case .providerRefused:
            BilingualText(ko: "로그인 제공자가 이 로그인을 거절했습니다.", en: "The provider refused this sign-in.")
        case .providerUnavailable:
            BilingualText(ko: "로그인 제공자가 지금 응답하지 않습니다.", en: "The provider does not answer right now.")
        case .providerMisconfigured:
            BilingualText(
                ko: "서버와 로그인 제공자의 설정이 맞지 않습니다.", en: "This server's set-up and the provider's do not match.")
        case .restartSignIn:
            BilingualText(
                ko: "로그인 도중 제공자의 응답이 끊겼습니다.", en: "The provider's answer was lost in the middle of the sign-in.")
        case .ticketRefused:
            BilingualText(ko: "가입 티켓이 올바르지 않습니다.", en: "The sign-up ticket is not valid.")
        case .ticketExpired:
            BilingualText(ko: "가입할 수 있는 시간이 지났습니다.", en: "The time to sign up has passed.")
        case .ticketUsed:
            BilingualText(ko: "이미 쓰인 가입 티켓입니다.", en: "The sign-up ticket has been used.")
        case .termsRequired:
            BilingualText(ko: "필수 약관에 동의하지 않았습니다.", en: "The required terms are not accepted.")
        case .invalidProfile:
            BilingualText(ko: "입력한 프로필을 쓸 수 없습니다.", en: "The profile cannot be taken as entered.")
        case .accessTokenMissing:
            BilingualText(ko: "액세스 토큰이 없습니다.", en: "There is no access token.")
        case .accessTokenInvalid:
            BilingualText(ko: "액세스 토큰이 올바르지 않습니다.", en: "The access token is not valid.")
        case .accessTokenExpired:
            BilingualText(ko: "액세스 토큰이 만료되었습니다.", en: "The access token has expired.")
        case .sessionEnded:
            BilingualText(ko: "로그아웃된 세션입니다.", en: "This session has been ended.")
        case .sessionExpired:
            BilingualText(ko: "세션의 기한이 지났습니다.", en: "This session has expired.")
        case .refreshInvalid:
            BilingualText(ko: "리프레시 토큰이 올바르지 않습니다.", en: "The refresh token is not valid.")
        case .refreshExpired:
            BilingualText(ko: "리프레시 토큰이 만료되었습니다.", en: "The refresh token has expired.")
        case .refreshReuse:
            BilingualText(
                ko: "이미 교체된 리프레시 토큰이 다시 쓰여 세션을 끝냈습니다.",
                en: "A replaced refresh token was used again, so the session was ended.")
        case .clientMismatch:
            BilingualText(ko: "다른 클라이언트의 리프레시 토큰입니다.", en: "The refresh token belongs to another client.")
        case .invalidClient:
            BilingualText(ko: "등록되지 않은 클라이언트입니다.", en: "The client is not known.")
        case .redirectRefused:
            BilingualText(ko: "등록되지 않은 리다이렉트 URI입니다.", en: "The redirect URI is not registered.")
        case .codeRefused:
            BilingualText(ko: "인가 코드를 쓸 수 없습니다.", en: "The code is not valid.")
        case .codeReuse:
            BilingualText(
                ko: "이미 쓰인 인가 코드가 다시 쓰여 세션을 끝냈습니다.",
                en: "A used code was presented again, so its session was ended.")
        case .unsupportedGrantType:
            BilingualText(ko: "지원하지 않는 grant_type입니다.", en: "The grant type is not supported.")
        case .formRefused:
            BilingualText(
                ko: "이 사이트의 화면에서 보낸 양식이 아니거나 너무 오래되었습니다.",
                en: "The form did not come from a page of this site, or the page is too old.")
        case .signInOver:
            BilingualText(
                ko: "이 로그인은 이미 끝났거나 이 브라우저에서 시작되지 않았습니다.",
                en: "This sign-in is over, or it was not started in this browser.")
        case .storeUnavailable:
            BilingualText(ko: "저장소가 지금 응답하지 않습니다.", en: "The database does not answer right now.")
        case .internalError:
            BilingualText(ko: "서버에서 오류가 났습니다.", en: "Something went wrong in the server.")
        }
    }
}
