// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Apple in front of a stub, with a clock that stands at 1,700,000,000 and a log that is kept.
///
/// Every answer is synthetic; its form follows Apple's pages of the Sign in with Apple REST API (TokenResponse,
/// ErrorResponse, Token revocation).
struct Apple {
    static let key = SigningKey.generateES256(id: "KEY4567890")
    static let nonce = Secret("nonce-0001")
    static let subject = "001234.0f0e0d0c0b0a09080706050403020100.0930"
    static let settings = AppleSettings(
        teamID: "TEAM567890", servicesID: "com.example.web", bundleIDs: ["com.example.app"], keyID: "KEY4567890",
        privateKey: key.pem)

    static let keysPath = "appleid.apple.com/auth/keys"
    static let tokenPath = "appleid.apple.com/auth/token"
    static let revokePath = "appleid.apple.com/auth/revoke"

    let stub: ProviderStub
    let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_700_000_000))
    let logged = Locked<[String]>([])
    let provider: Provider

    init(_ answers: [String: ProviderStub.Answer] = [:], settings: AppleSettings = settings) throws {
        let logged = logged
        let log = Log { entry in
            logged.withLock { $0.append("\(entry.event) \(entry.fields.map { "\($0.name)=\($0.value)" })") }
        }
        stub = ProviderStub(answers, keysPath: Self.keysPath)
        provider = try .apple(
            settings,
            environment: ProviderEnvironment(
                transport: HandlerTransport(stub), clock: clock, random: SeededRandomSource(seed: 7), log: log))
    }

    /// A signed id_token for the Services ID, with some claims changed; nil takes a claim away.
    static func idToken(_ changes: [String: JSONValue?] = [:], key: SigningKey = ProviderStub.key) -> Secret {
        var claims: JSONValue = [
            "iss": "https://appleid.apple.com", "aud": "com.example.web", "sub": .string(subject),
            "iat": 1_700_000_000, "exp": 1_700_086_400, "auth_time": 1_700_000_000, "nonce": "nonce-0001",
            "nonce_supported": true, "email": "q1@privaterelay.appleid.com", "email_verified": true,
            "is_private_email": true, "real_user_status": 7,
        ]
        if case .object(var members) = claims {
            for (name, value) in changes { members[name] = value }
            claims = .object(members)
        }
        return signJWT(claims: claims.object ?? JSONObject(), type: "JWT", key: key)
    }

    /// What the token endpoint answers to a code.
    static func tokens(idToken: Secret? = idToken()) -> JSONValue {
        var members: JSONObject = JSONObject([
            .init(name: "access_token", value: "ACCESS-1"), .init(name: "token_type", value: "Bearer"),
            .init(name: "expires_in", value: 3600), .init(name: "refresh_token", value: "REFRESH-1"),
        ])
        members["id_token"] = idToken.map { .string($0.exposed) }
        return .object(members)
    }
}
