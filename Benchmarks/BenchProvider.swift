// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Kakao as our server sees it: a key set, token answers that are made ready before, and one profile for each access token.
///
/// It does next to nothing of its own, so that what is measured is the server's work.
struct BenchProvider: Sendable {
    static let restKey = "bench-rest-key"
    static let appID = "1"

    let provider: Provider
    private let signer: SigningKey
    private let answers: ReadyAnswers
    private let clock = SystemWallClock()

    init() throws {
        signer = SigningKey.generateRS256(id: "bench")
        answers = ReadyAnswers(keySet: try JWKSet([signer.publicJWK]).json)
        provider = try Provider.kakao(
            KakaoSettings(appID: Self.appID, restKey: Self.restKey),
            environment: ProviderEnvironment(
                transport: HandlerTransport(answers), clock: clock, random: SystemRandomSource(), log: .silent))
    }

    /// Signs an id_token as the provider does.
    func idToken(of subject: String, nonce: Secret) -> Secret {
        let now = Int64(clock.now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": "https://kauth.kakao.com", "aud": .string(Self.restKey), "sub": .string(subject),
            "iat": JSONValue(now), "exp": JSONValue(now + 21_600), "auth_time": JSONValue(now),
            "nonce": .string(nonce.exposed), "nickname": "김서연", "picture": "https://k.kakaocdn.net/dn/picture.jpg",
        ]
        return signJWT(claims: claims.object ?? JSONObject(), type: "JWT", key: signer)
    }

    /// Makes the answer to a code ready.
    func code(of subject: String, nonce: Secret, named code: String) -> Secret {
        answers.byCode.withLock {
            $0[code] = [
                "token_type": "bearer", "access_token": .string(accessToken(of: subject).exposed), "expires_in": 21_599,
                "refresh_token": .string("refresh-\(subject)"), "refresh_token_expires_in": 5_183_999,
                "id_token": .string(idToken(of: subject, nonce: nonce).exposed), "scope": "openid profile_nickname",
            ]
        }
        return Secret(code)
    }

    /// A person's access token.
    func accessToken(of subject: String) -> Secret { Secret("access-\(subject)") }
}

/// Answers of the provider that are only looked up.
private struct ReadyAnswers: HTTPHandler {
    let keySet: JSONValue
    let byCode = Locked([String: JSONValue]())

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch request.path {
        case "/.well-known/jwks.json": return .json(keySet)
        case "/oauth/token":
            guard let code = (try? request.formFields()).flatMap({ try? $0.single("code") }),
                let answer = byCode.withLock({ $0.removeValue(forKey: code) })
            else { return .json(["error": "invalid_grant", "error_code": "KOE320"], status: 400) }
            return .json(answer)
        default:
            guard let token = request.headers["Authorization"], let subject = token.split(separator: "-").last,
                let id = Int64(subject)
            else { return .json(["code": -401, "msg": "this access token does not exist"], status: 401) }
            return request.path == "/v1/user/access_token_info"
                ? .json(["id": JSONValue(id), "app_id": 1, "expires_in": 21_599])
                : .json(["id": JSONValue(id), "kakao_account": ["profile": ["nickname": "김서연"]]])
        }
    }
}
