// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tokens that a keeper keeps as one entry of the store.
protocol KeptTokens: Sendable {
    /// Reads an entry; nil where it is none of ours.
    init?(entry: [UInt8])
    /// The entry.
    var entry: [UInt8] { get }
    /// The token that calls are made with.
    var accessToken: Secret { get }
    /// The token that tells the other side of a sign-out.
    var farewell: Secret { get }
    /// Whether the access token is good for a while yet.
    func isGood(at now: Date) -> Bool
    /// Whether nobody needs those any more that lay here before, once these are kept.
    func takePlace(of old: Self) -> Bool
}

/// Keeps one set of tokens in the store: one renewal at a time, whoever asks, also across processes.
///
/// Only a definite refusal of the other side removes tokens. A network that fails, a server that is busy or a store that is
/// locked leave everything as it was. The network is never waited for under the lock of the entry, so that a sign-out or a
/// new sign-in need not wait for a renewal; a renewal that was overtaken by one of them changes nothing.
actor TokenKeeper<Tokens: KeptTokens> {
    private let name: String
    private let environment: LoginEnvironment
    private let renew: @Sendable (Tokens) async throws(LoginError) -> Tokens
    private let ended: EndedTokens
    private var renewal: Task<Result<Tokens, LoginError>, Never>?

    /// Makes the keeper of an entry.
    ///
    /// - Parameters:
    ///   - name: the entry's name in the store.
    ///   - renew: buys the next tokens.
    ///   - tell: tells the other side that a sign-in has ended.
    init(
        _ name: String, environment: LoginEnvironment,
        renew: @escaping @Sendable (Tokens) async throws(LoginError) -> Tokens,
        tell: @escaping @Sendable (Secret) async throws(LoginError) -> Void
    ) {
        self.name = name
        self.environment = environment
        self.renew = renew
        ended = EndedTokens("\(name)-ended", environment: environment, tell: tell)
    }

    /// The tokens as they lie in the store; nil where nobody is signed in.
    func stored() async throws(LoginError) -> Tokens? {
        try await inStore { try await $0.read($1).flatMap(Tokens.init(entry:)) }
    }

    /// Keeps new tokens. Storing is part of signing in: where it fails, so does the sign-in.
    ///
    /// Tokens whose place they take have ended: `tellEnd` tells the other side.
    func keep(_ tokens: Tokens) async throws(LoginError) {
        let ended = ended
        try await inStore { store, name in
            try await store.exclusively(name) {
                // What cannot be read cannot be told of either.
                let old = try? await store.read(name).flatMap(Tokens.init(entry:))
                try await store.write(tokens.entry, name)
                if let old, tokens.takePlace(of: old) { await ended.add(old.farewell) }
            }
        }
    }

    /// Writes tokens in place of the very ones they came from; any other that lie there by now stay.
    ///
    /// - Parameter new: nil to take the old ones away.
    /// - Returns: what lies there now.
    @discardableResult
    func replace(_ old: Tokens, with new: Tokens?) async throws(LoginError) -> Tokens? {
        try await inStore { store, name in
            try await store.exclusively(name) {
                let current = try await store.read(name).flatMap(Tokens.init(entry:))
                guard let current, current.accessToken == old.accessToken else { return current }
                if let new { try await store.write(new.entry, name) } else { try await store.remove(name) }
                return new
            }
        }
    }

    /// Makes this device forget the tokens; `tellEnd` tells the other side.
    func forget() async throws(LoginError) {
        let ended = ended
        try await inStore { store, name in
            try await store.exclusively(name) {
                // An entry that cannot be read can still be taken away; then there is nothing to tell anybody with.
                if let tokens = try? await store.read(name).flatMap(Tokens.init(entry:)) {
                    await ended.add(tokens.farewell)
                }
                try await store.remove(name)
            }
        }
    }

    /// Tells the other side of every sign-in that ended here and that it has not heard of.
    ///
    /// - Returns: whether nothing is left to tell.
    func tellEnd() async -> Bool { await ended.tellAll() }

    /// Ends a sign-in that was given to us and that nobody wants any more.
    func giveBack(_ farewell: Secret) async {
        await ended.add(farewell)
        _ = await ended.tellAll()
    }

    /// Tokens of which the access token is good for a while, renewed where they have to be.
    ///
    /// A thousand callers cause one renewal and share its outcome. A caller that stops waiting does not stop it.
    /// - Parameter refused: an access token that is not taken any more, whatever its time says.
    func fresh(insteadOf refused: Secret? = nil) async throws(LoginError) -> Tokens {
        guard let tokens = try await stored() else { throw .notSignedIn }
        if isGood(tokens, refused) { return tokens }
        let renewal =
            renewal
            ?? Task {
                let result = await renewOnce(insteadOf: refused)
                self.renewal = nil
                return result
            }
        self.renewal = renewal
        return try await renewal.value.get()
    }

    private func isGood(_ tokens: Tokens, _ refused: Secret?) -> Bool {
        tokens.accessToken != refused && tokens.isGood(at: environment.clock.now)
    }

    private func renewOnce(insteadOf refused: Secret?) async -> Result<Tokens, LoginError> {
        do throws(LoginError) {
            return .success(
                try await inStore { store, name in
                    try await store.exclusively("\(name)-renewal") {
                        try await self.renewUnlessDone(insteadOf: refused)
                    }
                })
        } catch {
            return .failure(error)
        }
    }

    /// Another process may have renewed them while this one waited for its turn: then its tokens are ours too.
    private func renewUnlessDone(insteadOf refused: Secret?) async throws(LoginError) -> Tokens {
        guard let tokens = try await stored() else { throw .notSignedIn }
        if isGood(tokens, refused) { return tokens }
        let renewed: Tokens?
        do throws(LoginError) {
            renewed = try await renew(tokens)
        } catch {
            guard error.isDefiniteRefusal else { throw error }
            // Whoever signed in meanwhile is not meant by the refusal.
            guard let other = try await replace(tokens, with: nil) else { throw error }
            return other
        }
        guard let current = try await replace(tokens, with: renewed) else { throw .notSignedIn }
        return current
    }

    private func inStore<Answer: Sendable>(
        _ work: @Sendable (any SecretStore, String) async throws -> Answer
    ) async throws(LoginError) -> Answer {
        do {
            return try await work(environment.store, name)
        } catch let error as LoginError {
            throw error
        } catch {
            throw .storeUnavailable(error)
        }
    }
}

extension TokenKeeper {
    /// Makes a call with an access token; where that is refused, renews once and calls once more.
    ///
    /// A refusal of a token that somebody replaced meanwhile needs no renewal: the call is just made with the new one.
    func call<Answer: Sendable>(
        _ call: @Sendable (Secret) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        try await callWithAll { tokens throws(LoginError) in try await call(tokens.accessToken) }
    }

    /// The same for a call that needs to know which tokens it is made with.
    func callWithAll<Answer: Sendable>(
        _ call: @Sendable (Tokens) async throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        let first = try await fresh()
        do {
            return try await call(first)
        } catch {
            guard error.isRefusedAccessToken else { throw error }
        }
        return try await call(try await fresh(insteadOf: first.accessToken))
    }
}
