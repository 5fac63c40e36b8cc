// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

/// Our provider in front of an emulator of this test's own, with no socket between, and somebody who signs in.
struct EmulatedKakao {
    static let redirectURI = "https://login.example/auth/kakao/callback"
    static let settings = KakaoSettings(
        appID: "1000001", restKey: "demo-kakao-rest-key", nativeKey: "demo-kakao-native-key",
        clientSecret: Secret("demo-kakao-client-secret"), adminKey: Secret("demo-kakao-admin-key"))

    /// Making an RSA key takes a while, so all tests sign with one.
    private static let signingKey = SigningKey.generateRS256(id: "first")

    let emulator: ProviderEmulator
    let clock = MovableWallClock(base: ManualWallClock(at: Date(timeIntervalSince1970: 1_800_000_000)))
    let provider: Provider

    init(_ settings: KakaoSettings = settings, seed: EmulatorSeed = .demo(redirectURIs: ["kakao": [redirectURI]]))
        throws
    {
        emulator = try ProviderEmulator(
            seed: seed, clock: clock, random: SeededRandomSource(seed: 3), log: .silent, timer: ContinuousClock(),
            signingKey: Self.signingKey)
        provider = try Self.provider(settings, emulator: emulator, clock: clock)
    }

    /// Another client of the same emulator.
    func provider(_ settings: KakaoSettings) throws -> Provider {
        try Self.provider(settings, emulator: emulator, clock: clock)
    }

    private static func provider(
        _ settings: KakaoSettings, emulator: ProviderEmulator, clock: any WallClock
    ) throws -> Provider {
        try .kakao(
            settings,
            environment: ProviderEnvironment(
                transport: HandlerTransport(emulator), clock: clock, random: SystemRandomSource(), log: .silent))
    }

    /// Calls the emulator's control API.
    @discardableResult
    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
        var request = try #require(HTTPRequest(method, "http://127.0.0.1:9900/_emulator/\(path)"))
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = body.serialized()
        }
        return await emulator.respond(to: request)
    }

    /// Everything up to the callback: the person chooses the account and agrees, or says no.
    func visit(
        _ request: AuthorizationRequest, by person: Int64 = 1001, decision: String = "agree_all"
    ) async throws -> CallbackResult {
        let visitor = Visitor(emulator: emulator, person: person, decision: decision)
        return provider.readCallback(address: try await visitor.go(to: request.url), for: request.pending)
    }

    /// The credential that a whole sign-in ends with.
    func credential(by person: Int64 = 1001) async throws -> ProviderCredential {
        let request = provider.authorize(redirectURI: Self.redirectURI)
        guard case .code(let code) = try await visit(request, by: person) else {
            Issue.record("the sign-in ended without a code")
            return .accessToken(Secret(""))
        }
        return .code(
            code.code, redirectURI: request.redirectURI, verifier: request.verifier,
            nonce: .matching(request.nonce))
    }

    /// The tokens of a whole sign-in.
    func tokens(by person: Int64 = 1001) async throws -> TokenSet {
        try #require(try await provider.verify(credential(by: person)).tokens)
    }
}

/// Somebody at a browser without scripts: follows redirects and presses a button on each page.
struct Visitor {
    let emulator: any HTTPHandler
    let person: Int64
    let decision: String
    /// The host whose pages these are.
    var host = "kauth.kakao.com"

    /// Walks from an address to the first one that is not the emulator's.
    func go(to address: String) async throws -> String {
        var request = try #require(HTTPRequest(.get, address))
        for _ in 0..<10 {
            let response = await emulator.respond(to: request)
            if let location = response.headers["Location"] {
                guard location.hasPrefix("/") else { return location }
                request = try #require(HTTPRequest(.get, "https://\(host)\(location)"))
            } else {
                request = try answer(to: String(decoding: response.body, as: UTF8.self))
            }
        }
        Issue.record("the pages lead in a circle")
        return ""
    }

    private func answer(to page: String) throws -> HTTPRequest {
        let forms = page.components(separatedBy: "<form ").dropFirst()
        let account = forms.first { $0.contains("name=\"person\" value=\"\(person)\"") }
        let form = try #require(account ?? forms.first { $0.contains("name=\"decision\" value=\"\(decision)\"") })
        var fields = FormFields()
        fields.add("sign_in", value(behind: "name=\"sign_in\" value=\"", in: form))
        fields.add(account == nil ? "decision" : "person", account == nil ? decision : String(person))
        let action = try #require(value(behind: "action=\"", in: form))
        return try #require(HTTPRequest.form(fields, to: "https://\(host)\(action)"))
    }

    private func value(behind mark: String, in form: String) -> String? {
        form.components(separatedBy: mark).dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
}
