// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension LoginError {
    /// A second sign-in was started while one is under way.
    public static let alreadyInProgress = LoginError(
        Code(rawValue: "already_in_progress"), advice: .fixRequest,
        message: BilingualText(ko: "로그인이 이미 진행 중이에요.", en: "A sign-in is already under way."),
        remedy: BilingualText(
            ko: "진행 중인 로그인을 마치거나 취소한 뒤 다시 시도하세요.", en: "Finish or cancel it before starting another."))

    /// Neither the provider's app nor a browser could be opened.
    public static let cannotOpen = LoginError(
        Code(rawValue: "cannot_open"), advice: .tryLater,
        message: BilingualText(
            ko: "로그인 페이지를 열 수 없어요.", en: "Neither the provider's app nor a browser could be opened."),
        remedy: BilingualText(
            ko: "기본 브라우저가 설정되어 있는지 확인하고 다시 시도하세요.",
            en: "Check that a default browser is set up, then try again."))

    /// The answer arrived, but the session did not within 30 seconds.
    public static let exchangeTimedOut = LoginError(
        Code(rawValue: "exchange_timed_out"), advice: .tryLater,
        message: BilingualText(ko: "로그인을 마치는 데 너무 오래 걸렸어요.", en: "Finishing the sign-in took too long."),
        remedy: BilingualText(ko: "네트워크를 확인하고 다시 시도하세요.", en: "Check the network and try again."))
}
