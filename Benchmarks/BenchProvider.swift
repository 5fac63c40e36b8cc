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

/// Kakao as our server sees it, with its key set played by a key that this process signs with.
struct BenchProvider: Sendable {
    let provider: Provider
    private let signer: SigningKey
    private let clock = SystemWallClock()
    private static let restKey = "bench-rest-key"

    init() throws {
        signer = SigningKey.generateRS256(id: "bench")
        let keys = KeySetHandler(keySet: try JWKSet([signer.publicJWK]).json)
        provider = try Provider.kakao(
            KakaoSettings(appID: "1", restKey: Self.restKey),
            environment: ProviderEnvironment(
                transport: HandlerTransport(keys), clock: clock, random: SystemRandomSource(), log: .silent))
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
}

/// Answers every request with one key set.
private struct KeySetHandler: HTTPHandler {
    let keySet: JSONValue

    func respond(to request: HTTPRequest) async -> HTTPResponse { .json(keySet) }
}
