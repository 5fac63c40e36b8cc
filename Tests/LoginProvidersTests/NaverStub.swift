// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Naver in front of a stub that answers by host and path, at 1,700,000,000.
///
/// Every answer in these tests is synthetic; its form follows Naver's guide for Naver Login (login/api, login/profile,
/// login/devguide).
struct Naver {
    static let tokenPath = "nid.naver.com/oauth2.0/token"
    static let openIDTokenPath = "nid.naver.com/oauth2/token"
    static let revokePath = "nid.naver.com/oauth2.0/revoke"
    static let keysPath = "nid.naver.com/oauth2/jwks"
    static let mePath = "openapi.naver.com/v1/nid/me"
    static let verifyPath = "openapi.naver.com/v1/nid/verify"
    static let settings = NaverSettings(clientID: "CLIENT", clientSecret: Secret("the-client-secret"))
    static let nonce = Secret("nonce-0001")
    static let redirectURI = "https://login.example/auth/naver/callback"

    let stub: ProviderStub
    let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_700_000_000))
    let provider: Provider
    let environment: ProviderEnvironment

    init(_ answers: [String: ProviderStub.Answer] = [:], settings: NaverSettings = settings) throws {
        stub = ProviderStub(answers, keysPath: Self.keysPath)
        environment = ProviderEnvironment(
            transport: HandlerTransport(stub), clock: clock, random: SeededRandomSource(seed: 7), log: .silent)
        provider = try .naver(settings, environment: environment)
    }

    /// The credential of a code that came to a login server.
    static let code = ProviderCredential.code(
        Secret("CODE"), redirectURI: redirectURI, verifier: Secret("verifier"), nonce: .matching(nonce))

    /// A signed id_token, with some claims changed; nil takes a claim away.
    static func idToken(_ changes: [String: JSONValue?] = [:], key: SigningKey = ProviderStub.key) -> Secret {
        let claims: JSONValue = [
            "iss": "https://nid.naver.com", "aud": "CLIENT", "sub": "n-AbC_1", "iat": 1_700_000_000,
            "exp": 1_700_003_600, "nonce": "nonce-0001",
        ]
        var members = claims.object ?? JSONObject()
        for (name, value) in changes { members[name] = value }
        return signJWT(claims: members, type: "JWT", key: key)
    }

    static let tokens: JSONValue = [
        "access_token": "AAAA+acc/ess=", "refresh_token": "REFRESH1", "token_type": "bearer", "expires_in": "3600",
    ]

    /// A profile answer.
    static func me(_ response: JSONValue) -> JSONValue {
        ["resultcode": "00", "message": "success", "response": response]
    }
}
