// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// What Kakao's hosts are asked for.
///
/// Every answer in these tests is synthetic; its form follows Kakao's REST documents for Kakao Login (kakaologin/rest-api,
/// kakaologin/utilize, rest-api/error-code).
enum KakaoStub {
    static let key = ProviderStub.key
    static let keysPath = "kauth.kakao.com/.well-known/jwks.json"
    static let tokenPath = "kauth.kakao.com/oauth/token"
    static let mePath = "kapi.kakao.com/v2/user/me"
    static let tokenInfoPath = "kapi.kakao.com/v1/user/access_token_info"
    static let unlinkPath = "kapi.kakao.com/v1/user/unlink"
    static let logoutPath = "kapi.kakao.com/v1/user/logout"
}

/// A provider in front of a stub, with a clock that stands at 1,700,000,000 and a log that is kept.
struct Kakao {
    static let nonce = Secret("nonce-0001")
    static let settings = KakaoSettings(
        appID: "1000001", restKey: "REST_KEY", nativeKey: "NATIVE_KEY", javascriptKey: "SCRIPT_KEY",
        clientSecret: Secret("the-client-secret"), adminKey: Secret("the-admin-key"))

    let stub: ProviderStub
    let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_700_000_000))
    let logged = Locked<[String]>([])
    let provider: Provider

    init(
        _ answers: [String: ProviderStub.Answer] = [:], settings: KakaoSettings = settings,
        transport: (any HTTPTransport)? = nil
    ) throws {
        let logged = logged
        let log = Log { entry in
            logged.withLock { $0.append("\(entry.event) \(entry.fields.map { "\($0.name)=\($0.value)" })") }
        }
        stub = ProviderStub(answers, keysPath: KakaoStub.keysPath)
        provider = try .kakao(
            settings,
            environment: ProviderEnvironment(
                transport: transport ?? HandlerTransport(stub), clock: clock, random: SeededRandomSource(seed: 7),
                log: log))
    }

    /// A signed id_token of person 1001 for the REST key, with some claims changed; nil takes a claim away.
    static func idToken(_ changes: [String: JSONValue?] = [:], key: SigningKey = KakaoStub.key) -> Secret {
        var claims: JSONValue = [
            "iss": "https://kauth.kakao.com", "aud": "REST_KEY", "sub": "1001", "iat": 1_700_000_000,
            "exp": 1_700_021_599, "auth_time": 1_700_000_000, "nonce": "nonce-0001", "nickname": "민아",
        ]
        if case .object(var members) = claims {
            for (name, value) in changes { members[name] = value }
            claims = .object(members)
        }
        return signJWT(claims: claims.object ?? JSONObject(), type: "JWT", key: key)
    }

    static let tokens: JSONValue = [
        "token_type": "bearer", "access_token": "ACCESS-1", "expires_in": 21_599, "refresh_token": "REFRESH-1",
        "refresh_token_expires_in": 5_183_999, "scope": "account_email profile_nickname",
    ]
    static let me: JSONValue = [
        "id": 1001, "connected_at": "2025-01-02T03:04:05Z", "kakao_account": ["profile": ["nickname": "민아"]],
    ]
}
