// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps one provider's tokens in the app and sees to it that an expired one is refreshed once, whoever asks.
actor ProviderTokenKeeper {
    private let provider: Provider
    private let environment: LoginEnvironment
    private var refresh: Task<Result<TokenSet, LoginError>, Never>?

    init(provider: Provider, environment: LoginEnvironment) {
        self.provider = provider
        self.environment = environment
    }

    private var entry: String { "provider-\(provider.id.rawValue)" }

    /// Keeps tokens in place of the earlier ones. Storing is part of signing in: where it fails, so does the sign-in.
    func keep(_ tokens: TokenSet) async throws(LoginError) {
        do {
            try await environment.store.write(tokens.entry, entry)
        } catch {
            throw .storeUnavailable(error)
        }
    }

    /// The tokens as they lie in the store; nil where there are none.
    func stored() async throws(LoginError) -> TokenSet? {
        do {
            return try await environment.store.read(entry).flatMap(TokenSet.init(entry:))
        } catch {
            throw .storeUnavailable(error)
        }
    }

    /// Takes the tokens away from this device and gives them back, so that the provider can be told.
    func remove() async throws(LoginError) -> TokenSet? {
        let tokens = try? await stored()
        do {
            try await environment.store.remove(entry)
        } catch {
            throw .storeUnavailable(error)
        }
        return tokens
    }

    /// Makes a call with an access token; where the provider finds that token dead, refreshes once and calls once more.
    ///
    /// A refusal of a token that somebody replaced meanwhile needs no refresh: the call is just made with the new one.
    func call<Answer: Sendable>(
        _ call: @Sendable (Secret) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        let first = try await fresh(insteadOf: nil).accessToken
        do {
            return try await call(first)
        } catch {
            guard error.code == .accessTokenRefused else { throw error }
        }
        return try await call(try await fresh(insteadOf: first).accessToken)
    }

    /// Tokens of which the access token is good for a while.
    ///
    /// - Parameter refused: an access token that the provider does not take any more, whatever its time says.
    func fresh(insteadOf refused: Secret?) async throws(LoginError) -> TokenSet {
        guard let tokens = try await stored() else { throw .notSignedIn }
        if isGood(tokens, refused) { return tokens }
        let task = refresh ?? Task { await self.refreshOnce(insteadOf: refused) }
        refresh = task
        let result = await task.value
        if refresh == task { refresh = nil }
        return try result.get()
    }

    private func isGood(_ tokens: TokenSet, _ refused: Secret?) -> Bool {
        guard tokens.accessToken != refused else { return false }
        // A provider that did not say when the token ends is asked with it: it has the last word.
        guard let ends = tokens.expiresAt else { return true }
        return ends > environment.clock.now.addingTimeInterval(30)
    }

    private func refreshOnce(insteadOf refused: Secret?) async -> Result<TokenSet, LoginError> {
        do {
            return .success(
                try await environment.store.exclusively(entry) {
                    try await self.refreshUnlessDone(insteadOf: refused)
                })
        } catch let error as LoginError {
            return .failure(error)
        } catch {
            return .failure(.storeUnavailable(error))
        }
    }

    private func refreshUnlessDone(insteadOf refused: Secret?) async throws -> TokenSet {
        guard let tokens = try await stored() else { throw LoginError.notSignedIn }
        if isGood(tokens, refused) { return tokens }
        do throws(LoginError) {
            let refreshed = try await provider.refresh(tokens)
            try await keep(refreshed)
            return refreshed
        } catch {
            if error.isDefiniteRefusal { _ = try await remove() }
            throw error
        }
    }
}
