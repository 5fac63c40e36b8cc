// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Somebody whom a provider vouched for, and what it said: all that a login server may decide on.
public struct VerifiedIdentity: Sendable {
    /// Who it is.
    public let key: IdentityKey
    /// What the provider says of the person.
    public let profile: Profile
    /// The provider's tokens, where we exchanged a code for them.
    public let tokens: TokenSet?
    /// Which of our keys the proof was made for.
    public let clientID: String
    /// The id_token that proved it, where there was one; its fingerprint is to be remembered until it ends.
    public let idToken: VerifiedIDToken?
    /// Whether a nonce ties the proof to the sign-in that it is brought for.
    public let nonce: NonceFinding
    /// Whether the provider's word was meant for our app. Where it is not known, as with Naver's bare access tokens,
    /// somebody who is known already may be let in, but nobody new: the token may have been given to any app (RFC 9700, section 4.6).
    public let isForOurApp: Bool
}

/// Whether a nonce ties a proof to one sign-in (OpenID Connect Core, section 15.5.2).
public enum NonceFinding: String, Sendable, Hashable {
    /// The id_token holds the nonce of this sign-in.
    case held
    /// There was no id_token, and nothing else of a provider's holds a nonce: Naver's older path gives none, Kakao only apps with
    /// OpenID Connect switched on get one, and an access token has none. A code is then tied by its verifier; on Naver's older
    /// path, and where the operator has exempted Naver, by nothing.
    case notCarried = "not_carried"
    /// The caller said that it is not to be compared.
    case notCompared = "not_compared"
}

extension VerifiedIdentity: CustomStringConvertible, CustomReflectable {
    /// The key alone; the rest is personal or a secret.
    public var description: String { "VerifiedIdentity(\(key))" }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Provider {
    /// Finds out who is behind a credential: calls the provider, checks what it says, and compares where two answers
    /// name a person (OpenID Connect Core, section 5.3.2; RFC 9700, section 4.6).
    ///
    /// - Parameters:
    ///   - credential: what the person, or the app, brought.
    ///   - clientID: the key that a code was issued to, where it is not the provider's usual one.
    public func verify(
        _ credential: ProviderCredential, clientID: String? = nil
    ) async throws(LoginError) -> VerifiedIdentity {
        switch credential {
        case .code(let code, let redirectURI, let verifier, let nonce, let state):
            let isBare = isBare(redirectURI: redirectURI)
            // Nothing can tie it to the sign-in, so it is not even spent.
            if isBare, case .matching = exempted(nonce) { throw IDTokenRefusal.absent.error(provider: name) }
            let tokens = try await exchange(
                code: code, redirectURI: redirectURI, verifier: verifier, state: state, clientID: clientID)
            return try await verifySpent(
                tokens, nonce: nonce, needsIDToken: needsIDToken(beside: verifier),
                clientID: clientID ?? self.clientID)
        case .idToken(let token, let nonce, let accessToken, let code):
            let idToken = try await checkIDToken(token, nonce: nonce, accessToken: accessToken, code: code)
            let finding = nonce.finding(in: idToken)
            if let code { return try await verify(idToken, with: code, nonce: finding) }
            return identity(
                rules.claimsProfile(idToken), clientID: idToken.audience, idToken: idToken, nonce: finding)
        case .accessToken(let token):
            if let readProfile = rules.provesKnownPeople {
                return identity(try await readProfile(token, caller), clientID: self.clientID, isForOurApp: false)
            }
            let confirmed = try await confirm(accessToken: token)
            let profile = try await profile(accessToken: token)
            try same(profile.subject, confirmed.subject)
            return identity(profile, clientID: self.clientID)
        }
    }

    /// An app's code belongs to the key that its id_token names, and was asked for without a redirect URI. What the code
    /// buys must speak of the same person; the nonce has been checked by then.
    private func verify(
        _ idToken: VerifiedIDToken, with code: Secret, nonce: NonceFinding
    ) async throws(LoginError) -> VerifiedIdentity {
        let tokens = try await exchange(code: code, redirectURI: nil, verifier: nil, clientID: idToken.audience)
        let bought = try await verifySpent(
            tokens, nonce: .notChecked, needsIDToken: false, clientID: idToken.audience)
        try same(bought.profile.subject, idToken.subject)
        return identity(bought.profile, tokens: tokens, clientID: idToken.audience, idToken: idToken, nonce: nonce)
    }

    /// The code is spent by now. What is left to do only reads, so it may be done twice; then only a new sign-in helps.
    private func verifySpent(
        _ bought: TokenSet, nonce: ExpectedNonce, needsIDToken: Bool, clientID: String
    ) async throws(LoginError) -> VerifiedIdentity {
        var tokens = bought
        do {
            return try await verify(
                bought, now: &tokens, nonce: nonce, needsIDToken: needsIDToken, clientID: clientID)
        } catch  where error.advice != .tryLater {
            throw error
        } catch {
            environment.log.write(.info, "provider.read_again", ["provider": id, "code": error.code.rawValue])
        }
        do {
            return try await verify(
                bought, now: &tokens, nonce: nonce, needsIDToken: needsIDToken, clientID: clientID)
        } catch {
            throw error.advice == .tryLater ? LoginError.restartSignIn(after: error) : error
        }
    }

    /// - Parameters:
    ///   - bought: what the code gave.
    ///   - tokens: the same, or what they were refreshed to: some providers refuse an access token that is quite new.
    private func verify(
        _ bought: TokenSet, now tokens: inout TokenSet, nonce: ExpectedNonce, needsIDToken: Bool, clientID: String
    ) async throws(LoginError) -> VerifiedIdentity {
        var idToken: VerifiedIDToken?
        var finding = NonceFinding.notCarried
        let expected = exempted(nonce)
        if let token = bought.idToken, rules.idToken != nil {
            let checked = try await checkIDToken(token, nonce: expected, accessToken: bought.accessToken)
            idToken = checked
            finding = expected.finding(in: checked)
        } else if needsIDToken, rules.profile != nil, case .matching = expected {
            throw IDTokenRefusal.absent.error(provider: name)
        }
        let profile: Profile
        if rules.profile != nil {
            profile = try await using(&tokens, clientID: clientID) { (token) async throws(LoginError) -> Profile in
                try await self.profile(accessToken: token)
            }
        } else if let idToken {
            profile = rules.claimsProfile(idToken)
        } else {
            throw LoginError.malformedAnswer(
                BilingualText(ko: "id_token이 없습니다.", en: "there is no id_token in it."), provider: name, status: 200)
        }
        if let idToken { try same(profile.subject, idToken.subject) }
        return identity(profile, tokens: tokens, clientID: clientID, idToken: idToken, nonce: finding)
    }

    /// What is expected of a token that came over our own connection to the provider.
    private func exempted(_ nonce: ExpectedNonce) -> ExpectedNonce {
        guard case .matching(let wanted) = nonce, isExemptFromNonces else { return nonce }
        return .matchingIfPresent(wanted)
    }

    /// Whether only an id_token can tie a code to its sign-in (OpenID Connect Core, section 15.5.2; RFC 9700, section 2.1.1):
    /// a verifier does as well where the provider knows PKCE. A provider that offers neither leaves nothing to ask for.
    private func needsIDToken(beside verifier: Secret?) -> Bool {
        if rules.needsIDToken { return true }
        return rules.usesPKCE ? verifier == nil : rules.idToken != nil && rules.sendsNonce
    }

    private func same(_ one: String, _ other: String) throws(LoginError) {
        guard sameBytes(one, other) else { throw LoginError.subjectsDiffer(provider: name) }
    }

    private func identity(
        _ profile: Profile, tokens: TokenSet? = nil, clientID: String, idToken: VerifiedIDToken? = nil,
        nonce: NonceFinding = .notCarried, isForOurApp: Bool = true
    ) -> VerifiedIdentity {
        VerifiedIdentity(
            key: identityKey(subject: profile.subject), profile: profile, tokens: tokens, clientID: clientID,
            idToken: idToken, nonce: nonce, isForOurApp: isForOurApp)
    }
}

extension ExpectedNonce {
    /// What is known of the nonce of an id_token that passed.
    fileprivate func finding(in idToken: VerifiedIDToken) -> NonceFinding {
        switch self {
        case .matching: .held
        case .matchingIfPresent: idToken.claims["nonce"] == nil ? .notCarried : .held
        case .notChecked: .notCompared
        }
    }
}
