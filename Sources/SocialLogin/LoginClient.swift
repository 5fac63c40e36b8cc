// SPDX-License-Identifier: Apache-2.0

public import LoginAPI
public import LoginCore
import LoginHTTP
import LoginProviders

/// Signs people in, keeps them signed in, and signs them out: what an app makes one of.
///
/// With a login server it holds that server's session; without one, the provider's tokens. Every call ends exactly once,
/// and only a definite refusal signs anyone out.
public final class LoginClient: Sendable {
    /// The login server and this app's place at it.
    public struct Server: Sendable {
        /// Its address, for example `https://login.example.com`.
        public let address: String
        /// This app's client id there.
        public let clientID: String
        /// Where the server's pages send the browser back to.
        public let callback: CallbackTarget
        /// Whether plain http is taken, for a server on this machine only.
        public let allowsLoopbackHTTP: Bool

        /// Names a server.
        public init(
            _ address: String, clientID: String = "social-login",
            callback: CallbackTarget = .loopback(port: nil, path: "/callback"), allowsLoopbackHTTP: Bool = false
        ) {
            self.address = address
            self.clientID = clientID
            self.callback = callback
            self.allowsLoopbackHTTP = allowsLoopbackHTTP
        }
    }

    private let environment: LoginEnvironment
    private let server: ServerCalls?
    private let session: SessionKeeper?
    private let routes: [ProviderID: any SignInRoute]
    private let direct: [ProviderID: DirectProvider]
    private let runner: AttemptRunner

    /// A provider that the app asks itself, and its tokens.
    private struct DirectProvider: Sendable {
        let provider: Provider
        let tokens: ProviderTokenKeeper
    }

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - providers: the providers, in the order in which an app shows them.
    ///   - server: the login server; nil to do without one.
    ///   - environment: what the client needs from outside.
    ///   - policy: what the app chooses about its attempts.
    /// - Throws: a `LoginError` where an address or a setting cannot work; it says which.
    public init(
        providers: [AppProvider], server: Server? = nil, environment: LoginEnvironment,
        policy: AttemptPolicy = AttemptPolicy()
    ) throws(LoginError) {
        self.environment = environment
        self.server = try server.map { server throws(LoginError) in
            try ServerCalls(
                address: server.address, clientID: server.clientID, allowsLoopbackHTTP: server.allowsLoopbackHTTP,
                transport: environment.transport)
        }
        session = self.server.map { SessionKeeper(server: $0, environment: environment) }
        var routes: [ProviderID: any SignInRoute] = [:]
        var direct: [ProviderID: DirectProvider] = [:]
        for entry in providers {
            switch entry.way {
            case .brokered:
                guard let calls = self.server, let session, let server else { throw .needsServer(entry.id) }
                routes[entry.id] = BrokeredRoute(
                    provider: entry.id, target: server.callback, server: calls, session: session,
                    environment: environment)
            case .direct(let make, let target):
                let provider = try make(
                    ProviderEnvironment(
                        transport: environment.transport, clock: environment.clock, random: environment.random,
                        log: environment.log))
                let tokens = ProviderTokenKeeper(provider: provider, environment: environment)
                direct[entry.id] = DirectProvider(provider: provider, tokens: tokens)
                routes[entry.id] = DirectRoute(
                    provider: provider, target: target, server: self.server, session: session, tokens: tokens,
                    environment: environment)
            }
        }
        self.routes = routes
        self.direct = direct
        runner = AttemptRunner(environment: environment, policy: policy)
    }

    /// Signs in with a provider.
    ///
    /// - Parameter superseding: whether a sign-in under way is cancelled in favour of this one; otherwise this one fails
    ///   at once with `alreadyInProgress`.
    /// - Throws: a `LoginError`; its `cancellation` says where nothing failed but the person did not go through with it.
    public func signIn(with provider: ProviderID, superseding: Bool = false) async throws(LoginError) -> SignedIn {
        guard let route = routes[provider] else { throw .unknownProvider(provider) }
        return try await runner.run(route, superseding: superseding)
    }

    /// Cancels the sign-in under way, if there is one.
    public func cancel() {
        runner.cancel()
    }

    /// Takes an address that the system brought to the app: the one door for every callback.
    ///
    /// - Returns: whether it was a sign-in's answer; false for a foreign address, which is the app's to handle.
    public func handle(_ address: String) -> Bool {
        runner.handle(address)
    }

    /// What the client is doing now.
    public var phase: LoginPhase { runner.phase }

    /// What the client is doing, now and from now on.
    public var phases: AsyncStream<LoginPhase> { runner.phases() }
}

extension LoginClient {
    /// Who is signed in, for a screen at start: one answer within a deadline, with no network where none is needed.
    ///
    /// A session whose access token has ended is refreshed; where the network does not allow that in time, the person
    /// stays signed in and `isConfirmed` is false.
    public func restore(within deadline: Duration = .seconds(5)) async -> Restored {
        guard let session else { return await restoreAlone() }
        do throws(LoginError) {
            guard let stored = try await session.stored() else { return .signedOut }
            if stored.isFresh(at: environment.clock.now) { return .member(stored.account, isConfirmed: true) }
            return await refreshed(stored, session, within: deadline)
        } catch {
            return .unavailable(error)
        }
    }

    /// Signs out: this device forgets first, then the server and the provider are told.
    ///
    /// - Returns: whether they could be told; where not, their tokens end by themselves.
    /// - Throws: a `LoginError` where this device could not forget.
    @discardableResult
    public func signOut() async throws(LoginError) -> Bool {
        var isTold = true
        if let session, let server, let ended = try await session.remove() {
            isTold = await told { () throws(LoginError) in try await server.revoke(ended.tokens.refreshToken) }
        }
        for entry in direct.values {
            guard let ended = try await entry.tokens.remove() else { continue }
            let provider = entry.provider
            let isProviderTold = await told { () throws(LoginError) in
                try await provider.signOut(accessToken: ended.accessToken)
            }
            isTold = isTold && isProviderTold
        }
        return isTold
    }

    /// Makes the account of a new person from what the sign-in offered.
    public func signUp(_ offer: SignUpOffer, nickname: String, acceptedTerms: [String]) async throws(LoginError)
        -> AccountAnswer
    {
        guard let server, let session else { throw .needsServer(nil) }
        let request = SignUpRequest(
            attemptID: AttemptID(random: environment.random), ticket: offer.ticket, nickname: nickname,
            acceptedTerms: acceptedTerms)
        guard case .session(let tokens, let account) = try await server.signUp(request) else {
            throw .serverAnswer(status: 200)
        }
        try await session.keep(StoredSession(tokens: tokens, receivedAt: environment.clock.now, account: account))
        return account
    }

    /// An access token for the app's own back end, good for a while; refreshed where it has to be.
    ///
    /// - Parameter refused: a token that the back end did not take, so that it is not given again.
    public func accessToken(insteadOf refused: Secret? = nil) async throws(LoginError) -> Secret {
        guard let session else { throw .needsServer(nil) }
        return try await session.fresh(insteadOf: refused).tokens.accessToken
    }

    /// The account as the login server has it now.
    public func account() async throws(LoginError) -> AccountAnswer {
        guard let server, let session else { throw .needsServer(nil) }
        return try await server.account(try await session.fresh().tokens.accessToken)
    }

    /// Ends the account at the login server, and the sign-in on this device.
    public func withdraw() async throws(LoginError) {
        guard let server, let session else { throw .needsServer(nil) }
        try await server.withdraw(try await session.fresh().tokens.accessToken)
        _ = try await session.remove()
        for entry in direct.values { _ = try await entry.tokens.remove() }
    }

    private func told(_ tell: () async throws(LoginError) -> Void) async -> Bool {
        do throws(LoginError) {
            try await tell()
            return true
        } catch {
            environment.log.write(.info, "sign_out.not_told", ["code": error.code.rawValue])
            return error.isDefiniteRefusal
        }
    }

    private func refreshed(_ stored: StoredSession, _ session: SessionKeeper, within deadline: Duration) async
        -> Restored
    {
        let timer = environment.timer
        let unconfirmed = Restored.member(stored.account, isConfirmed: false)
        let (answers, answer) = AsyncStream.makeStream(of: Restored.self)
        // The refresh is the keeper's and goes on when patience ends: its outcome is there for the next call.
        Task {
            do throws(LoginError) {
                answer.yield(.member(try await session.fresh().account, isConfirmed: true))
            } catch {
                answer.yield(error.isDefiniteRefusal ? .signedOut : unconfirmed)
            }
        }
        let patience = Task {
            // Cancelled when the refresh was quicker: then this answer comes too late to be read.
            try? await timer.sleep(for: deadline)
            answer.yield(unconfirmed)
        }
        defer { patience.cancel() }
        for await first in answers { return first }
        return unconfirmed
    }

    private func restoreAlone() async -> Restored {
        for (id, entry) in direct {
            do throws(LoginError) {
                if try await entry.tokens.stored() != nil { return .withoutServer(id) }
            } catch {
                return .unavailable(error)
            }
        }
        return .signedOut
    }
}

/// Who is signed in when an app starts.
public enum Restored: Sendable {
    /// A member of the login server. `isConfirmed` is false where the server could not be asked in time.
    case member(AccountAnswer, isConfirmed: Bool)
    /// Somebody holds tokens of this provider; there is no login server.
    case withoutServer(ProviderID)
    /// Nobody.
    case signedOut
    /// It cannot be told now, for example while the device is locked. Nobody is signed out for that: ask again.
    case unavailable(LoginError)
}

extension LoginError {
    fileprivate static func unknownProvider(_ id: ProviderID) -> LoginError {
        LoginError(
            Code(rawValue: "unknown_provider"), advice: .fixRequest,
            message: BilingualText(
                ko: "이 앱은 \(id) 로그인을 쓰지 않아요.", en: "This app does not sign in with \(id)."),
            remedy: BilingualText(
                ko: "LoginClient의 providers에 \(id)를 넣으세요.", en: "Add \(id) to the providers of LoginClient."))
    }

    fileprivate static func needsServer(_ id: ProviderID?) -> LoginError {
        LoginError(
            Code(rawValue: "needs_server"), advice: .fixSetup,
            message: BilingualText(
                ko: "로그인 서버가 있어야 해요\(id.map { ": \($0)" } ?? "").",
                en: "This needs a login server\(id.map { ": \($0)" } ?? "")."),
            remedy: BilingualText(ko: "LoginClient에 server를 주세요.", en: "Give LoginClient a server."))
    }
}
