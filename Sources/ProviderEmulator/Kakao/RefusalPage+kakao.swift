// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension RefusalPage {
    init(_ error: KakaoOAuthError) {
        (title, remedy) = Self.explanation(of: error.code)
        code = error.code
        detail = error.description
    }

    private static func explanation(of code: String) -> (BilingualText, BilingualText) {
        switch code {
        case "KOE004":
            (
                BilingualText(ko: "카카오 로그인이 꺼져 있습니다", en: "Kakao Login is switched off"),
                BilingualText(ko: "앱 설정에서 카카오 로그인을 켜 주세요.", en: "Switch Kakao Login on in the app's settings.")
            )
        case "KOE005":
            (
                BilingualText(ko: "이 앱의 팀원이 아닙니다", en: "This account is no member of the app's team"),
                BilingualText(
                    ko: "테스트 앱은 팀원만 로그인할 수 있습니다. 팀원으로 넣거나 다른 계정을 쓰세요.",
                    en: "Only members may log in to a test app. Add the account as a member or use another one.")
            )
        case "KOE006":
            (
                BilingualText(ko: "등록되지 않은 리다이렉트 URI입니다", en: "The redirect URI is not registered"),
                BilingualText(
                    ko: "요청의 redirect_uri를 앱 설정에 글자 그대로 등록해 주세요. 끝의 /와 쿼리도 같아야 합니다.",
                    en: "Register redirect_uri in the app's settings exactly as it is sent, slash and query included.")
            )
        case "KOE007":
            (
                BilingualText(
                    ko: "등록되지 않은 로그아웃 리다이렉트 URI입니다", en: "The logout redirect URI is not registered"),
                BilingualText(
                    ko: "logout_redirect_uri를 앱 설정에 글자 그대로 등록해 주세요.",
                    en: "Register logout_redirect_uri in the app's settings exactly as it is sent.")
            )
        case "KOE008", "KOE101":
            (
                BilingualText(ko: "앱 키가 맞지 않습니다", en: "The app key does not fit"),
                BilingualText(
                    ko: "client_id에 이 앱의 REST API 키나 네이티브 앱 키를 넣었는지 확인해 주세요.",
                    en: "Check that client_id is the app's REST key or native key.")
            )
        case "KOE009":
            (
                BilingualText(ko: "등록되지 않은 플랫폼입니다", en: "The platform is not registered"),
                BilingualText(
                    ko: "앱 설정에 iOS 번들 ID를 등록해 주세요.", en: "Register the iOS bundle id in the app's settings.")
            )
        case "KOE205":
            (
                BilingualText(ko: "설정하지 않은 동의 항목을 요청했습니다", en: "A consent item was asked for that is not set up"),
                BilingualText(
                    ko: "앱 설정에서 그 동의 항목을 켜거나, 요청의 scope에서 빼 주세요.",
                    en: "Switch the item on in the app's settings, or leave it out of scope.")
            )
        default:
            (
                BilingualText(ko: "요청이 올바르지 않습니다", en: "The request is not valid"),
                BilingualText(
                    ko: "아래 설명을 보고 로그인 요청을 고쳐 주세요.", en: "Change the request as the description below says.")
            )
        }
    }
}
