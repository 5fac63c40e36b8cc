// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@testable import LoginProviders

/// A provider that no file outside this one knows: a small one that speaks OpenID Connect and nothing else.
///
/// It is made of the same data and rules as the others, so server, pages and API take it as it is.
private struct SmallProvider: HTTPHandler {
    static let id = ProviderID(rawValue: "small")
    static let issuer = "https://id.small.example"
    static let key = SigningKey.generateRS256(id: "small-1")
    let clock: any WallClock = SystemWallClock()
    /// The nonce of the sign-in under way: this provider has one browser.
    let nonce = Locked<String?>(nil)

    /// The whole of what another provider needs.
    func provider(_ environment: ProviderEnvironment) -> Provider {
        let environment = ProviderEnvironment(
            transport: HandlerTransport(self), clock: environment.clock, random: environment.random,
            log: environment.log)
        let name = BilingualText(ko: "작은곳", en: "Small")
        return Provider(
            id: Self.id, name: name,
            button: ButtonStyle(
                background: "#202040", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 4,
                label: BilingualText(ko: "작은곳으로 시작하기", en: "Continue with Small"), symbol: "M4 4h16v16H4Z"),
            scope: "small-client", clientID: "small-client",
            rules: ProviderRules(
                authorizationEndpoint: "\(Self.issuer)/authorize", tokenEndpoint: "\(Self.issuer)/token",
                scopes: ["openid", "profile"], scopeSeparator: " ", usesPKCE: true,
                authorizationFields: { _ in FormFields() }, clientFields: { id, _ in ["client_id": .some(id)] },
                cancelErrors: ["access_denied"],
                callbackError: { _ in
                    VendorError.unknown("server_error", status: nil, provider: name)
                },
                readError: { _, _ in nil }, pictureHosts: [],
                idToken: IDTokenRules(
                    issuers: [Self.issuer], audiences: ["small-client"], algorithms: [.rs256],
                    keysAddress: "\(Self.issuer)/keys", nonceRule: .raw, maximumAge: 600),
                claimsProfile: { token in
                    var profile = Profile(subject: token.subject)
                    profile.nickname = token.claims["nickname"]?.string
                    return profile
                },
                profile: nil, confirm: nil, check: nil, signOut: nil, unlink: { _, _ in }),
            environment: environment)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.path == "/token" else { return .json(["keys": [Self.key.publicJWK.json]]) }
        let now = Int64(clock.now.timeIntervalSince1970)
        var claims = JSONObject()
        claims["iss"] = .string(Self.issuer)
        claims["aud"] = "small-client"
        claims["sub"] = "s-1"
        claims["iat"] = JSONValue(now)
        claims["exp"] = JSONValue(now + 600)
        claims["nonce"] = nonce.value.map(JSONValue.string)
        claims["nickname"] = "작은이"
        return .json([
            "access_token": "a", "token_type": "Bearer",
            "id_token": .string(signJWT(claims: claims, type: "JWT", key: Self.key).exposed),
        ])
    }
}

/// The server with a provider more.
struct FifthProviderTests {
    @Test func `a provider that nobody knows is a button, a sign-in and an account, with no other file touched`()
        async throws
    {
        let small = SmallProvider()
        var options = StageOptions()
        options.others = { [small.provider($0)] }
        try await Stage.play(options) { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/")
            let sent = try await browser.send(try required(HTTPRequest(.get, "\(stage.address)/auth/small")))
            let location = try required(sent.headers["Location"])
            let query = try FormFields(parsing: location.split(separator: "?").last ?? "")
            small.nonce.withLock { $0 = query.all("nonce").first }

            var callback: FormFields = ["code": "c", "iss": .some(SmallProvider.issuer)]
            callback.add("state", query.all("state").first)
            let form = try await browser.open("/auth/small/callback?\(callback.encoded)")
            let account = try await browser.signUp(form)

            #expect(start.markup.contains("작은곳으로 시작하기"))
            #expect(location.hasPrefix("\(stage.emulatorAddress)/id.small.example/authorize?"))
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "작은이")
            #expect(account.path == "/account" && account.markup.contains("작은곳"))
        }
    }
}
