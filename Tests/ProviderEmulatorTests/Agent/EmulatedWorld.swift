// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// An emulator of a test's own, at a known moment, with the ways to call it that tests need.
struct EmulatedWorld: Sendable {
    let emulator: ProviderEmulator
    let clock: MovableWallClock
    /// The moment at which it starts: 2026-03-01 00:00:00 UTC.
    static let startSeconds: Int64 = 1_772_323_200
    static let redirectURI = "http://localhost:8080/auth/kakao/callback"

    /// Making an RSA key takes a while, so all tests sign with one.
    private static let signingKey = SigningKey.generateRS256(id: "first")

    init(_ seed: EmulatorSeed = .demo, timer: any Clock<Duration> = ContinuousClock()) throws {
        clock = MovableWallClock(base: ManualWallClock(at: Date(timeIntervalSince1970: Double(Self.startSeconds))))
        emulator = try ProviderEmulator(
            seed: seed, clock: clock, random: SystemRandomSource(), log: .silent, timer: timer,
            signingKey: Self.signingKey)
    }

    func get(_ address: String, headers: HTTPHeaders = HTTPHeaders()) async throws -> HTTPResponse {
        await emulator.respond(to: try #require(HTTPRequest(.get, Self.emulated(address), headers: headers)))
    }

    func post(_ address: String, _ form: FormFields, headers: HTTPHeaders = HTTPHeaders()) async throws -> HTTPResponse
    {
        await emulator.respond(to: try #require(HTTPRequest.form(form, to: Self.emulated(address), headers: headers)))
    }

    /// Calls the control API.
    @discardableResult
    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
        var request = try #require(HTTPRequest(method, "http://127.0.0.1:9900/_emulator/\(path)"))
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = body.serialized()
        }
        return await emulator.respond(to: request)
    }

    /// The emulator's address for a real one.
    static func emulated(_ address: String) -> String {
        guard address.hasPrefix("https://") else { return address }
        return "http://127.0.0.1:9900/" + address.dropFirst("https://".count)
    }
}

extension EmulatedWorld {
    /// A client of the demo's app that authenticates by the REST key and its secret.
    static let restClient: FormFields = [
        "client_id": "demo-kakao-rest-key", "client_secret": "demo-kakao-client-secret",
    ]

    /// Exchanges a code as the demo's server does.
    func exchange(_ code: String, _ more: FormFields = [:]) async throws -> HTTPResponse {
        var form: FormFields = ["grant_type": "authorization_code", "code": code]
        for field in Self.restClient.fields + more.fields { form.add(field.name, field.value) }
        return try await post("https://kauth.kakao.com/oauth/token", form)
    }

    func refresh(_ refreshToken: String) async throws -> HTTPResponse {
        var form: FormFields = ["grant_type": "refresh_token", "refresh_token": refreshToken]
        for field in Self.restClient.fields { form.add(field.name, field.value) }
        return try await post("https://kauth.kakao.com/oauth/token", form)
    }

    /// Calls kapi with a token.
    func kapi(_ path: String, token: String) async throws -> HTTPResponse {
        try await get("https://kapi.kakao.com\(path)", headers: ["Authorization": "Bearer \(token)"])
    }

    /// Signs somebody in from the first page to the tokens.
    func signIn(_ person: Int64 = 1001, authorize more: FormFields = [:]) async throws -> JSONValue {
        let agent = Agent(self)
        let code = try await agent.code(of: person, more)
        let answer = try await exchange(code)
        try #require(answer.status == 200, "the exchange was refused: \(answer.text)")
        return try answer.json()
    }
}

extension HTTPResponse {
    /// The body as JSON.
    func json() throws -> JSONValue { try JSONValue(parsing: body) }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Where a redirect leads.
    var location: String? { headers["Location"] }

    /// The fields that a redirect carries.
    func locationFields() throws -> FormFields {
        let location = try #require(self.location)
        return try FormFields(parsing: location.split(separator: "?", maxSplits: 1).last ?? "")
    }

    /// Kakao's error code, of either shape.
    func errorCode() throws -> String? {
        let body = try json()
        return body["error_code"]?.string ?? body["code"]?.integer.map { String($0) }
    }
}

extension EmulatedWorld {
    /// What the id_token says that a code is exchanged for.
    func idClaims(of code: String) async throws -> JSONObject {
        let tokens = try await exchange(code).json()
        return try await idClaims(in: tokens)
    }

    /// What an answer's id_token says, checked with the published keys as a client checks it.
    func idClaims(in tokens: JSONValue) async throws -> JSONObject {
        let keys = try JWKSet(parsing: await get("https://kauth.kakao.com/.well-known/jwks.json").json())
        let token = try UnverifiedJWT(parsing: Secret(try #require(tokens["id_token"]?.string)))
        return try token.verified(with: keys, algorithms: [.rs256]).claims
    }
}
