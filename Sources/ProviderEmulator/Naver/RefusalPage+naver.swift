// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension RefusalPage {
    init(_ error: NaverOAuthError) {
        let isAddress = error == .invalid("redirect_uri")
        self.init(
            title: isAddress
                ? BilingualText(ko: "등록되지 않은 콜백 주소입니다", en: "The callback address is not registered")
                : BilingualText(ko: "요청이 올바르지 않습니다", en: "The request is not valid"),
            remedy: isAddress
                ? BilingualText(
                    ko: "요청의 redirect_uri를 앱의 Callback URL에 등록하거나, 앱의 URL 스킴을 확인해 주세요.",
                    en: "Register redirect_uri among the app's callback URLs, or check the app's URL scheme.")
                : BilingualText(
                    ko: "아래 설명을 보고 로그인 요청을 고쳐 주세요.", en: "Change the request as the description below says."),
            code: error.error, detail: error.description)
    }

    /// Before Naver's review only members may sign in.
    static let notMember = RefusalPage(
        title: BilingualText(ko: "이 앱의 멤버가 아닙니다", en: "This account is no member of the app"),
        remedy: BilingualText(
            ko: "검수 전의 앱에는 등록한 멤버만 로그인할 수 있습니다. 멤버로 넣거나 다른 계정을 쓰세요.",
            en: "Before the review only members may log in. Add the account as a member or use another one."))
}
