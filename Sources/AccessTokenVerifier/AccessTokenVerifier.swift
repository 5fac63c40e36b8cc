// SPDX-License-Identifier: Apache-2.0

package import LoginCrypto
public import LoginAPI
public import LoginCore
public import LoginHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks the login server's access tokens, in any back end, with the server's public keys alone.
///
/// One verifier serves the whole process: it keeps the keys and asks for them again when they change, so a check costs a
/// signature and no call. A session that was ended meanwhile is not seen here before its last access token ends.
public struct AccessTokenVerifier: Sendable {
    private let rules: AccessTokenRules
    private let keys: any KeySource
    private let clock: any WallClock

    /// Makes a verifier that fetches the keys of a login server when it needs them.
    ///
    /// - Parameters:
    ///   - rules: who must have issued a token and for whom.
    ///   - transport: how the keys are fetched, from `/.well-known/jwks.json` below the issuer and nowhere else.
    ///   - clock: tells whether a token has ended.
    /// - Throws: an error where the issuer is not an https address; http may only be this machine itself.
    public init(rules: AccessTokenRules, transport: any HTTPTransport, clock: any WallClock) throws(LoginError) {
        guard let address = HTTPAddress(rules.issuer), address.scheme == "https" || address.isLoopback,
            let request = HTTPRequest(.get, rules.issuer + "/.well-known/jwks.json")
        else { throw .issuerNotAllowed }
        let cache = KeyCache(fetch: { try await fetchKeys(request, over: transport) }, clock: clock)
        self.init(rules: rules, keys: cache, clock: clock)
    }

    /// Makes a verifier over keys that are at hand, as in the login server itself.
    package init(rules: AccessTokenRules, keys: any KeySource, clock: any WallClock) {
        self.rules = rules
        self.keys = keys
        self.clock = clock
    }

    /// The claims of a token that the login server signed for us and that has not ended.
    ///
    /// - Throws: `access_token_expired` where it was a good one; `access_token_invalid` for everything else that is
    ///   presented as one, id_tokens and refresh tokens included; `keys_unavailable` where the keys cannot be had.
    public func verify(_ token: Secret) async throws(LoginError) -> AccessTokenClaims {
        let verified = try await signed(token)
        guard verified.type == AccessTokenClaims.type else { throw .accessTokenInvalid }
        let claims: AccessTokenClaims
        do throws(DocumentError) {
            claims = try AccessTokenClaims(json: .object(verified.claims))
        } catch {
            throw .accessTokenInvalid
        }
        try rules.check(claims, at: clock.now)
        return claims
    }

    private func signed(_ token: Secret) async throws(LoginError) -> VerifiedJWT {
        do {
            return try await verifyJWT(token, keys: keys, algorithms: [.es256])
        } catch is JWTError {
            throw .accessTokenInvalid
        } catch let error as LoginError {
            throw error
        } catch {
            throw .keysUnavailable
        }
    }
}
