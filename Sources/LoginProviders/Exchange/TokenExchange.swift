// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension Provider {
    /// Exchanges a code for tokens (RFC 6749, section 4.1.3). It is sent once and never again, whatever happens.
    ///
    /// Throws `code_refused` for a code that is unknown, used or expired, `restart_sign_in` where the provider may have
    /// taken the code without saying so, and the provider's own refusals.
    ///
    /// - Parameters:
    ///   - code: what the callback brought.
    ///   - redirectURI: the text that the authorization request held; nil where it held none.
    ///   - verifier: what the code is bound to.
    ///   - state: the one of the authorization request, for a provider that wants it again.
    ///   - clientID: the key that the code was issued to, where it is not the provider's usual one.
    public func exchange(
        code: Secret, redirectURI: String?, verifier: Secret?, state: Secret? = nil, clientID: String? = nil
    ) async throws(LoginError) -> TokenSet {
        try rules.redirect(clientID ?? self.clientID).check(redirectURI, provider: name)
        var fields: FormFields = ["grant_type": "authorization_code"]
        for field in try rules.clientFields(clientID ?? self.clientID, environment.clock.now).fields {
            fields.add(field.name, field.value)
        }
        fields.add("redirect_uri", redirectURI)
        fields.add("code", code.exposed)
        if rules.repeatsState { fields.add("state", state?.exposed) }
        guard !isBare(redirectURI: redirectURI) else {
            return try await tokens(for: fields, at: rules.bareCodeEndpoint, isRepeatable: false)
        }
        if rules.usesPKCE { fields.add("code_verifier", verifier?.exposed) }
        return try await tokens(for: fields, isRepeatable: false)
    }

    /// Sends a grant to the token endpoint. The secret travels in the body, never as HTTP Basic, which Kakao and Naver do
    /// not take.
    func tokens(
        for grant: FormFields, at endpoint: String? = nil, isRepeatable: Bool
    ) async throws(LoginError) -> TokenSet {
        let answer = try await caller.json(
            .form(grant, to: endpoint ?? rules.tokenEndpoint), isRepeatable: isRepeatable)
        guard let tokens = TokenSet(answer: answer, receivedAt: environment.clock.now) else {
            let error = LoginError.malformedAnswer(
                BilingualText(ko: "access_token이 없습니다.", en: "there is no access_token in it."), provider: name,
                status: 200)
            throw isRepeatable ? error : LoginError.restartSignIn(after: error)
        }
        return tokens
    }
}
