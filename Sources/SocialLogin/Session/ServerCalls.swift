// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

/// The calls to the login server, each one request and its answer; what they mean is decided elsewhere.
struct ServerCalls: Sendable {
    /// The server's base address without a slash at its end, for example `https://login.example.com`.
    let base: String
    /// This app's name at the server.
    let clientID: String
    let transport: any HTTPTransport

    /// Checks the address: https, or http to this machine where that was asked for by name.
    init(address: String, clientID: String, allowsLoopbackHTTP: Bool, transport: any HTTPTransport) throws(LoginError) {
        guard let parts = HTTPAddress(address), parts.query == nil else { throw .serverAddress }
        guard parts.scheme == "https" || (allowsLoopbackHTTP && parts.isLoopback) else { throw .serverNotSecure }
        let path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
        base = "\(parts.scheme)://\(parts.authority)\(path)"
        self.clientID = clientID
        self.transport = transport
    }

    /// A nonce for an attempt at a provider.
    func nonce(_ request: NonceRequest) async throws(LoginError) -> NonceAnswer {
        try await read(post("/v1/nonces", request.json)) { json throws(DocumentError) in try NonceAnswer(json: json) }
    }

    /// Signs in with a provider's proof.
    func signIn(_ request: SignInRequest) async throws(LoginError) -> SignInAnswer {
        try await read(post("/v1/sign-in", request.json)) { json throws(DocumentError) in try SignInAnswer(json: json) }
    }

    /// Makes an account.
    func signUp(_ request: SignUpRequest) async throws(LoginError) -> SignInAnswer {
        try await read(post("/v1/sign-up", request.json)) { json throws(DocumentError) in try SignInAnswer(json: json) }
    }

    /// Exchanges the code of a brokered sign-in (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
    func exchange(code: Secret, redirectURI: String, verifier: Secret) async throws(LoginError) -> SessionTokens {
        try await tokens([
            "grant_type": "authorization_code", "client_id": clientID, "code": code.exposed,
            "redirect_uri": redirectURI, "code_verifier": verifier.exposed,
        ])
    }

    /// Exchanges a refresh token for the next pair (RFC 6749, section 6).
    func refresh(_ token: Secret) async throws(LoginError) -> SessionTokens {
        try await tokens(["grant_type": "refresh_token", "client_id": clientID, "refresh_token": token.exposed])
    }

    /// Ends the session of a refresh token (RFC 7009).
    func revoke(_ token: Secret) async throws(LoginError) {
        _ = try await send(
            .form(
                ["token": token.exposed, "token_type_hint": "refresh_token", "client_id": clientID],
                to: "\(base)/oauth/revoke"))
    }

    /// The account of an access token.
    func account(_ token: Secret) async throws(LoginError) -> AccountAnswer {
        try await read(call(.get, "/v1/account", token)) { json throws(DocumentError) in try AccountAnswer(json: json) }
    }

    /// The sessions of the account.
    func sessions(_ token: Secret) async throws(LoginError) -> [SessionSummary] {
        try await read(call(.get, "/v1/sessions", token)) { json throws(DocumentError) in
            try SessionSummary.list(json: json)
        }
    }

    /// Says on which device this session lives.
    func describe(_ device: Device, _ token: Secret) async throws(LoginError) {
        _ = try await send(call(.patch, "/v1/sessions", token, device.json))
    }

    /// Ends one session of the account; for one that ended before nothing changes.
    func endSession(_ id: String, _ token: Secret) async throws(LoginError) {
        _ = try await send(call(.delete, "/v1/sessions/\(percentEncoded(id))", token))
    }

    /// Ends the account. Never repeated: a second answer would only say that the account is gone.
    func withdraw(_ token: Secret) async throws(LoginError) {
        _ = try await send(call(.delete, "/v1/account", token), isRepeatable: false)
    }

    private func tokens(_ form: FormFields) async throws(LoginError) -> SessionTokens {
        try await read(.form(form, to: "\(base)/oauth/token")) { json throws(DocumentError) in
            try SessionTokens(json: json)
        }
    }

    private func post(_ path: String, _ body: JSONValue) -> HTTPRequest? {
        HTTPRequest(.post, base + path, headers: ["Content-Type": "application/json"], body: body.serialized())
    }

    private func call(
        _ method: HTTPMethod, _ path: String, _ token: Secret, _ body: JSONValue? = nil
    ) -> HTTPRequest? {
        var request = HTTPRequest(method, base + path, headers: ["Authorization": "Bearer \(token.exposed)"])
        if let body {
            request?.headers["Content-Type"] = "application/json"
            request?.body = body.serialized()
        }
        return request
    }

    private func read<Answer>(
        _ request: HTTPRequest?, _ read: (JSONValue) throws(DocumentError) -> Answer
    ) async throws(LoginError) -> Answer {
        let response = try await send(request)
        guard let json = try? JSONValue(parsing: response.body) else { throw .serverAnswer(status: response.status) }
        do throws(DocumentError) {
            return try read(json)
        } catch {
            throw .serverAnswer(status: response.status)
        }
    }

    /// Sends a request; one whose answer was lost is sent once more, since the server knows it again by its attempt id,
    /// code or token and repeats the answer.
    private func send(_ request: HTTPRequest?, isRepeatable: Bool = true) async throws(LoginError) -> HTTPResponse {
        guard let request else { throw .serverAddress }
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await attempt(request, isRepeatable)
        } catch {
            throw .serverUnreachable(host: error.host)
        }
        guard !(200..<300).contains(response.status) else { return response }
        throw LoginError(problem: response)
    }

    private func attempt(_ request: HTTPRequest, _ isRepeatable: Bool) async throws(TransportError) -> HTTPResponse {
        do throws(TransportError) {
            return try await transport.send(request, limits: TransferLimits())
        } catch {
            let isLost = error.reason == .connectionLost || error.reason == .timedOut
            guard isLost, isRepeatable, !Task.isCancelled else { throw error }
        }
        return try await transport.send(request, limits: TransferLimits())
    }
}
