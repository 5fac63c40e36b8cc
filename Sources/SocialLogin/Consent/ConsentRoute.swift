// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginProviders

/// A further consent of somebody who is signed in: the provider's page for just these items, and new tokens of the same
/// person.
struct ConsentRoute: SignInRoute {
    let route: DirectRoute
    let scopes: [String]

    var providerID: ProviderID { route.providerID }
    var target: CallbackTarget { route.target }
    /// Once the app has ended, nobody could say for whom it was.
    var isResumable: Bool { false }

    func page(for attempt: AttemptID, redirectURI: String) async throws(LoginError) -> SignInPage {
        let (provider, tokens) = (route.provider, route.tokens)
        let options = try await tokens.callWithAll { all throws(LoginError) in
            try await provider.furtherConsent(to: scopes, tokens: all)
        }
        return route.page(redirectURI: redirectURI, options: options)
    }

    func judge(_ address: String, for page: SignInPage) -> CallbackJudgement { route.judge(address, for: page) }

    /// The browser may be somebody else's at the provider by now: their tokens never take this person's place.
    func finish(_ answer: AuthorizationAnswer, of page: SignInPage, attempt: AttemptID) async throws(LoginError)
        -> Granted
    {
        let (provider, tokens) = (route.provider, route.tokens)
        let (old, subject) = try await tokens.callWithAll { all throws(LoginError) in
            (all, try await provider.profile(accessToken: all.accessToken).subject)
        }
        let new = try await route.verify(answer, page)
        guard new.profile.subject == subject else {
            if let given = new.tokens { await tokens.giveBack(given.accessToken) }
            throw .consentOfAnother
        }
        return Granted(
            signedIn: .withoutServer(new.profile),
            keep: { () throws(LoginError) in
                // Who signed out meanwhile, or in as somebody else, stays so.
                if let given = new.tokens { try await tokens.replace(old, with: given) }
            },
            // The consent stands at the provider either way, and nobody knows which tokens of a person end together.
            giveBack: {})
    }
}

extension LoginError {
    /// Somebody else than the person who is signed in agreed to further items.
    static let consentOfAnother = LoginError(
        Code(rawValue: "consent_of_another_person"), advice: .respectRefusal,
        message: BilingualText(
            ko: "로그인한 계정이 아닌 다른 계정으로 동의했어요.", en: "Another account than the one that is signed in has agreed."),
        remedy: BilingualText(
            ko: "제공자의 페이지에서 로그인한 계정으로 바꾼 뒤 다시 동의하세요.",
            en: "Switch to the account that is signed in here on the provider's page, then agree again."))

    /// The page was answered, and the call still misses what it asked for.
    static func consentNotGiven(after error: LoginError) -> LoginError {
        LoginError(
            .consentMissing, advice: .respectRefusal,
            message: BilingualText(
                ko: "필요한 항목에 모두 동의하지는 않았어요.", en: "The person did not agree to everything that this needs."),
            remedy: BilingualText(
                ko: "그 항목 없이 계속하거나, 원할 때 다시 요청하세요.",
                en: "Go on without it, or ask again when the person wants it."),
            vendorCode: error.vendorCode, httpStatus: error.httpStatus)
    }
}
