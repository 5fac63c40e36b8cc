// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Tokens of sign-ins that ended on this device and of which the other side does not know yet.
///
/// They wait in the store, so that a sign-out without a network is made good later. Where they cannot be kept, they end by
/// themselves in time.
struct EndedTokens: Sendable {
    private static let limit = 20

    private let name: String
    private let environment: LoginEnvironment
    private let tell: @Sendable (Secret) async throws(LoginError) -> Void

    /// Opens the list of that name.
    ///
    /// - Parameter tell: tells the other side of one.
    init(
        _ name: String, environment: LoginEnvironment,
        tell: @escaping @Sendable (Secret) async throws(LoginError) -> Void
    ) {
        self.name = name
        self.environment = environment
        self.tell = tell
    }

    /// Adds a token; the oldest gives way where there are too many.
    func add(_ token: Secret) async {
        await change { $0.filter { $0 != token } + [token] }
    }

    /// Tells the other side of each.
    ///
    /// - Returns: whether nothing is left to tell.
    func tellAll() async -> Bool {
        var settled: [Secret] = []
        let waiting = await list()
        for token in waiting {
            do throws(LoginError) {
                try await tell(token)
                settled.append(token)
            } catch {
                environment.log.write(.info, "sign_out.not_told", ["code": error.code.rawValue])
                // What will be refused for ever need not be said again.
                if error.advice != .tryLater { settled.append(token) }
            }
        }
        if !settled.isEmpty { await change { [settled] in $0.filter { !settled.contains($0) } } }
        return settled.count == waiting.count
    }

    private func list() async -> [Secret] {
        // A list that cannot be read now is read the next time.
        guard let entry = try? await environment.store.read(name) else { return [] }
        return Self.tokens(entry)
    }

    private func change(_ change: @Sendable ([Secret]) -> [Secret]) async {
        let store = environment.store
        do {
            try await store.exclusively(name) {
                let tokens = change(try await store.read(name).map(Self.tokens) ?? []).suffix(Self.limit)
                guard !tokens.isEmpty else { return try await store.remove(name) }
                try await store.write(JSONValue.array(tokens.map { .string($0.exposed) }).serialized(), name)
            }
        } catch {
            environment.log.write(.warning, "sign_out.not_kept")
        }
    }

    private static func tokens(_ entry: [UInt8]) -> [Secret] {
        // An entry that is no list of ours holds nothing to tell.
        (try? JSONValue(parsing: entry))?.array?.compactMap(\.string).map(Secret.init) ?? []
    }
}
