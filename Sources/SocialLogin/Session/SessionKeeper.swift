// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

/// Keeps the session with the login server: one refresh at a time, whoever asks, also across processes.
///
/// Only a definite refusal of the server removes a session. A network that fails, a server that is busy or a store that
/// is locked leave everything as it was.
actor SessionKeeper {
    private static let entry = "session"

    private let server: ServerCalls
    private let environment: LoginEnvironment
    private var refresh: Task<Result<StoredSession, LoginError>, Never>?

    init(server: ServerCalls, environment: LoginEnvironment) {
        self.server = server
        self.environment = environment
    }

    /// The session as it lies in the store; nil where nobody is signed in.
    func stored() async throws(LoginError) -> StoredSession? {
        do {
            return try await environment.store.read(Self.entry).flatMap(StoredSession.init)
        } catch {
            throw .storeUnavailable(error)
        }
    }

    /// Keeps a new session. Storing is part of signing in: where it fails, so does the sign-in.
    func keep(_ session: StoredSession) async throws(LoginError) {
        do {
            try await environment.store.write(session.entry, Self.entry)
        } catch {
            throw .storeUnavailable(error)
        }
    }

    /// Takes the session away from this device and gives it back, so that the server can be told.
    func remove() async throws(LoginError) -> StoredSession? {
        let session = try? await stored()
        do {
            try await environment.store.remove(Self.entry)
        } catch {
            throw .storeUnavailable(error)
        }
        return session
    }

    /// A session whose access token is good for a while, refreshed where it has to be.
    ///
    /// A thousand callers cause one refresh and share its outcome. A caller that stops waiting does not stop the refresh.
    func fresh(insteadOf refused: Secret? = nil) async throws(LoginError) -> StoredSession {
        guard let session = try await stored() else { throw .notSignedIn }
        if session.isFresh(at: environment.clock.now), session.tokens.accessToken != refused { return session }
        let task = refresh ?? Task { await self.refreshOnce(insteadOf: refused) }
        refresh = task
        let result = await task.value
        if refresh == task { refresh = nil }
        return try result.get()
    }

    private func refreshOnce(insteadOf refused: Secret?) async -> Result<StoredSession, LoginError> {
        do {
            return .success(
                try await environment.store.exclusively(Self.entry) {
                    try await self.refreshUnlessDone(insteadOf: refused)
                })
        } catch let error as LoginError {
            return .failure(error)
        } catch {
            return .failure(.storeUnavailable(error))
        }
    }

    /// Another process may have refreshed while this one waited for the lock: then its session is ours too.
    private func refreshUnlessDone(insteadOf refused: Secret?) async throws -> StoredSession {
        guard let session = try await stored() else { throw LoginError.notSignedIn }
        let now = environment.clock.now
        if session.isFresh(at: now), session.tokens.accessToken != refused { return session }
        do throws(LoginError) {
            let tokens = try await server.refresh(session.tokens.refreshToken)
            let refreshed = session.refreshed(with: tokens, at: now)
            try await keep(refreshed)
            return refreshed
        } catch {
            if error.isDefiniteRefusal { _ = try await remove() }
            throw error
        }
    }
}
