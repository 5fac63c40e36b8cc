// SPDX-License-Identifier: Apache-2.0

public import LoginAPI
public import LoginCore
import LoginCrypto
import LoginProviders

extension LoginClient {
    /// Signs out: this device forgets first, then the server and the provider are told.
    ///
    /// - Returns: whether they were told; where not, they are told the next time that there is a network.
    /// - Throws: a `LoginError` where this device could not forget.
    @discardableResult
    public func signOut() async throws(LoginError) -> Bool {
        try await forget()
        return await tellEnds()
    }

    /// Makes the account of a new person from what the sign-in offered.
    ///
    /// Where the answer is lost, the same call with the same offer gets it again.
    public func signUp(_ offer: SignUpOffer, nickname: String, acceptedTerms: [String]) async throws(LoginError)
        -> AccountAnswer
    {
        guard let server, let session else { throw .needsServer(nil) }
        let request = SignUpRequest(
            attemptID: AttemptID(signUpBy: offer.ticket), ticket: offer.ticket, nickname: nickname,
            acceptedTerms: acceptedTerms, clientID: server.clientID)
        guard case .session(let tokens, let account) = try await server.signUp(request) else {
            throw .serverAnswer(status: 200)
        }
        try await session.keep(StoredSession(tokens: tokens, receivedAt: environment.clock.now, account: account))
        await tellEndsPatiently()
        return account
    }

    /// An access token for the app's own back end, good for a while; refreshed where it has to be.
    ///
    /// - Parameter refused: a token that the back end did not take, so that it is not given again.
    public func accessToken(insteadOf refused: Secret? = nil) async throws(LoginError) -> Secret {
        guard let session else { throw .needsServer(nil) }
        return try await session.fresh(insteadOf: refused).accessToken
    }

    /// The account as the login server has it now.
    public func account() async throws(LoginError) -> AccountAnswer {
        guard let server, let session else { throw .needsServer(nil) }
        let account = try await session.call { token throws(LoginError) in try await server.account(token) }
        if let stored = try await session.stored(), stored.account.id == account.id {
            try await session.replace(stored, with: stored.with(account))
        }
        return account
    }

    /// The sessions of the account: the devices on which the person is signed in.
    public func sessions() async throws(LoginError) -> [SessionSummary] {
        guard let server, let session else { throw .needsServer(nil) }
        return try await session.call { token throws(LoginError) in try await server.sessions(token) }
    }

    /// Ends one of the account's sessions: signs another device out. For this one there is `signOut`.
    public func endSession(_ id: String) async throws(LoginError) {
        guard let server, let session else { throw .needsServer(nil) }
        try await session.call { token throws(LoginError) in try await server.endSession(id, token) }
    }

    /// Ends the account at the login server, and the sign-in on this device.
    public func withdraw() async throws(LoginError) {
        guard let server, let session else { throw .needsServer(nil) }
        try await session.call { token throws(LoginError) in try await server.withdraw(token) }
        try await forget()
    }

    /// Makes this device forget everything, each part even where another one fails.
    private func forget() async throws(LoginError) {
        var failure: LoginError?
        do throws(LoginError) { try await session?.forget() } catch { failure = error }
        for entry in direct {
            do throws(LoginError) { try await entry.tokens.forget() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Tells of a session whose place a new one took; what takes longer than two seconds is told on the side, or the next time.
    func tellEndsPatiently() async {
        _ = await patiently(Task { await tellEnds() }, for: .seconds(2), on: environment.timer)
    }

    /// Tells server and providers of sign-ins that ended here; whether nothing is left to tell.
    @discardableResult
    func tellEnds() async -> Bool {
        var isTold = await session?.tellEnd() ?? true
        for entry in direct {
            if await !entry.tokens.tellEnd() { isTold = false }
        }
        return isTold
    }
}

extension TokenKeeper<StoredSession> {
    /// The keeper of a session at a login server. One store may hold sessions at several: none of them sees another's.
    init(sessionAt server: ServerCalls, environment: LoginEnvironment) {
        let place = Hex.encode(SHA256Hash.hash("\(server.clientID) \(server.base)").prefix(8))
        self.init(
            "session-\(place)", environment: environment,
            renew: { session throws(LoginError) in
                let tokens = try await server.refresh(session.tokens.refreshToken)
                return session.refreshed(with: tokens, at: environment.clock.now)
            },
            tell: { token throws(LoginError) in try await server.revoke(token) })
    }
}

extension TokenKeeper<TokenSet> {
    /// The keeper of a provider's tokens in the app.
    init(tokensOf provider: Provider, environment: LoginEnvironment) {
        self.init(
            "provider-\(provider.id)", environment: environment,
            renew: { tokens throws(LoginError) in try await provider.refresh(tokens) },
            tell: { token throws(LoginError) in try await provider.signOut(accessToken: token) })
    }
}

extension AttemptID {
    /// The attempt of signing up by a ticket: always the same, so that a lost answer can be asked for again.
    fileprivate init(signUpBy ticket: Secret) {
        guard let id = AttemptID(Base64URL.encode(SHA256Hash.hash("sign-up \(ticket.exposed)"))) else {
            preconditionFailure("43 characters of base64url are an attempt id")
        }
        self = id
    }
}
