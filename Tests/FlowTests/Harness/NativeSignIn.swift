// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// What an app on a device brings to `/v1/sign-in`, from each of the providers.
extension Stage {
    /// Everybody whom the demo signs in with.
    static let providers: [ProviderID] = [.kakao, .naver, .apple, .facebook]

    /// A code for an attempt, with the nonce that this server gave out for it.
    func codeCredential(
        at provider: ProviderID, of person: Int64, for attempt: AttemptID
    ) async throws -> SignInCredential {
        guard provider != .kakao else { return try await codeCredential(of: person, for: attempt) }
        let nonce = try await nonce(for: attempt, provider: provider)
        switch provider {
        case .naver:
            let code = try await NaverApp(self).code(of: person)
            return .code(code, redirectURI: NaverApp.redirectURI, verifier: nil, nonce: nonce)
        case .apple:
            let code = try await AppleApp(self).credential(of: person, nonce: nonce).code
            return .code(code, redirectURI: nil, verifier: nil, nonce: nonce, clientID: AppleApp.bundleID)
        default:
            return try await facebookCode(of: person, nonce: nonce)
        }
    }

    /// An access token that a provider's own SDK gave an app, where the provider tells whose app's it is.
    func accessToken(at provider: ProviderID, of person: Int64) async throws -> Secret {
        guard provider == .facebook else { return try await KakaoApp(self).tokens(of: person).accessToken }
        let answer = try await control(
            .post, "facebook/native", ["app": 4_000_001, "person": JSONValue(person), "permissions": ["email"]])
        return Secret(try required(try answer.json()["access_token"]?.string))
    }

    private func facebookCode(of person: Int64, nonce: Secret) async throws -> SignInCredential {
        let pkce = PKCE(random: SystemRandomSource())
        let redirectURI = "fb4000001://authorize"
        let query: FormFields = [
            "client_id": "4000001", "redirect_uri": redirectURI, "state": "app-state",
            "scope": "openid,public_profile,email", "nonce": nonce.exposed, "code_challenge": pkce.challenge,
            "code_challenge_method": "S256",
        ]
        let address = try await KakaoApp(self).walk(
            from: "\(emulatorAddress)/www.facebook.com/v25.0/dialog/oauth?\(query.encoded)", as: person)
        let answer = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).last ?? ""
        let code = try required(try FormFields(parsing: answer).single("code"), "no code in the callback")
        return .code(Secret(code), redirectURI: redirectURI, verifier: pkce.verifier, nonce: nonce)
    }
}

extension StageOptions {
    /// A stage on which a provider can be signed in with.
    static func with(_ provider: ProviderID) -> StageOptions {
        provider == .kakao ? StageOptions() : .also(provider)
    }
}

extension Browser {
    /// Presses a provider's button and signs in there as somebody, agreeing to everything; ends where that leads.
    func signIn(with provider: ProviderID, as person: Int64) async throws -> Page {
        guard provider != .apple else { return try await signInWithApple(as: person) }
        return try await finishAtKakao(try await open("/auth/\(provider)"), as: person)
    }
}
