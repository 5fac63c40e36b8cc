// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension Provider {
    /// Buys the next access token (RFC 6749, section 6) and gives the whole set: what the answer leaves out stays.
    ///
    /// Only `refresh_refused` means that the tokens are finished; every other error leaves them as they were. An
    /// id_token in the answer is handed on unchecked, so that one of no use to us costs nobody the new tokens.
    ///
    /// - Parameters:
    ///   - tokens: the set that is to be renewed.
    ///   - clientID: the key that the tokens were issued to, where it is not the provider's usual one.
    public func refresh(_ tokens: TokenSet, clientID: String? = nil) async throws(LoginError) -> TokenSet {
        guard let refreshToken = tokens.refreshToken else { throw LoginError.nothingToRefresh(provider: name) }
        var fields: FormFields = ["grant_type": "refresh_token"]
        for field in try rules.clientFields(clientID ?? self.clientID, environment.clock.now).fields {
            fields.add(field.name, field.value)
        }
        fields.add("refresh_token", refreshToken.exposed)
        return tokens.refreshed(with: try await self.tokens(for: fields, isRepeatable: true))
    }
}

extension LoginError {
    fileprivate static func nothingToRefresh(provider name: BilingualText) -> LoginError {
        LoginError(
            .refreshRefused, advice: .signInAgain,
            message: BilingualText(
                ko: "\(name.korean) 리프레시 토큰이 없습니다.", en: "There is no refresh token for \(name.english)."),
            remedy: BilingualText(ko: "다시 로그인하세요.", en: "Sign in again."))
    }
}
