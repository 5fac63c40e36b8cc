// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import RawSockets
import Testing

/// What happens when a provider is down, slow, or answers nonsense.
struct ProviderFaultTests {
    /// A fault, as it is ordered at the emulator, and what an app is told.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let order: JSONValue
        let byToken: ProblemCode
        let byCode: ProblemCode
    }

    static let faults: [Fault] = [
        Fault(
            testDescription: "B81: an HTML page with status 200", order: ["kind": "html"],
            byToken: .providerUnavailable, byCode: .restartSignIn),
        Fault(
            testDescription: "B81: 502 from a gateway", order: ["kind": "bad_gateway"],
            byToken: .providerUnavailable, byCode: .restartSignIn),
        Fault(
            testDescription: "B26: the answer is lost after the code was taken", order: ["kind": "lost_answer"],
            byToken: .providerUnavailable, byCode: .restartSignIn),
        Fault(
            testDescription: "a body that ends in the middle", order: ["kind": "cut_body"],
            byToken: .providerUnavailable, byCode: .restartSignIn),
        Fault(
            testDescription: "an empty body", order: ["kind": "empty_body"], byToken: .providerUnavailable,
            byCode: .restartSignIn),
        Fault(
            testDescription: "slower than we wait", order: ["kind": "delay", "delay_ms": 2_000],
            byToken: .providerUnavailable, byCode: .restartSignIn),
    ]

    /// Where a provider is asked, as faults are ordered there.
    struct Door: Sendable, CustomTestStringConvertible {
        let provider: ProviderID
        let path: String
        var testDescription: String { provider.rawValue }
    }

    static let confirmations = [
        Door(provider: .kakao, path: "/v1/user/access_token_info"),
        Door(provider: .facebook, path: "/v25.0/debug_token"),
    ]
    static let exchanges = [
        Door(provider: .kakao, path: "/oauth/token"), Door(provider: .naver, path: "/oauth2.0/token"),
        Door(provider: .apple, path: "/auth/token"), Door(provider: .facebook, path: "/v25.0/oauth/access_token"),
    ]
    /// Apple has no profile to be asked for.
    static let profiles = [
        Door(provider: .kakao, path: "/v2/user/me"), Door(provider: .naver, path: "/v1/nid/me"),
        Door(provider: .facebook, path: "/v25.0/me"),
    ]

    private func impatient(_ provider: ProviderID) -> StageOptions {
        var options = StageOptions.with(provider)
        options.providerDeadline = .milliseconds(500)
        return options
    }

    @Test(arguments: confirmations, faults)
    func `a fault while an access token is confirmed loses nothing, and the same attempt goes on`(
        door: Door, fault: Fault
    ) async throws {
        try await Stage.play(impatient(door.provider)) { stage in
            let token = SignInCredential.accessToken(try await stage.accessToken(at: door.provider, of: 1001))
            let attempt = AttemptID.fresh()
            try await stage.order(fault.order, at: door.path)

            let answer = try await stage.signIn(token, attempt: attempt, provider: door.provider)

            #expect(try answer.problemCode() == fault.byToken)
            #expect(answer.status == 503)
            #expect(answer.headers["Retry-After"] != nil)
            #expect(try await stage.signIn(token, attempt: attempt, provider: door.provider).status == 200)
        }
    }

    @Test(arguments: exchanges, faults)
    func `a fault while a code is exchanged asks for a new sign-in, since the code may be spent`(
        door: Door, fault: Fault
    ) async throws {
        try await Stage.play(impatient(door.provider)) { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(at: door.provider, of: 1001, for: attempt)
            try await stage.order(fault.order, at: door.path)

            let answer = try await stage.signIn(proof, attempt: attempt, provider: door.provider)

            #expect(answer.status == 502, "\(answer.text)")
            #expect(try answer.problemCode() == fault.byCode)
            let next = AttemptID.fresh()
            let good = try await stage.codeCredential(at: door.provider, of: 1001, for: next)
            #expect(try await stage.signIn(good, attempt: next, provider: door.provider).status == 200)
        }
    }

    @Test(arguments: profiles, faults)
    func `a fault after the exchange asks for a new sign-in too`(door: Door, fault: Fault) async throws {
        try await Stage.play(impatient(door.provider)) { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(at: door.provider, of: 1001, for: attempt)
            for _ in 0..<2 { try await stage.order(fault.order, at: door.path) }

            let answer = try await stage.signIn(proof, attempt: attempt, provider: door.provider)

            #expect(try answer.problemCode() == .restartSignIn, "\(answer.text)")
        }
    }

    @Test(arguments: profiles)
    func `one fault while the profile is read is got over, since reading may be done twice`(door: Door) async throws {
        try await Stage.play(impatient(door.provider)) { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(at: door.provider, of: 1001, for: attempt)
            try await stage.order(["kind": "bad_gateway"], at: door.path)

            let answer = try await stage.signIn(proof, attempt: attempt, provider: door.provider)

            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test func `with Kakao down nothing is used up: the app and the browser go on when it is back`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1002)
            await stage.stopEmulator()

            let answer = try await stage.signIn(proof, attempt: attempt)
            let page = try await browser.open(callback)

            #expect(answer.status == 503)
            #expect(try answer.problemCode() == .providerUnavailable)
            #expect(page.status == 503)
            #expect(page.markup.contains("provider_unavailable"))

            try await stage.startEmulator()
            #expect(try await stage.signIn(proof, attempt: attempt).status == 200)
            #expect(try await browser.open(callback).path == "/sign-up")
        }
    }

    @Test func `an answer that stops half-way is no answer`() async throws {
        let half = Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"id\":10".utf8)
        let broken = try RawServer { connection, _ in
            _ = try await connection.read(through: "\r\n\r\n")
            try await connection.send(half)
            connection.close()
        }
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            await stage.stopServer()
            try await stage.startServer(kakaoAt: "http://127.0.0.1:\(broken.port)")

            #expect(try await stage.signIn(.accessToken(token)).problemCode() == .providerUnavailable)
            #expect(try await stage.signIn(proof, attempt: attempt).problemCode() == .restartSignIn)
        }
    }

    @Test(arguments: [
        ("KOE010", ProblemCode.providerMisconfigured, 500), ("KOE237", .providerUnavailable, 503),
        ("KOE320", .credentialRefused, 400), ("KOE303", .invalidRequest, 400), ("KOE006", .invalidRequest, 400),
    ])
    func `B87: Kakao's own refusals become ours, with Kakao's code beside`(
        vendorCode: String, code: ProblemCode, status: Int
    ) async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            try await stage.order(["kind": "error", "code": .string(vendorCode)], at: "/oauth/token")

            let answer = try await stage.signIn(proof, attempt: attempt)

            #expect(try answer.problemCode() == code)
            #expect(answer.status == status)
            let field = code == .invalidRequest ? "credential.redirect_uri" : nil
            #expect(try answer.json()["field"]?.string == field)
            #expect(try answer.json()["vendor_code"]?.string == vendorCode)
        }
    }

    @Test func `a client's foreign redirect URI is the client's fault, our own page's the operator's`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            guard
                case .code(let code, _, let verifier, let nonce, _, _) = try await stage.codeCredential(
                    of: 1001, for: attempt)
            else { throw Unexpected() }
            let foreign = SignInCredential.code(
                code, redirectURI: "https://other.example/callback", verifier: verifier, nonce: nonce)

            let answer = try await stage.signIn(foreign, attempt: attempt)

            #expect(answer.status == 400)
            #expect(try answer.problemCode() == .invalidRequest)
            #expect(try answer.json()["field"]?.string == "credential.redirect_uri")
            #expect(!answer.text.contains("other.example"))

            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001)
            try await stage.order(["kind": "error", "code": "KOE303"], at: "/oauth/token")
            let page = try await browser.open(callback)
            #expect(page.status == 500)
            #expect(page.markup.contains("provider_misconfigured"))
        }
    }

    @Test(arguments: [
        ("-402", ProblemCode.consentMissing), ("-406", .providerRefused), ("-9798", .providerUnavailable),
    ])
    func `refusals of Kakao's API become ours too`(vendorCode: String, code: ProblemCode) async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            for _ in 0..<2 {
                try await stage.order(["kind": "error", "code": .string(vendorCode)], at: "/v2/user/me")
            }

            let answer = try await stage.signIn(.accessToken(token))

            #expect(try answer.problemCode() == code)
            #expect(try answer.json()["vendor_code"]?.string == vendorCode)
        }
    }

    @Test func `B69: after Kakao changed its key the next id_token is good`() async throws {
        try await Stage.play { stage in
            let first = AttemptID.fresh()
            let nonce = try await stage.nonce(for: first)
            let before = try await KakaoApp(stage).tokens(of: 1001, nonce: nonce).idToken
            _ = try await stage.signIn(.idToken(before, nonce: nonce), attempt: first).offer()

            try await stage.control(.post, "kakao/keys")
            stage.clock.advance(by: 61)

            let second = AttemptID.fresh()
            let fresh = try await stage.nonce(for: second)
            let after = try await KakaoApp(stage).tokens(of: 1001, nonce: fresh).idToken
            #expect(try await stage.signIn(.idToken(after, nonce: fresh), attempt: second).status == 200)
        }
    }
}

extension ProviderFaultTests {
    @Test func `B69: keys that cannot be had after a rotation refuse no id_token, and the next one is good`()
        async throws
    {
        try await Stage.play { stage in
            let first = AttemptID.fresh()
            let nonce = try await stage.nonce(for: first)
            let before = try await KakaoApp(stage).tokens(of: 1001, nonce: nonce).idToken
            _ = try await stage.signIn(.idToken(before, nonce: nonce), attempt: first).offer()
            try await stage.control(.post, "kakao/keys")
            try await stage.order(["kind": "bad_gateway"], at: "/.well-known/jwks.json")

            let second = AttemptID.fresh()
            let fresh = try await stage.nonce(for: second)
            let after = try await KakaoApp(stage).tokens(of: 1001, nonce: fresh).idToken
            let answer = try await stage.signIn(.idToken(after, nonce: fresh), attempt: second)

            #expect(answer.status == 503)
            #expect(try answer.problemCode() == .providerUnavailable)
            #expect(try await stage.signIn(.idToken(after, nonce: fresh), attempt: second).status == 200)
        }
    }

    @Test func `B69: a code of Apple's is no refusal either where the new keys cannot be had`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            _ = try await Browser(stage).signInWithApple(as: 1001)
            try await stage.control(.post, "apple/keys")
            for _ in 0..<2 { try await stage.order(["kind": "html"], at: "/auth/keys") }
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)
            let native = try await AppleApp(stage).credential(of: 1002, nonce: nonce)

            let answer = try await stage.signIn(
                .code(native.code, redirectURI: nil, verifier: nil, nonce: nonce, clientID: AppleApp.bundleID),
                attempt: attempt, provider: .apple)

            #expect(try answer.problemCode() == .restartSignIn)
        }
    }
}

extension Stage {
    /// Orders a fault for the next request to a path.
    func order(_ fault: JSONValue, at path: String) async throws {
        var members = fault.object ?? JSONObject()
        members["path"] = .string(path)
        try await control(.post, "faults", .object(members))
    }
}
