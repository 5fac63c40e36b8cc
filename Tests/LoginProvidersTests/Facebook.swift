// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Facebook in front of a stub, with a clock that stands at 1,700,000,000.
///
/// Every answer is synthetic; its form follows Facebook's pages on manual login flows, access tokens, errors and Limited
/// Login tokens.
struct Facebook {
    static let nonce = Secret("nonce-0001")
    static let settings = FacebookSettings(appID: "123", appSecret: Secret("the-app-secret"), version: "v25.0")

    static let keysPath = "limited.facebook.com/.well-known/oauth/openid/jwks/"
    static let tokenPath = "graph.facebook.com/v25.0/oauth/access_token"
    static let mePath = "graph.facebook.com/v25.0/me"
    static let inspectPath = "graph.facebook.com/v25.0/debug_token"
    static let permissionsPath = "graph.facebook.com/v25.0/me/permissions"

    let stub: ProviderStub
    let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_700_000_000))
    let provider: Provider
    let api: FacebookAPI

    init(_ answers: [String: ProviderStub.Answer] = [:], settings: FacebookSettings = settings) throws {
        stub = ProviderStub(answers, keysPath: Self.keysPath)
        let environment = ProviderEnvironment(
            transport: HandlerTransport(stub), clock: clock, random: SeededRandomSource(seed: 7), log: .silent)
        provider = try .facebook(settings, environment: environment)
        api = try FacebookAPI(settings, environment: environment)
    }

    /// A signed id_token of a Limited Login, with some claims changed; nil takes a claim away.
    static func idToken(_ changes: [String: JSONValue?] = [:], key: SigningKey = ProviderStub.key) -> Secret {
        var claims: JSONValue = [
            "iss": "https://www.facebook.com", "aud": "123", "sub": "10150000000000001", "iat": 1_700_000_000,
            "exp": 1_700_003_600, "jti": "j1.x", "nonce": "nonce-0001", "name": "Min Kim", "email": "min@example.test",
            "picture": "https://platform-lookaside.fbsbx.com/p.jpg",
        ]
        if case .object(var members) = claims {
            for (name, value) in changes { members[name] = value }
            claims = .object(members)
        }
        return signJWT(claims: claims.object ?? JSONObject(), type: "JWT", key: key)
    }

    static let me: JSONValue = [
        "id": "10150000000000001", "name": "Min Kim", "email": "min@example.test",
        "picture": ["data": ["is_silhouette": false, "url": "https://platform-lookaside.fbsbx.com/p.jpg"]],
    ]

    /// What `/debug_token` says of a good token, with some members changed.
    static func inspected(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members = JSONObject([
            .init(name: "app_id", value: "123"), .init(name: "type", value: "USER"),
            .init(name: "expires_at", value: 1_705_184_000), .init(name: "is_valid", value: true),
            .init(name: "scopes", value: ["email", "public_profile"]),
            .init(name: "user_id", value: "10150000000000001"),
        ])
        for (name, value) in changes { members[name] = value }
        return ["data": .object(members)]
    }

    /// An error of the Graph API.
    static func error(_ code: Int, subcode: Int? = nil, isTransient: Bool? = nil) -> JSONValue {
        var members = JSONObject([
            .init(name: "message", value: "min@example.test ACCESS-1"), .init(name: "type", value: "OAuthException"),
            .init(name: "code", value: JSONValue(code)), .init(name: "fbtrace_id", value: "Axyz"),
        ])
        members["error_subcode"] = subcode.map { JSONValue($0) }
        members["is_transient"] = isTransient.map { .bool($0) }
        return ["error": .object(members)]
    }
}
