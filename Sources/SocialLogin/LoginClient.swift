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

    let environment: LoginEnvironment
    let server: ServerCalls?
    let session: TokenKeeper<StoredSession>?
    let direct: [DirectProvider]
    private let routes: [ProviderID: any SignInRoute]
    private let runner: AttemptRunner

    /// A provider that the app asks itself, and its tokens.
    struct DirectProvider: Sendable {
        let provider: Provider
        let tokens: TokenKeeper<TokenSet>
        let consents: ConsentDesk
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
        let calls = try server.map { server throws(LoginError) in
            try ServerCalls(
                address: server.address, clientID: server.clientID, allowsLoopbackHTTP: server.allowsLoopbackHTTP,
                transport: environment.transport)
        }
        let runner = AttemptRunner(environment: environment, policy: policy)
        let session = calls.map { TokenKeeper(sessionAt: $0, environment: environment) }
        var routes: [ProviderID: any SignInRoute] = [:]
        var direct: [DirectProvider] = []
        for entry in providers {
            switch entry.way {
            case .brokered:
                guard let calls, let session, let server else { throw .needsServer(entry.id) }
                routes[entry.id] = BrokeredRoute(
                    providerID: entry.id, target: server.callback, server: calls, session: session,
                    environment: environment)
            case .direct(let make, let target):
                let provider = try make(environment.providers)
                let tokens = TokenKeeper(tokensOf: provider, environment: environment)
                let route = DirectRoute(
                    provider: provider, target: target, server: calls, session: session, tokens: tokens,
                    environment: environment)
                let consents = ConsentDesk { scopes throws(LoginError) in
                    _ = try await runner.run(ConsentRoute(route: route, scopes: scopes), superseding: false)
                }
                direct.append(DirectProvider(provider: provider, tokens: tokens, consents: consents))
                routes[entry.id] = route
            }
        }
        self.environment = environment
        self.server = calls
        self.session = session
        self.direct = direct
        self.routes = routes
        self.runner = runner
    }

    /// Signs in with a provider. A session that was here before ends, once the new one is stored.
    ///
    /// - Parameters:
    ///   - provider: one of the client's providers.
    ///   - superseding: whether a sign-in under way is cancelled in favour of this one; otherwise this one fails at once with
    ///     `alreadyInProgress`.
    /// - Throws: a `LoginError`; its `cancellation` says where nothing failed but the person did not go through with it.
    public func signIn(with provider: ProviderID, superseding: Bool = false) async throws(LoginError) -> SignedIn {
        guard let route = routes[provider] else { throw .unknownProvider(provider) }
        let signedIn = try await runner.run(route, superseding: superseding)
        await tellEndsPatiently()
        return signedIn
    }

    /// Cancels the sign-in under way, if there is one.
    public func cancel() {
        runner.cancel()
    }

    /// Takes an address that the system brought to the app: the one door for every callback.
    ///
    /// An answer to an attempt that was under way when the app was ended is taken for ten minutes; nobody waits for its
    /// outcome any more, so `restore` gives it.
    /// - Returns: whether it was a sign-in's answer; false for a foreign address, which is the app's to handle.
    public func handle(_ address: String) async -> Bool {
        if runner.handle(address) { return true }
        return await runner.handleEarlier(address, routes)
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
        if case .success(.newPerson(let offer)) = await runner.outcomeOfResumed(within: deadline) {
            return .newPerson(offer)
        }
        // What an earlier sign-out could not tell is told now; nobody waits for that.
        Task { await tellEnds() }
        guard let session else { return await restoreAlone() }
        do throws(LoginError) {
            guard let stored = try await session.stored() else { return .signedOut }
            if stored.isGood(at: environment.clock.now) { return .member(stored.account, isConfirmed: true) }
            return await renewed(stored, session, within: deadline)
        } catch {
            return .unavailable(error)
        }
    }

    private func renewed(
        _ stored: StoredSession, _ session: TokenKeeper<StoredSession>, within deadline: Duration
    ) async -> Restored {
        // The renewal is the keeper's and goes on when patience ends: its outcome is there for the next call.
        let renewal = Task<Restored, Never> {
            do throws(LoginError) {
                return .member(try await session.fresh().account, isConfirmed: true)
            } catch {
                return error.isDefiniteRefusal ? .signedOut : .member(stored.account, isConfirmed: false)
            }
        }
        return await patiently(renewal, for: deadline, on: environment.timer)
            ?? .member(stored.account, isConfirmed: false)
    }

    private func restoreAlone() async -> Restored {
        for entry in direct {
            do throws(LoginError) {
                if try await entry.tokens.stored() != nil { return .withoutServer(entry.provider.id) }
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
    /// Somebody whose sign-in went on after this app was ended in the midst of it, and who has no account yet.
    case newPerson(SignUpOffer)
    /// Nobody.
    case signedOut
    /// It cannot be told now, for example while the device is locked. Nobody is signed out for that: ask again.
    case unavailable(LoginError)
}

extension LoginError {
    static func unknownProvider(_ id: ProviderID) -> LoginError {
        LoginError(
            Code(rawValue: "unknown_provider"), advice: .fixRequest,
            message: BilingualText(
                ko: "이 앱은 \(id) 로그인을 쓰지 않아요.", en: "This app does not sign in with \(id)."),
            remedy: BilingualText(
                ko: "LoginClient의 providers에 \(id)를 넣으세요.", en: "Add \(id) to the providers of LoginClient."))
    }

    static func needsServer(_ id: ProviderID?) -> LoginError {
        LoginError(
            Code(rawValue: "needs_server"), advice: .fixSetup,
            message: BilingualText(
                ko: "로그인 서버가 있어야 해요\(id.map { ": \($0)" } ?? "").",
                en: "This needs a login server\(id.map { ": \($0)" } ?? "")."),
            remedy: BilingualText(ko: "LoginClient에 server를 주세요.", en: "Give LoginClient a server."))
    }
}
