// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

/// With which redirect URI a code is redeemed; it depends on the key that asked for it.
enum CodeRedirect: Sendable {
    /// With the one that it was asked for with, where there was one.
    case either
    /// With none: an app's own system asked, and no browser.
    case none
    /// With the one that it was asked for with, and there is always one.
    case needed

    /// Refuses what the provider could only refuse, and would without saying why.
    func check(_ redirectURI: String?, provider name: BilingualText) throws(LoginError) {
        switch (self, redirectURI) {
        case (.none, .some): throw .redirectURINotTaken(provider: name)
        case (.needed, nil): throw .redirectURINeeded(provider: name)
        default: return
        }
    }
}

extension LoginError {
    fileprivate static func redirectURINotTaken(provider name: BilingualText) -> LoginError {
        LoginError(
            .redirectURIRefused, advice: .fixRequest,
            message: BilingualText(
                ko: "앱에서 받은 \(name.korean) 코드에는 리다이렉트 URI가 없습니다.",
                en: "A code that \(name.english) gave to an app has no redirect URI."),
            remedy: BilingualText(ko: "redirect_uri를 빼고 보내세요.", en: "Leave redirect_uri out."))
    }

    fileprivate static func redirectURINeeded(provider name: BilingualText) -> LoginError {
        LoginError(
            .redirectURIRefused, advice: .fixRequest,
            message: BilingualText(
                ko: "브라우저에서 받은 \(name.korean) 코드는 요청할 때의 리다이렉트 URI와 함께여야 쓸 수 있습니다.",
                en: "A code of \(name.english) for a browser goes with the redirect URI that it was asked for with."),
            remedy: BilingualText(
                ko: "코드를 redirect_uri와 함께, id_token 없이 보내세요. 앱의 코드라면 그 앱의 client_id를 넣으세요.",
                en: "Send it with redirect_uri and without an id_token; for an app's code name the app's client_id."))
    }
}
