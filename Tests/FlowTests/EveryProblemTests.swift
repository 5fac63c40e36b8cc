// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

@testable import LoginServer

/// Every code of the catalogue, brought about by a request that deserves it.
///
/// The switches have no default: a new code is an error here until somebody says how it comes about.
struct EveryProblemTests {
    @Test(arguments: ProblemCode.allCases)
    func `the code comes about, with its status, its text and the request's id`(code: ProblemCode) async throws {
        var options = StageOptions()
        if code == .sessionExpired { options.change = { $0.lives.sessionIdle = 100 } }
        try await Stage.play(options) { stage in
            let answer = try await provoke(code, on: stage)

            if answer.contentType == "text/html" {
                #expect(answer.status == code.status)
                #expect(answer.text.contains(code.rawValue))
            } else {
                let isOAuth = try answer.json()["error"] != nil
                #expect(answer.status == (isOAuth ? code.oauthStatus : code.status))
                let problem = try ProblemAnswer(json: answer.json(), status: answer.status)
                #expect(problem.code == code.rawValue)
                #expect(problem.title == code.title.english)
                #expect(problem.remedy == code.remedy.english)
                #expect(problem.requestID == answer.headers["X-Request-ID"])
            }
        }
    }

    private func provoke(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        switch code {
        case .invalidRequest: return try await stage.call(.post, "/v1/sign-in", [:])
        case .unsupportedMediaType: return try await stage.send([], "text/plain", to: "/v1/sign-in")
        case .bodyTooLarge:
            return try await stage.send([UInt8](repeating: 0x20, count: 65_537), "application/json", to: "/v1/sign-in")
        case .notFound: return try await stage.call(.get, "/v1/nothing")
        case .methodNotAllowed: return try await stage.call(.put, "/v1/sign-in")
        case .unknownProvider: return try await stage.call(.post, "/v1/nonces", body(provider: "naver"))
        case .attemptConflict, .attemptFinished: return try await provokeAttempt(code, on: stage)
        case .credentialRefused: return try await stage.signIn(.accessToken(Secret("nonsense")))
        case .idTokenRefused, .nonceRefused, .credentialSpent: return try await provokeIDToken(code, on: stage)
        case .wrongAudience:
            return try await withAnswer(
                #"{"id":1001,"expires_in":9,"app_id":42}"#, at: "/v1/user/access_token_info", stage)
        case .identityMismatch: return try await withAnswer(#"{"id":1002}"#, at: "/v2/user/me", stage)
        case .consentMissing: return try await withFault(["kind": "error", "code": "-402"], at: "/v2/user/me", stage)
        case .providerRefused: return try await withFault(["kind": "error", "code": "-406"], at: "/v2/user/me", stage)
        case .providerUnavailable: return try await withFault(["kind": "bad_gateway"], at: "/v2/user/me", stage)
        case .providerMisconfigured, .restartSignIn:
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let fault: JSONValue =
                code == .restartSignIn ? ["kind": "lost_answer"] : ["kind": "error", "code": "KOE010"]
            try await stage.order(fault, at: "/oauth/token")
            return try await stage.signIn(proof, attempt: attempt)
        case .ticketRefused: return try await stage.signUp(Secret("nonsense"))
        case .ticketExpired, .ticketUsed, .termsRequired, .invalidProfile:
            return try await provokeSignUp(code, on: stage)
        case .accessTokenMissing: return try await stage.call(.get, "/v1/account")
        case .accessTokenInvalid: return try await stage.call(.get, "/v1/account", token: Secret("nonsense"))
        case .accessTokenExpired, .sessionEnded, .sessionExpired, .refreshInvalid, .refreshExpired, .refreshReuse,
            .clientMismatch, .invalidClient, .unsupportedGrantType:
            return try await provokeSession(code, on: stage)
        case .codeRefused, .codeReuse:
            let app = OAuthApp(site: stage)
            let secret = try await app.code(of: 1001, in: Browser(stage))
            if code == .codeRefused { return try await app.redeem(Secret("nonsense")) }
            _ = try await app.redeem(secret)
            return try await OAuthApp(site: stage).redeem(secret)
        case .formRefused, .redirectRefused, .signInOver: return try await provokePage(code, on: stage)
        case .storeUnavailable:
            await (try stage.store).close()
            return try await stage.signIn(.accessToken(Secret("x")))
        case .internalError: return try await onStrangeDatabase(stage)
        }
    }

    private func body(provider: String) -> JSONValue {
        ["attempt_id": .string(AttemptID.fresh().secret.exposed), "provider": .string(provider)]
    }

    private func provokeAttempt(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
        let attempt = AttemptID.fresh()
        _ = try await stage.signIn(proof, attempt: attempt).offer()
        if code == .attemptConflict { return try await stage.signIn(.accessToken(Secret("other")), attempt: attempt) }
        stage.clock.advance(by: 601)
        return try await stage.signIn(proof, attempt: attempt)
    }

    private func provokeIDToken(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        let attempt = AttemptID.fresh()
        let nonce = try await stage.nonce(for: attempt)
        switch code {
        case .idTokenRefused: return try await stage.signIn(.idToken(Secret("a.b.c"), nonce: nonce), attempt: attempt)
        case .nonceRefused: return try await stage.signIn(.idToken(Secret("a.b.c"), nonce: nil))
        default:
            // Used by an attempt of the same number whose own record is cleaned away already.
            let hash = Base64URL.encode(SHA256Hash.hash(nonce.exposed))
            let later = stage.clock.now.addingTimeInterval(900)
            let spent = try await signIn(
                on: stage,
                session: NewSession(
                    id: "former", clientID: "social-login", kind: .token, device: DeviceRecord(), idleEndsAt: later,
                    endsAt: later), spent: [SpentMark(.nonce, hash: hash, expiresAt: later)])
            guard case .openedTicket = spent else { throw Unexpected() }
            let token = try await KakaoApp(stage).tokens(of: 1001, nonce: nonce).idToken
            return try await stage.signIn(.idToken(token, nonce: nonce), attempt: attempt)
        }
    }

    private func withAnswer(_ body: String, at path: String, _ stage: Stage) async throws -> HTTPResponse {
        try await withFault(["kind": "answer", "body": .string(body)], at: path, stage)
    }

    private func withFault(_ fault: JSONValue, at path: String, _ stage: Stage) async throws -> HTTPResponse {
        let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
        try await stage.order(fault, at: path)
        return try await stage.signIn(.accessToken(token))
    }

    private func provokeSignUp(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
        let ticket = try await stage.signIn(proof).offer().ticket
        switch code {
        case .ticketExpired:
            stage.clock.advance(by: 1_801)
            return try await stage.signUp(ticket)
        case .ticketUsed:
            _ = try await stage.signUp(ticket).session()
            return try await stage.signUp(ticket)
        case .termsRequired: return try await stage.signUp(ticket, terms: ["service"])
        default: return try await stage.signUp(ticket, nickname: "  ")
        }
    }

    private func provokeSession(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        let session = try await stage.session(of: 1001)
        switch code {
        case .accessTokenExpired:
            stage.clock.advance(by: 1_000)
            return try await stage.call(.get, "/v1/account", token: session.accessToken)
        case .sessionEnded:
            _ = try await stage.call(.delete, "/v1/sessions", token: session.accessToken)
            return try await stage.call(.get, "/v1/account", token: session.accessToken)
        case .sessionExpired:
            stage.clock.advance(by: 150)
            return try await stage.call(.get, "/v1/account", token: session.accessToken)
        case .refreshExpired:
            stage.clock.advance(by: 31 * 86_400)
            return try await stage.refresh(session.refreshToken)
        case .refreshReuse:
            _ = try await stage.refresh(session.refreshToken)
            stage.clock.advance(by: 121)
            return try await stage.refresh(session.refreshToken)
        case .clientMismatch: return try await stage.refresh(try await refreshTokenOfOtherClient(on: stage))
        case .invalidClient: return try await stage.refresh(session.refreshToken, ["client_id": "stranger"])
        case .unsupportedGrantType: return try await stage.post(["grant_type": "password"], to: "/oauth/token")
        default: return try await stage.refresh(Secret("nonsense"))
        }
    }

    /// The refresh token of a session that was given to another client than the built-in one.
    private func refreshTokenOfOtherClient(on stage: Stage) async throws -> Secret {
        let later = stage.clock.now.addingTimeInterval(900)
        let id = Base64URL.encode(SystemRandomSource().bytes(16))
        let outcome = try await signIn(
            on: stage,
            session: NewSession(
                id: id, clientID: "other-app", kind: .token, device: DeviceRecord(), idleEndsAt: later, endsAt: later))
        guard case .signedIn = outcome else { throw Unexpected() }
        let tokens = NumberedToken.refreshToken(KeyRing(MasterKeys(stage.masterKey)))
        return try required(tokens.text(id: id, counter: 0))
    }

    /// A sign-in of the first person that another server wrote down.
    private func signIn(
        on stage: Stage, session: NewSession, spent: [SpentMark] = []
    ) async throws -> SignInOutcome {
        let now = stage.clock.now
        return try await stage.store.signIn(
            SignIn(
                attempt: AttemptMark(idHash: "elsewhere", credentialHash: [], expiresAt: session.endsAt),
                identity: VerifiedSignIn(
                    key: IdentityKey(provider: .kakao, scope: "1000001", subject: "1001"),
                    providerClientID: "demo-kakao-rest-key", sealedTokens: nil),
                session: session, ticket: NewTicket(id: "unused", sealedIdentity: [], expiresAt: session.endsAt),
                spent: spent, at: now, requestID: nil))
    }

    private func provokePage(_ code: ProblemCode, on stage: Stage) async throws -> HTTPResponse {
        let browser = Browser(stage, language: "en")
        if code == .redirectRefused {
            return try await browser.open(OAuthApp(site: stage).address(["redirect_uri": "https://a.example/"]))
                .response
        }
        guard code == .formRefused else {
            return try await browser.open("/auth/kakao/callback?code=c&state=s").response
        }
        _ = try await browser.join(as: 1001)
        return try await browser.send(try required(HTTPRequest.form([:], to: "\(stage.address)/sign-out")))
    }

    /// A database that fails in a way that nobody foresaw.
    private func onStrangeDatabase(_ stage: Stage) async throws -> HTTPResponse {
        let database = StrangeDatabase(behind: try await SQLiteDatabase.open(path: ":memory:"))
        let server = try await LoginServer(
            settings: LoginServerSettings(
                publicAddress: "https://login.example.test", serviceName: BilingualText(ko: "서비스", en: "Service")),
            providers: [], store: LoginStore(database: database), masterKeys: MasterKeys(stage.masterKey),
            environment: ServerEnvironment(
                clock: stage.clock, random: SystemRandomSource(), log: .silent, timer: ContinuousClock()))
        database.breakDown()
        let request = SignInRequest(
            attemptID: .fresh(), provider: .kakao, credential: .accessToken(Secret("x")), device: nil)
        return await server.respond(
            to: try required(
                HTTPRequest(
                    .post, "https://login.example.test/v1/sign-in", headers: ["Content-Type": "application/json"],
                    body: request.json.serialized())))
    }
}

/// A database that works until it is told to break down.
private final class StrangeDatabase: Database {
    private struct Breakdown: Error {}
    private let real: SQLiteDatabase
    private let isBroken = Locked(false)

    init(behind real: SQLiteDatabase) {
        self.real = real
    }

    func breakDown() {
        isBroken.withLock { $0 = true }
    }

    func write<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        guard !isBroken.value else { throw Breakdown() }
        return try await real.write(body)
    }

    func read<Answer: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        guard !isBroken.value else { throw Breakdown() }
        return try await real.read(body)
    }

    func close() async {
        await real.close()
    }
}
