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
    private let random = SystemRandomSource()

    /// A session that was opened, as its client knows it.
    struct OpenSession: Sendable {
        let id: String
        let refreshToken: Secret
    }

    /// Starts a server on a new database in a folder.
    static func start(in folder: URL, with providers: [BenchProvider]) async throws -> BenchServer {
        let (clock, random) = (SystemWallClock(), SystemRandomSource())
        let path = folder.appending(path: "login.sqlite").path
        let store = LoginStore(database: try await SQLiteDatabase.open(path: path))
        let server = try await LoginServer(
            settings: LoginServerSettings(
                publicAddress: address, serviceName: BilingualText(ko: "측정", en: "Bench"), allowsLoopbackHTTP: true),
            providers: providers.map(\.provider), store: store, masterKeys: MasterKeys(MasterKey(random: random)),
            environment: ServerEnvironment(clock: clock, random: random, log: .silent, timer: ContinuousClock()))
        return BenchServer(handler: server, store: store)
    }

    private init(handler: LoginServer, store: LoginStore) {
        self.handler = handler
        self.store = store
    }

    /// Signs so many people of a provider up, each by a sign-in and a sign-up through the API; gives their sessions.
    func signUp(_ count: Int, of provider: BenchProvider) async throws -> [OpenSession] {
        var opened: [OpenSession] = []
        for person in 0..<count {
            opened.append(try await signUp(person, of: provider))
        }
        return opened
    }

    /// Makes a sign-in ready to be sent: nonce fetched, token signed.
    func preparedSignIn(
        _ person: Int, of provider: BenchProvider, by kind: CredentialKind
    ) async throws -> SignInRequest {
        guard let attempt = AttemptID(Base64URL.encode(random.bytes(16))) else { throw BenchError("no attempt id") }
        let answer = try await post("/v1/nonces", NonceRequest(attemptID: attempt, provider: provider.part.id).json)
        return SignInRequest(
            attemptID: attempt, provider: provider.part.id,
            credential: provider.credential(kind, of: person, nonce: try NonceAnswer(json: answer).nonce),
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

    private func signUp(_ person: Int, of provider: BenchProvider) async throws -> OpenSession {
        let signIn = try await preparedSignIn(person, of: provider, by: .idToken)
        let answer = try SignInAnswer(json: try await post("/v1/sign-in", signIn.json))
        guard case .newPerson(let offer) = answer else { throw BenchError("person \(person) is known already") }
        let signUp = SignUpRequest(
            attemptID: signIn.attemptID, ticket: offer.ticket, nickname: "bench \(person)",
            acceptedTerms: offer.requiredTerms)
        let made = try SignInAnswer(json: try await post("/v1/sign-up", signUp.json))
        guard case .session(let tokens, _) = made else { throw BenchError("a sign-up gave no session") }
        return OpenSession(id: tokens.sessionID, refreshToken: tokens.refreshToken)
    }
}
