// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

extension KakaoServer {
    /// `POST /oauth/token`: a code or a refresh token for an access token.
    func token(_ request: HTTPRequest) -> HTTPResponse {
        do throws(KakaoOAuthError) {
            let form = try KakaoForm(request)
            let now = clock.now
            let grant = try world.change { world throws(KakaoOAuthError) in
                let key = try world.kakao.client(of: form, authorization: request.headers["Authorization"])
                switch try form.required("grant_type") {
                case "authorization_code":
                    return try world.kakao.exchange(form, for: key, people: world.people, fresh: fresh, now: now)
                case "refresh_token":
                    return try world.kakao.refresh(form, for: key, people: world.people, fresh: fresh, now: now)
                default:
                    throw .grantType
                }
            }
            return answer(grant)
        } catch {
            return error.response(rules: rules)
        }
    }

    private func answer(_ grant: KakaoGrant) -> HTTPResponse {
        var answer = JSONObject()
        answer["token_type"] = "bearer"
        answer["access_token"] = .string(grant.accessToken)
        answer["expires_in"] = JSONValue(grant.expiresIn)
        if let refreshToken = grant.refreshToken {
            answer["refresh_token"] = .string(refreshToken.text)
            answer["refresh_token_expires_in"] = JSONValue(refreshToken.expiresIn)
        }
        if let claims = grant.idClaims {
            answer["id_token"] = .string(signJWT(claims: claims, type: "JWT", key: keys.current).exposed)
        }
        if let scopes = grant.scopes { answer["scope"] = .string(scopes.joined(separator: " ")) }
        return secretJSON(.object(answer))
    }

    /// `POST /oauth/tokeninfo`: what an id_token says, for those who want to look at one.
    func tokenInfo(_ request: HTTPRequest) -> HTTPResponse {
        do throws(KakaoOAuthError) {
            let token = Secret(try KakaoForm(request).required("id_token"))
            guard let claims = claims(of: token), claims["iss"]?.string == "https://\(KakaoHost.kauth)",
                let end = claims["exp"]?.integer, clock.now.timeIntervalSince1970 < TimeInterval(end)
            else { throw .badIDToken }
            return secretJSON(.object(claims))
        } catch {
            return error.response(rules: rules)
        }
    }

    private func claims(of token: Secret) -> JSONObject? {
        // Every reason why a token is not ours leads to the same answer.
        try? UnverifiedJWT(parsing: token).verified(with: JWKSet(keys.published), algorithms: [.rs256]).claims
    }

    /// `GET /.well-known/openid-configuration` (OpenID Connect Discovery, section 3).
    func discovery(_ visit: Visit) -> HTTPResponse {
        let links = world.withLock { $0.links }
        let kauth = { (path: String) in JSONValue.string(visit.address(KakaoHost.kauth, path, links: links)) }
        return .json([
            "issuer": .string("https://\(KakaoHost.kauth)"),
            "authorization_endpoint": kauth("/oauth/authorize"),
            "token_endpoint": kauth("/oauth/token"),
            "userinfo_endpoint": .string(visit.address(KakaoHost.kapi, "/v1/oidc/userinfo", links: links)),
            "jwks_uri": kauth("/.well-known/jwks.json"),
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "request_uri_parameter_supported": false,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "claims_supported": [
                "iss", "aud", "sub", "auth_time", "exp", "iat", "nonce", "nickname", "picture", "email",
            ],
        ])
    }
}
