// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginServer
import LoginStore

/// A login server on a database of its own.
///
/// Everything between the request and the disk is the real thing.
struct BenchServer: Sendable {
    /// The server's address where no socket is between.
    static let address = "http://127.0.0.1:1"
    /// The client that sessions are given to where none is named.
    static let clientID = "social-login"

    let handler: LoginServer
    let store: LoginStore
    private let provider: BenchProvider
    private let random = SystemRandomSource()

    /// A session that was opened, as its client knows it.
    struct OpenSession: Sendable {
        let id: String
        let refreshToken: Secret
    }

    /// Starts a server on a new database in a folder.
    static func start(in folder: URL) async throws -> BenchServer {
        let provider = try BenchProvider()
        let (clock, random) = (SystemWallClock(), SystemRandomSource())
        let path = folder.appending(path: "login.sqlite").path
        let store = LoginStore(database: try await SQLiteDatabase.open(path: path))
        let server = try await LoginServer(
            settings: LoginServerSettings(
                publicAddress: address, serviceName: BilingualText(ko: "측정", en: "Bench"), allowsLoopbackHTTP: true),
            providers: [provider.provider], store: store, masterKey: MasterKey(random: random),
            environment: ServerEnvironment(clock: clock, random: random, log: .silent, timer: ContinuousClock()))
        return BenchServer(handler: server, store: store, provider: provider)
    }

    private init(handler: LoginServer, store: LoginStore, provider: BenchProvider) {
        self.handler = handler
        self.store = store
        self.provider = provider
    }

    /// Signs so many people up, each by a sign-in and a sign-up through the API; gives their sessions.
    func signIn(sessions: Int) async throws -> [OpenSession] {
        var opened: [OpenSession] = []
        for number in 0..<sessions {
            opened.append(try await signUp(subject: "\(number + 1)"))
        }
        return opened
    }

    /// What a client may bring from the provider.
    enum CredentialKind: String, CaseIterable {
        case idToken = "an id_token"
        case code = "a code"
        case accessToken = "an access token"
    }

    /// Makes a sign-in ready to be sent: nonce fetched, token signed.
    func preparedSignIn(subject: String, with kind: CredentialKind = .idToken) async throws -> SignInRequest {
        guard let attempt = AttemptID(Base64URL.encode(random.bytes(16))) else { throw BenchError("no attempt id") }
        let credential: SignInCredential
        if kind == .accessToken {
            credential = .accessToken(provider.accessToken(of: subject))
        } else {
            let answer = try await post("/v1/nonces", NonceRequest(attemptID: attempt, provider: .kakao).json)
            let nonce = try NonceAnswer(json: answer).nonce
            credential =
                kind == .idToken
                ? .idToken(provider.idToken(of: subject, nonce: nonce), nonce: nonce)
                : .code(
                    provider.code(of: subject, nonce: nonce, named: Base64URL.encode(random.bytes(12))),
                    redirectURI: "http://localhost/callback", verifier: Secret(Base64URL.encode(random.bytes(32))),
                    nonce: nonce)
        }
        return SignInRequest(
            attemptID: attempt, provider: .kakao, credential: credential,
            device: Device(name: "bench", platform: "linux"))
    }

    /// Sends a request to the handler and reads the answer.
    func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        guard let request = HTTPRequest(.post, Self.address + path, headers: headers, body: body.serialized()) else {
            throw BenchError("the address \(path) is none")
        }
        let response = await handler.respond(to: request)
        let answer = try JSONValue(parsing: response.body)
        guard response.status == 200 || response.status == 201 else {
            throw BenchError("\(path) was answered with \(response.status), \(answer["code"]?.string ?? "")")
        }
        return answer
    }

    private func signUp(subject: String) async throws -> OpenSession {
        let signIn = try await preparedSignIn(subject: subject)
        let answer = try SignInAnswer(json: try await post("/v1/sign-in", signIn.json))
        guard case .newPerson(let offer) = answer else { throw BenchError("\(subject) is known already") }
        let signUp = SignUpRequest(
            attemptID: signIn.attemptID, ticket: offer.ticket, nickname: "bench \(subject)",
            acceptedTerms: offer.requiredTerms)
        let made = try SignInAnswer(json: try await post("/v1/sign-up", signUp.json))
        guard case .session(let tokens, _) = made else { throw BenchError("a sign-up gave no session") }
        return OpenSession(id: tokens.sessionID, refreshToken: tokens.refreshToken)
    }
}
