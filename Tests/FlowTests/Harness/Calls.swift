// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import Testing

extension Site {
    /// Calls the login server with a JSON body.
    func call(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, token: Secret? = nil, language: String = "en"
    ) async throws -> HTTPResponse {
        var request = try required(HTTPRequest(method, address + path))
        request.headers["Accept-Language"] = language
        if let token { request.headers["Authorization"] = "Bearer \(token.exposed)" }
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = body.serialized()
        }
        return try await transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
    }

    /// Sends a sign-in.
    func signIn(
        _ credential: SignInCredential, attempt: AttemptID = .fresh(), device: Device? = nil,
        provider: ProviderID = .kakao, name: String? = nil
    ) async throws -> HTTPResponse {
        let request = SignInRequest(
            attemptID: attempt, provider: provider, credential: credential, device: device, name: name)
        return try await call(.post, "/v1/sign-in", request.json)
    }

    /// Sends a sign-up that accepts what must be accepted.
    func signUp(
        _ ticket: Secret, attempt: AttemptID = .fresh(), nickname: String = "서연",
        terms: [String] = ["service", "privacy"]
    ) async throws -> HTTPResponse {
        let request = SignUpRequest(attemptID: attempt, ticket: ticket, nickname: nickname, acceptedTerms: terms)
        return try await call(.post, "/v1/sign-up", request.json)
    }

    /// Sends a refresh.
    func refresh(_ token: Secret, _ more: FormFields = [:]) async throws -> HTTPResponse {
        var form: FormFields = ["grant_type": "refresh_token", "refresh_token": token.exposed]
        for field in more.fields { form.add(field.name, field.value) }
        return try await post(form, to: "/oauth/token")
    }

    /// Posts a form to the login server.
    func post(_ form: FormFields, to path: String) async throws -> HTTPResponse {
        let request = try required(HTTPRequest.form(form, to: address + path))
        return try await transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
    }

    /// A nonce for an attempt.
    func nonce(for attempt: AttemptID, provider: ProviderID = .kakao) async throws -> Secret {
        let answer = try await call(.post, "/v1/nonces", NonceRequest(attemptID: attempt, provider: provider).json)
        return try NonceAnswer(json: answer.json()).nonce
    }

    /// Signs in as somebody by an app's access token, and up where needed: the session's tokens.
    func session(of person: Int64) async throws -> SessionTokens {
        let token = try await KakaoApp(self).tokens(of: person).accessToken
        let answer = try SignInAnswer(json: try await signIn(.accessToken(token)).json())
        switch answer {
        case .session(let tokens, _): return tokens
        case .newPerson(let offer):
            let joined = try SignInAnswer(json: try await signUp(offer.ticket).json())
            guard case .session(let tokens, _) = joined else { throw Unexpected() }
            return tokens
        }
    }

    /// Calls the emulator's control API.
    @discardableResult
    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
        var request = try required(HTTPRequest(method, "\(emulatorAddress)/_emulator/\(path)"))
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = body.serialized()
        }
        let response = try await transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
        #expect(response.status == 200, "the emulator refuses: \(response.text)")
        return response
    }

    /// Whether a provider knows a link between the app and a person.
    func isLinked(_ person: Int64, at provider: ProviderID = .kakao) async throws -> Bool {
        try await control(.get, "\(provider)/links").json().array?.contains { $0["person"]?.integer == person } ?? false
    }
}

/// An answer of another kind than the test is about.
struct Unexpected: Error {}

extension AttemptID {
    /// A new attempt of a client.
    static func fresh() -> AttemptID {
        guard let id = AttemptID(Base64URL.encode(SystemRandomSource().bytes(16))) else {
            preconditionFailure("16 bytes are 22 characters")
        }
        return id
    }
}

extension HTTPResponse {
    /// The body as JSON.
    func json() throws -> JSONValue {
        try #require(!body.isEmpty, "an empty body with status \(status)")
        return try JSONValue(parsing: body)
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The code of a problem.
    func problemCode() throws -> ProblemCode? {
        try ProblemAnswer(json: json(), status: status).known
    }

    /// A sign-in's answer that must be a session.
    func session() throws -> (tokens: SessionTokens, account: AccountAnswer) {
        try #require(status == 200, "\(text)")
        guard case .session(let tokens, let account) = try SignInAnswer(json: json()) else { throw Unexpected() }
        return (tokens, account)
    }

    /// A sign-in's answer that must be an offer to sign up.
    func offer() throws -> SignUpOffer {
        try #require(status == 200, "\(text)")
        guard case .newPerson(let offer) = try SignInAnswer(json: json()) else { throw Unexpected() }
        return offer
    }
}
