// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

/// Naver in front of an emulator of this test's own, with no socket between.
struct EmulatedNaver {
    static let redirectURI = "https://login.example/auth/naver/callback"
    static let settings = NaverSettings(
        clientID: "demo-naver-client-id", clientSecret: Secret("demo-naver-client-secret"))
    static let openID = NaverSettings(
        clientID: "demo-naver-client-id", clientSecret: Secret("demo-naver-client-secret"), usesOpenID: true)
    private static let signingKey = SigningKey.generateRS256(id: "first")

    let emulator: ProviderEmulator
    let clock = MovableWallClock(base: ManualWallClock(at: Date(timeIntervalSince1970: 1_800_000_000)))
    let provider: Provider

    init(_ settings: NaverSettings = settings) throws {
        emulator = try ProviderEmulator(
            seed: .demo(redirectURIs: ["naver": [Self.redirectURI]]), clock: clock,
            random: SeededRandomSource(seed: 3), log: .silent, timer: ContinuousClock(), signingKey: Self.signingKey)
        provider = try .naver(
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
        let response = await emulator.respond(to: request)
        #expect(response.status == 200)
        return response
    }

    /// Everything up to the callback.
    func visit(
        _ request: AuthorizationRequest, by person: Int64 = 1001, decision: String = "agree_all"
    ) async throws -> CallbackResult {
        let visitor = Visitor(emulator: emulator, person: person, decision: decision, host: "nid.naver.com")
        return provider.readCallback(address: try await visitor.go(to: request.url), for: request.pending)
    }

    /// The identity that a whole sign-in ends with.
    func signIn(by person: Int64 = 1001) async throws -> VerifiedIdentity {
        let request = provider.authorize(redirectURI: Self.redirectURI)
        guard case .code(let code) = try await visit(request, by: person) else {
            Issue.record("the sign-in ended without a code")
            throw CancellationError()
        }
        return try await provider.verify(
            .code(
                code.code, redirectURI: request.redirectURI, verifier: request.verifier,
                nonce: .matching(request.nonce), state: request.state))
    }
}

@Suite("A whole sign-in with Naver, against the emulator")
struct EmulatorNaverTests {
    @Test("a person signs in over either path", arguments: [false, true])
    func signsIn(usesOpenID: Bool) async throws {
        let naver = try EmulatedNaver(usesOpenID ? EmulatedNaver.openID : EmulatedNaver.settings)

        let identity = try await naver.signIn()

        #expect(identity.key.provider == .naver && identity.key.scope == "demo-naver-client-id")
        #expect(identity.key.subject.count == 43)
        #expect(identity.profile.nickname == "김서연" && identity.profile.name == "김서연")
        #expect(identity.profile.email == EmailAddress("seoyeon@example.com", isVerified: false))
        #expect(identity.profile.gender == .female && identity.profile.ageRange?.from == 20)
        #expect(identity.profile.birthday?.month == 3 && identity.profile.birthYear == 1999)
        #expect(identity.profile.phoneNumber?.international == "+821023456789")
        #expect((identity.idToken != nil) == usesOpenID)
        #expect(identity.tokens?.expiresAt == naver.clock.now.addingTimeInterval(3_600))
    }

    @Test(
        "whatever Naver leaves unsaid, the sign-in works",
        arguments: [
            ["numeric_expires_in": true], ["nulls_in_profile": true], ["mobile_e164": false],
            ["id_token_profile": true], ["token_needs_state": true],
        ] as [JSONValue], [false, true])
    func unconfirmed(rule: JSONValue, usesOpenID: Bool) async throws {
        let naver = try EmulatedNaver(usesOpenID ? EmulatedNaver.openID : EmulatedNaver.settings)
        try await naver.control(.patch, "naver/rules", rule)

        let identity = try await naver.signIn(by: 1004)

        #expect(identity.profile.nickname == "민지")
        #expect(identity.tokens?.expiresAt == naver.clock.now.addingTimeInterval(3_600))
    }

    @Test("B04: saying no on the page is a cancel")
    func cancels() async throws {
        let naver = try EmulatedNaver()

        let result = try await naver.visit(
            naver.provider.authorize(redirectURI: EmulatedNaver.redirectURI), decision: "cancel")

        guard case .cancelled = result else { return #expect(Bool(false), "\(result)") }
    }

    @Test("a used code is refused with HTTP 200, and a wrong secret is a matter of setup")
    func refusals() async throws {
        let naver = try EmulatedNaver()
        let request = naver.provider.authorize(redirectURI: EmulatedNaver.redirectURI)
        guard case .code(let code) = try await naver.visit(request) else { return #expect(Bool(false)) }
        let exchange = { (provider: Provider) async -> LoginError? in
            await failure { () throws(LoginError) in
                try await provider.exchange(
                    code: code.code, redirectURI: request.redirectURI, verifier: request.verifier)
            }
        }
        var wrong = EmulatedNaver.settings
        wrong.clientSecret = Secret("wrong")
        let stranger = try Provider.naver(wrong, environment: naver.provider.environmentOfTest(naver))

        #expect(await exchange(stranger)?.code == .clientRefused)
        #expect(await exchange(naver.provider) == nil)
        let again = await exchange(naver.provider)
        #expect(again?.code == .codeRefused && again?.httpStatus == 200)
    }

    @Test("tokens run out, are refreshed, and a dead refresh token is final")
    func refreshes() async throws {
        let naver = try EmulatedNaver()
        let provider = naver.provider
        var tokens = try #require(try await naver.signIn().tokens)
        naver.clock.advance(by: 3_601)

        let profile = try await provider.using(&tokens) { (token) async throws(LoginError) -> Profile in
            try await provider.profile(accessToken: token)
        }
        try await naver.control(
            .post, "naver/tokens/kill", ["app": 2_000_001, "person": 1001, "tokens": "refresh"])
        let dead = tokens
        let error = await failure { () throws(LoginError) in try await provider.refresh(dead) }

        #expect(profile.nickname == "김서연")
        #expect(error?.code == .refreshRefused)
    }

    @Test("unlinking ends consent and both tokens, and may be repeated")
    func unlinks() async throws {
        let naver = try EmulatedNaver()
        let tokens = try #require(try await naver.signIn().tokens)
        let link = ProviderLink(accessToken: tokens.accessToken, refreshToken: tokens.refreshToken)

        try await naver.provider.unlink(link)
        try await naver.provider.unlink(link)

        #expect(try await naver.provider.check(accessToken: tokens.accessToken) == false)
        let links = try JSONValue(parsing: try await naver.control(.get, "naver/links").body)
        #expect(links.array?.isEmpty == true)
    }

    /// Two readings of Naver's documents, written apart, must agree on every code that both know.
    @Test("every code that the emulator answers with is in our table")
    func codesAgree() async throws {
        let naver = try EmulatedNaver()
        let token = try #require(try await naver.signIn().tokens).accessToken
        let rows = ProviderCatalogue.entries.first { $0.id == .naver }?.errors ?? []
        var known = 0

        for row in rows {
            var request = try #require(HTTPRequest(.post, "http://127.0.0.1:9900/_emulator/faults"))
            request.headers["Content-Type"] = "application/json"
            let fault: JSONValue = [
                "host": "openapi.naver.com", "path": "/v1/nid/me", "kind": "error", "code": .string(row.vendorCode),
            ]
            request.body = fault.serialized()
            guard await naver.emulator.respond(to: request).status == 200 else { continue }
            known += 1

            let error = await failure { () throws(LoginError) in try await naver.provider.profile(accessToken: token) }

            #expect(error?.vendorCode == row.vendorCode)
        }
        #expect(known >= 12)
    }
}

extension Provider {
    fileprivate func environmentOfTest(_ naver: EmulatedNaver) -> ProviderEnvironment {
        ProviderEnvironment(
            transport: HandlerTransport(naver.emulator), clock: naver.clock, random: SystemRandomSource(), log: .silent)
    }
}
