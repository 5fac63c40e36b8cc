// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// An emulated Facebook of a test's own, with two apps.
struct FacebookWorld: Sendable {
    static let redirectURI = "https://login.example/auth/facebook/callback"

    let world: EmulatedWorld

    init(rules: JSONValue = [:]) throws {
        let seed: JSONValue = [
            "people": [
                [
                    "id": 1001, "nickname": "서연", "name": "김서연", "email": "seoyeon@example.com", "gender": "female",
                    "birthyear": "1999", "birthday": "0317",
                ],
                ["id": 1004, "nickname": "민지", "picture": false],
                ["id": 1009, "nickname": "잠든사람", "account_state": "dormant"],
            ],
            "facebook": [
                "apps": [
                    ["id": 7, "name": "시험", "app_secret": "secret-7", "redirect_uris": [.string(Self.redirectURI)]],
                    ["id": 8, "name": "남의 앱", "app_secret": "secret-8", "redirect_uris": [.string(Self.redirectURI)]],
                ], "rules": rules,
            ],
        ]
        world = try EmulatedWorld(EmulatorSeed(reading: seed))
    }

    /// The dialog's address, with some fields changed; nil takes one away.
    static func address(_ changes: [String: String?] = [:], version: String = "/v25.0") -> String {
        let usual: [(String, String)] = [
            ("client_id", "7"), ("redirect_uri", redirectURI), ("state", "S1"), ("scope", "public_profile,email"),
            ("return_scopes", "true"),
        ]
        var query = FormFields()
        for (name, value) in usual { query.add(name, changes[name] ?? value) }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) where !usual.contains(where: { $0.0 == name }) {
            query.add(name, value)
        }
        return "https://www.facebook.com\(version)/dialog/oauth?\(query.encoded)"
    }

    /// Walks through account and consent and gives the address that the browser is sent to.
    func walk(
        _ person: Int64 = 1001, _ changes: [String: String?] = [:], granting items: [String]? = nil,
        agent: Agent? = nil
    ) async throws -> String {
        let agent = agent ?? Agent(world)
        var place = try await agent.open(Self.address(changes))
        if case .page(let page) = place, let form = page.form(with: "person") {
            place = try await agent.submit(form, with: [("person", String(person))])
        }
        if case .page(let page) = place, let form = page.form(with: "agree_all") {
            let decision = items == nil ? "agree_all" : "agree"
            place = try await agent.submit(form, with: (items ?? []).map { ("item", $0) } + [("decision", decision)])
        }
        return try place.outside()
    }

    /// The fields of such an address, without the junk behind it.
    static func fields(of address: String) throws -> FormFields {
        let query = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).last ?? ""
        return try FormFields(parsing: query)
    }

    /// The code that a walk ends with.
    func code(_ person: Int64 = 1001, _ changes: [String: String?] = [:], granting items: [String]? = nil) async throws
        -> String
    {
        try #require(try Self.fields(of: try await walk(person, changes, granting: items)).single("code"))
    }

    /// Exchanges a code as the app's server does, with some fields changed.
    func exchange(_ code: String, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
        var all: [String: String?] = [
            "client_id": "7", "client_secret": "secret-7", "redirect_uri": Self.redirectURI, "code": code,
        ]
        all.merge(changes) { $1 }
        var form = FormFields()
        for (name, value) in all { form.add(name, value) }
        return try await world.post("https://graph.facebook.com/v25.0/oauth/access_token", form)
    }

    /// A person's access token.
    func token(_ person: Int64 = 1001, granting items: [String]? = nil) async throws -> String {
        let answer = try await exchange(try await code(person, granting: items))
        return try #require(try answer.json()["access_token"]?.string)
    }

    /// Calls the Graph API.
    func graph(
        _ path: String, _ query: FormFields = [:], token: String?, by method: HTTPMethod = .get
    ) async throws -> HTTPResponse {
        let address = EmulatedWorld.emulated("https://graph.facebook.com/v25.0\(path)?\(query.encoded)")
        var request = try #require(HTTPRequest(method, address))
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        return await world.emulator.respond(to: request)
    }

    /// The proof that a call of app 7 shows.
    static func proof(of token: String) -> String {
        Hex.encode(hmacSHA256(Array(token.utf8), key: Array("secret-7".utf8)))
    }
}

extension HTTPResponse {
    /// Facebook's code, with the subcode where there is one.
    func facebookError() throws -> String? {
        let error = try json()["error"]
        guard let code = error?["code"]?.integer else { return nil }
        return error?["error_subcode"]?.integer.map { "\(code)/\($0)" } ?? "\(code)"
    }
}
