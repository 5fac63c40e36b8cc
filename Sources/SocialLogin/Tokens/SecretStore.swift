// SPDX-License-Identifier: Apache-2.0

/// Where an app keeps what it must not lose and nobody else may read: the Keychain on Apple systems, a file elsewhere.
///
/// An entry is a few kilobytes under a name. Several processes may use one store; `exclusively` keeps them apart.
public protocol SecretStore: Sendable {
    /// The entry of a name; nil where there is none.
    ///
    /// - Throws: `SecretStoreError`; `unavailable` means that there may well be an entry.
    func read(_ name: String) async throws -> [UInt8]?

    /// Keeps an entry, whole or not at all, in place of what was there.
    func write(_ entry: [UInt8], _ name: String) async throws

    /// Takes an entry away; it is no error that there is none.
    func remove(_ name: String) async throws

    /// Runs work that no other process does at the same time under the same name.
    ///
    /// - Throws: `SecretStoreError.busy` where another process holds the name for longer than the store waits.
    func exclusively<Result: Sendable>(_ name: String, _ work: @Sendable () async throws -> Result) async throws
        -> Result
}

/// Why a store did not do what it was asked.
public enum SecretStoreError: Error, Sendable, Hashable {
    /// The entry cannot be read now: a locked device, a missing right. Nobody is signed out for that.
    case unavailable(reason: String)
    /// Others may read the store, so it holds no secrets until that is mended.
    case exposed(path: String)
    /// Another process holds the name.
    case busy
    /// The disk or the system refused to keep the entry.
    case notKept(reason: String)
}
