// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

extension ProblemCode {
    /// What a page tells a person, who can press buttons but change no request; the API's own texts are for programmers.
    var forPeople: (message: BilingualText, remedy: BilingualText) {
        switch self {
        case .notFound, .methodNotAllowed:
            (
                BilingualText(ko: "찾는 페이지가 없어요.", en: "This page doesn’t exist."),
                BilingualText(ko: "주소를 다시 확인해 주세요.", en: "Please check the address.")
            )
        case .signInOver, .attemptFinished, .attemptConflict, .credentialRefused, .credentialSpent, .nonceRefused,
            .ticketRefused, .ticketUsed:
            (BilingualText(ko: "이 로그인은 더 이어 갈 수 없어요.", en: "This sign-in can’t be continued."), Self.startAgain)
        case .restartSignIn:
            (BilingualText(ko: "로그인 도중에 연결이 끊겼어요.", en: "The connection was lost during the sign-in."), Self.startAgain)
        case .idTokenRefused, .wrongAudience, .identityMismatch:
            (BilingualText(ko: "로그인 정보를 확인하지 못했어요.", en: "Your sign-in could not be confirmed."), Self.startAgain)
        case .ticketExpired:
            (BilingualText(ko: "가입할 수 있는 시간이 지났어요.", en: "The time to sign up has passed."), Self.startAgain)
        case .sessionEnded, .sessionExpired, .accessTokenMissing, .accessTokenInvalid, .accessTokenExpired,
            .refreshInvalid, .refreshExpired, .refreshReuse:
            (BilingualText(ko: "로그인이 풀렸어요.", en: "You’re no longer signed in."), Self.startAgain)
        case .consentMissing:
            (
                BilingualText(ko: "필요한 동의가 빠졌어요.", en: "A consent that is needed is missing."),
                BilingualText(
                    ko: "다시 로그인해서 필수 항목에 동의해 주세요.", en: "Please sign in again and agree to the required items.")
            )
        case .providerRefused:
            (
                BilingualText(ko: "이 계정으로는 로그인할 수 없어요.", en: "You can’t sign in with this account."),
                BilingualText(ko: "다른 계정으로 로그인해 주세요.", en: "Please sign in with another account.")
            )
        case .providerUnavailable:
            (
                BilingualText(ko: "로그인 제공자가 지금 응답하지 않아요.", en: "The sign-in provider isn’t answering right now."),
                Self.tryLater
            )
        case .providerMisconfigured, .unknownProvider:
            (
                BilingualText(ko: "지금은 이 방법으로 로그인할 수 없어요.", en: "You can’t sign in this way at the moment."),
                BilingualText(ko: "서비스 운영자에게 알려 주세요.", en: "Please tell whoever runs this service.")
            )
        case .invalidClient, .redirectRefused:
            (
                BilingualText(ko: "이 앱은 여기에서 로그인할 수 없어요.", en: "This app can’t sign you in here."),
                BilingualText(ko: "앱을 만든 곳에 알려 주세요.", en: "Please tell whoever makes the app.")
            )
        case .formRefused:
            (
                BilingualText(ko: "화면이 오래되어 처리하지 못했어요.", en: "This page was out of date, so nothing was changed."),
                BilingualText(ko: "화면을 새로 열고 다시 시도해 주세요.", en: "Please open the page again and retry.")
            )
        case .storeUnavailable, .internalError:
            (BilingualText(ko: "서버에 문제가 생겼어요.", en: "Something went wrong on our side."), Self.tryLater)
        case .invalidRequest, .unsupportedMediaType, .bodyTooLarge, .termsRequired, .invalidProfile, .clientMismatch,
            .unsupportedGrantType, .codeRefused, .codeReuse:
            (BilingualText(ko: "요청을 처리하지 못했어요.", en: "The request could not be handled."), Self.startAgain)
        }
    }

    private static let startAgain = BilingualText(ko: "처음부터 다시 시도해 주세요.", en: "Please try again from the start.")
    private static let tryLater = BilingualText(ko: "잠시 후 다시 시도해 주세요.", en: "Please try again in a moment.")
}
