// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// What Naver wants beside OAuth's own fields.
enum NaverAuthorization {
    /// Naver takes one wish, as `auth_type`. It has no page for choosing an account and none for a new one; the nearest to a
    /// choice is a new sign-in.
    @Sendable static func fields(_ options: AuthorizationOptions) -> FormFields {
        let words: [Prompt: String] = [
            .login: "reauthenticate", .selectAccount: "reauthenticate", .consent: "reprompt", .none: "autologin",
        ]
        // Whoever signs in anew is asked for what is missing too, so that wish is the stronger one.
        let order: [Prompt] = [.login, .selectAccount, .consent, .none]
        var fields = FormFields()
        fields.add("auth_type", order.first(where: options.prompts.contains).flatMap { words[$0] })
        return fields
    }

    /// Naver asks anew for all of its items that were left out, and knows no scopes to name some of them.
    @Sendable static func furtherConsent(
        _ scopes: [String], _ person: ConsentingPerson, _ caller: ProviderCaller
    ) async throws(LoginError) -> AuthorizationOptions {
        AuthorizationOptions(prompts: [.consent])
    }

    /// Id and secret as form fields; Naver does not take HTTP Basic.
    static func client(_ clientID: String, settings: NaverSettings) -> FormFields {
        var fields: FormFields = ["client_id": clientID]
        if sameBytes(clientID, settings.clientID) { fields.add("client_secret", settings.clientSecret?.exposed) }
        return fields
    }
}
