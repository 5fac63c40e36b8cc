// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginProviders

/// A provider's part, as data: how an operator set our server up for it, and what it says.
struct ProviderPart: Sendable {
    let id: ProviderID
    let settings: JSONValue
    let secrets: [String: Secret]
    /// What a client may bring from it.
    let kinds: [CredentialKind]
    /// What stands before a person's number in their id.
    let subjectPrefix: String

    let issuer: String
    let keysPath: String
    /// What its id_tokens say beside what all of them do.
    let claims: JSONValue
    /// Whether its id_tokens hold the hash of the nonce.
    var hashesNonce = false

    let tokenPath: String
    /// What it answers to a code beside the access token.
    let tokens: JSONValue
    /// Whether an id_token comes with these.
    let givesIDTokenForCode: Bool

    /// What its API says of the person behind a token, by path.
    var api: [String: @Sendable (_ subject: String) -> JSONValue] = [:]
    /// The field by which a call to the API must prove that it knows the app's secret.
    var proofField: String?
}

/// What a client may bring from a provider.
enum CredentialKind: String {
    case code
    case idToken = "id_token"
    case idTokenAndCode = "id_token and code"
    case accessToken = "access token"
}

extension ProviderPart {
    /// All of them, in the order of the pages.
    static let all: [ProviderPart] = [.kakao, .naver, .apple, .facebook]

    /// Kakao, with OpenID Connect switched on, as its console suggests.
    static let kakao = ProviderPart(
        id: .kakao, settings: ["app_id": 1, "rest_key": "bench-rest-key"],
        secrets: ["client_secret": Secret("bench-secret")],
        kinds: [.code, .idToken, .accessToken], subjectPrefix: "100",
        issuer: "https://kauth.kakao.com", keysPath: "/.well-known/jwks.json",
        claims: ["nickname": "김서연", "picture": "https://k.kakaocdn.net/dn/picture.jpg"],
        tokenPath: "/oauth/token",
        tokens: [
            "expires_in": 21_599, "refresh_token": "refresh", "refresh_token_expires_in": 5_183_999,
            "scope": "openid profile_nickname",
        ],
        givesIDTokenForCode: true,
        api: [
            "/v1/user/access_token_info": { ["id": number($0), "app_id": 1, "expires_in": 21_599] },
            "/v2/user/me": { ["id": number($0), "kakao_account": ["profile": ["nickname": "김서연"]]] },
        ])

    /// Naver by its older path, which our server takes where nobody says otherwise: no id_token comes with a code.
    static let naver = ProviderPart(
        id: .naver, settings: ["client_id": "bench-client-id"], secrets: ["client_secret": Secret("bench-secret")],
        kinds: [.code, .idToken, .accessToken], subjectPrefix: "bench_",
        issuer: "https://nid.naver.com", keysPath: "/oauth2/jwks", claims: [:],
        tokenPath: "/oauth2.0/token", tokens: ["expires_in": "3600", "refresh_token": "refresh"],
        givesIDTokenForCode: false,
        api: [
            "/v1/nid/me": { subject in
                [
                    "resultcode": "00", "message": "success",
                    "response": ["id": .string(subject), "nickname": "서연", "name": "김서연"],
                ]
            }
        ])

    /// Apple for an app on its own systems. Every code is exchanged with a client secret signed for that call.
    static let apple = ProviderPart(
        id: .apple, settings: ["team_id": "BENCHTEAM1", "key_id": "BENCHKEY01", "bundle_ids": ["com.example.bench"]],
        secrets: ["private_key": SigningKey.generateES256().pem],
        kinds: [.code, .idToken, .idTokenAndCode], subjectPrefix: "000001.bench.",
        issuer: "https://appleid.apple.com", keysPath: "/auth/keys",
        claims: ["email": "bench@privaterelay.appleid.com", "email_verified": true, "is_private_email": true],
        hashesNonce: true,
        tokenPath: "/auth/token", tokens: ["expires_in": 3600, "refresh_token": "refresh"],
        givesIDTokenForCode: true)

    /// Facebook. The id_token is that of a Limited Login; a code brings none.
    static let facebook = ProviderPart(
        id: .facebook, settings: ["app_id": 1], secrets: ["app_secret": Secret("bench-secret")],
        kinds: [.code, .idToken, .accessToken], subjectPrefix: "100",
        issuer: "https://www.facebook.com", keysPath: "/.well-known/oauth/openid/jwks/", claims: ["name": "김서연"],
        tokenPath: "/v25.0/oauth/access_token", tokens: ["expires_in": 5_183_944], givesIDTokenForCode: false,
        api: [
            "/v25.0/debug_token": { subject in
                [
                    "data": [
                        "app_id": "1", "type": "USER", "is_valid": true, "user_id": .string(subject), "expires_at": 0,
                    ]
                ]
            },
            "/v25.0/me": { ["id": .string($0), "name": "김서연"] },
        ],
        proofField: "appsecret_proof")

    private static func number(_ subject: String) -> JSONValue { .number(JSONNumber(text: subject)) }
}
