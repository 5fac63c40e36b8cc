// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension Provider {
    /// Checks an id_token whole: signature first, by the provider's published keys, then every claim (OpenID Connect Core,
    /// section 3.1.3.7; RFC 8725).
    ///
    /// Throws the code of an `IDTokenRefusal`, or what fetching the keys threw, which is never a refusal.
    ///
    /// - Parameters:
    ///   - token: the id_token.
    ///   - nonce: the one that was made for this sign-in.
    ///   - accessToken: the access token that came with it; compared where the id_token speaks of one.
    ///   - code: the code that came with it, likewise.
    public func checkIDToken(
        _ token: Secret, nonce: ExpectedNonce, accessToken: Secret? = nil, code: Secret? = nil
    ) async throws(LoginError) -> VerifiedIDToken {
        guard let idToken = rules.idToken, let keys else {
            throw LoginError.notSetUp(
                BilingualText(ko: "\(name.korean) 로그인에는 id_token이 없습니다.", en: "\(name.english) issues no id_token."),
                remedy: BilingualText(ko: "인가 코드로 로그인하세요.", en: "Sign in with a code instead."))
        }
        let verified = try await signed(token, keys: keys, algorithms: idToken.algorithms)
        do throws(IDTokenRefusal) {
            return try idToken.check(
                verified.claims, nonce: nonce, accessToken: accessToken, code: code,
                fingerprint: Self.fingerprint(of: token), at: environment.clock.now)
        } catch {
            throw error.error(provider: name)
        }
    }

    private func signed(
        _ token: Secret, keys: KeyCache, algorithms: Set<SignatureAlgorithm>
    ) async throws(LoginError) -> VerifiedJWT {
        do {
            return try await verifyJWT(token, keys: keys, algorithms: algorithms)
        } catch let error as JWTError {
            throw IDTokenRefusal(error).error(provider: name)
        } catch let error as LoginError {
            throw error
        } catch is KeysJustLookedUp {
            throw LoginError.keysJustLookedUp(provider: name)
        } catch {
            throw LoginError.malformedAnswer(
                BilingualText(ko: "공개 키 목록이 올바르지 않습니다.", en: "its key set is not sound."), provider: name, status: 200)
        }
    }

    /// A name for a token that nobody can vary: the digest of what is signed, since some signatures can be rewritten.
    private static func fingerprint(of token: Secret) -> String {
        let bytes = token.exposed.utf8
        let signingInput = token.exposed.prefix(upTo: bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)
        return Base64URL.encode(SHA256Hash.hash(String(signingInput)))
    }
}

extension ProviderCaller {
    /// Fetches the provider's public keys (RFC 7517).
    func keySet(at address: String) async throws -> JWKSet {
        try JWKSet(parsing: try await json(HTTPRequest(.get, address)))
    }
}

extension IDTokenRefusal {
    /// The refusal of a token whose signature already failed.
    fileprivate init(_ error: JWTError) {
        self =
            switch error {
            case .tooLarge, .malformed, .malformedClaims, .criticalHeader: .malformed
            case .unsupportedAlgorithm, .wrongKeyKind: .algorithm
            case .missingKeyID: .keyMissing
            case .unknownKey: .keyUnknown
            case .badSignature: .signature
            }
    }
}
