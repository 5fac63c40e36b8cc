// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// An emulated Apple of a test's own, with the key that its app's server would hold.
struct AppleWorld: Sendable {
    static let key = SigningKey.generateES256(id: "KEY4567890")
    static let redirectURI = "https://login.example/auth/apple/callback"
    static let web = "com.example.web"
    static let app = "com.example.app"

    let world: EmulatedWorld

    init(rules: JSONValue = [:]) throws {
        let seed: JSONValue = [
            "people": [
                ["id": 1001, "nickname": "서연", "name": "김서연", "email": "seoyeon@example.com"],
                ["id": 1002, "nickname": "Min", "name": "Min Jae Kim", "email": "min@example.com"],
                ["id": 1004, "nickname": "민지"], ["id": 1009, "nickname": "잠든사람", "account_state": "dormant"],
            ],
            "apple": [
                "apps": [
                    [
                        "id": 7, "name": "시험", "team_id": "TEAM567890", "key_id": "KEY4567890",
                        "public_key": Self.key.publicJWK.json, "services_id": .string(Self.web),
                        "bundle_ids": [.string(Self.app)], "redirect_uris": [.string(Self.redirectURI)],
                    ]
                ], "rules": rules,
            ],
        ]
        world = try EmulatedWorld(EmulatorSeed(reading: seed))
    }

    /// The authorize address, with some fields changed; nil takes one away.
    static func address(_ changes: [String: String?] = [:]) -> String {
        let usual: [(String, String)] = [
            ("client_id", web), ("redirect_uri", redirectURI), ("response_type", "code"),
            ("response_mode", "form_post"), ("scope", "name email"), ("state", "S1"), ("nonce", "N1"),
        ]
        var query = FormFields()
        for (name, value) in usual { query.add(name, changes[name] ?? value) }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) where !usual.contains(where: { $0.0 == name }) {
            query.add(name, value)
        }
        return "https://appleid.apple.com/auth/authorize?\(query.encoded)"
    }

    /// Walks through account and consent and gives the fields of the form that the app is sent.
    func answer(
        of person: Int64 = 1001, _ changes: [String: String?] = [:], sharing items: [String]? = nil,
        agent: Agent? = nil
    ) async throws -> [String: String] {
        let agent = agent ?? Agent(world)
        var place = try await agent.open(Self.address(changes))
        if case .page(let page) = place, let form = page.form(with: "person") {
            place = try await agent.submit(form, with: [("person", String(person))])
        }
        if case .page(let page) = place, let form = page.form(with: "agree_all") {
            let decision = items == nil ? "agree_all" : "agree"
            place = try await agent.submit(
                form, with: (items ?? []).map { ("item", $0) } + [("decision", decision)])
        }
        return try Self.fields(of: place)
    }

    /// The fields of the form that stands at the end.
    static func fields(of place: Agent.Place) throws -> [String: String] {
        let form = try #require(try place.page().forms.first)
        #expect(form.action == redirectURI)
        let fields = form.hidden.map { ($0.0, $0.1.replacingOccurrences(of: "&quot;", with: "\"")) }
        return Dictionary(fields) { first, _ in first }
    }

    /// A client secret, with some claims changed; nil takes one away.
    func secret(
        for clientID: String = web, _ changes: [String: JSONValue?] = [:], key: SigningKey = key
    ) -> String {
        let now = Int64(world.clock.now.timeIntervalSince1970)
        var claims = JSONObject([
            .init(name: "iss", value: "TEAM567890"), .init(name: "iat", value: JSONValue(now)),
            .init(name: "exp", value: JSONValue(now + 300)), .init(name: "aud", value: "https://appleid.apple.com"),
            .init(name: "sub", value: .string(clientID)),
        ])
        for (name, value) in changes { claims[name] = value }
        return signJWT(claims: claims, type: "JWT", key: key).exposed
    }

    /// Calls the token endpoint, or another one that wants the secret.
    func call(
        _ fields: FormFields, at path: String = "/auth/token", clientID: String = web, secret: String? = nil
    ) async throws -> HTTPResponse {
        var form: FormFields = ["client_id": clientID, "client_secret": secret ?? self.secret(for: clientID)]
        for field in fields.fields { form.add(field.name, field.value) }
        return try await world.post("https://appleid.apple.com\(path)", form)
    }

    /// Exchanges a code as the app's server does.
    func exchange(_ code: String?, secret: String? = nil) async throws -> HTTPResponse {
        try await call(
            ["grant_type": "authorization_code", "code": code, "redirect_uri": .some(Self.redirectURI)], secret: secret)
    }

    /// What an id_token says, checked with the published keys.
    func claims(of token: String?) async throws -> JSONObject {
        let keys = try JWKSet(parsing: await world.get("https://appleid.apple.com/auth/keys").json())
        return try UnverifiedJWT(parsing: Secret(try #require(token))).verified(with: keys, algorithms: [.rs256]).claims
    }

    /// What an app on a device gets.
    func native(_ changes: [String: JSONValue] = [:]) async throws -> JSONValue {
        var body = JSONObject([
            .init(name: "app", value: 7), .init(name: "person", value: 1001),
            .init(name: "bundle_id", value: .string(Self.app)), .init(name: "nonce", value: "HASH"),
            .init(name: "scopes", value: ["name", "email"]),
        ])
        for (name, value) in changes { body[name] = value }
        return try await world.control(.post, "apple/native", .object(body)).json()
    }
}

extension HTTPResponse {
    /// Apple's error word.
    func appleError() throws -> String? { try json()["error"]?.string }
}
