// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension LoginError {
    /// Why the attempt was given up, where it was; nil where something failed.
    public var cancellation: CancellationReason? {
        CancellationReason.allCases.first { $0.code == code }
    }

    /// An attempt that was given up: not a fault, but there is no session either.
    static func cancelled(_ reason: CancellationReason) -> LoginError {
        LoginError(reason.code, advice: .respectRefusal, message: reason.message, remedy: reason.remedy)
    }
}

extension CancellationReason {
    fileprivate var code: LoginError.Code {
        switch self {
        case .userDismissed: LoginError.Code(rawValue: "cancelled_by_user")
        case .returnedWithoutResult: LoginError.Code(rawValue: "cancelled_without_result")
        case .superseded: LoginError.Code(rawValue: "cancelled_by_newer_attempt")
        case .timedOut: LoginError.Code(rawValue: "cancelled_by_time")
        case .programmatic: LoginError.Code(rawValue: "cancelled_by_app")
        }
    }

    fileprivate var message: BilingualText {
        switch self {
        case .userDismissed: BilingualText(ko: "로그인을 취소했어요.", en: "The sign-in was cancelled.")
        case .returnedWithoutResult:
            BilingualText(ko: "로그인을 마치지 않고 돌아왔어요.", en: "You came back before the sign-in was finished.")
        case .superseded: BilingualText(ko: "새로운 로그인이 시작되었어요.", en: "A newer sign-in took its place.")
        case .timedOut: BilingualText(ko: "로그인 시간이 지났어요.", en: "The sign-in took longer than ten minutes.")
        case .programmatic: BilingualText(ko: "앱이 로그인을 멈췄어요.", en: "The app stopped the sign-in.")
        }
    }

    fileprivate var remedy: BilingualText {
        BilingualText(ko: "원할 때 다시 로그인하세요.", en: "Sign in again whenever you like.")
    }
}
