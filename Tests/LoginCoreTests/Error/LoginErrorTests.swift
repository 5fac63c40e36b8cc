// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("Errors")
struct LoginErrorTests {
    private func error(_ advice: LoginError.Advice, vendorCode: String? = nil) -> LoginError {
        LoginError(
            LoginError.Code(rawValue: "token_expired"), advice: advice,
            message: BilingualText(ko: "토큰이 만료되었습니다.", en: "The token has expired."),
            remedy: BilingualText(ko: "다시 로그인해 주세요.", en: "Sign in again."), vendorCode: vendorCode)
    }

    @Test("show code, the provider's code, message and remedy on one line")
    func text() {
        #expect("\(error(.signInAgain))" == "token_expired: The token has expired. Sign in again.")
        #expect("\(error(.tryLater, vendorCode: "-401"))".hasPrefix("token_expired [-401]: "))
    }

    @Test("speak both languages")
    func languages() {
        let error = error(.tryLater)

        #expect(error.message.text(in: .korean) == "토큰이 만료되었습니다.")
        #expect(error.remedy.text(in: .english) == "Sign in again.")
    }

    @Test(
        "C14: only the advice to sign in again ends a session",
        arguments: [
            (LoginError.Advice.signInAgain, true), (.tryLater, false), (.askConsent(scopes: ["friends"]), false),
            (.respectRefusal, false), (.fixSetup, false), (.fixRequest, false),
        ])
    func definiteRefusal(advice: LoginError.Advice, ends: Bool) {
        #expect(error(advice).isDefiniteRefusal == ends)
    }
}
