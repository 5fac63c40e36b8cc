// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The keys that a provider signs id_tokens with: one at work, and older ones that tokens still name.
///
/// The first is made when it is needed, since making one takes a while and most runs use one provider.
struct SigningKeys: Sendable {
    private let keys: Locked<[SigningKey]>

    /// Starts with a key; a new one is made where none is given.
    init(first: SigningKey? = nil) {
        keys = Locked(first.map { [$0] } ?? [])
    }

    /// The key at work.
    var current: SigningKey {
        keys.withLock { Self.newest(of: &$0) }
    }

    /// Every key whose public half is published, the newest first.
    var all: [SigningKey] {
        keys.withLock { keys in
            _ = Self.newest(of: &keys)
            return keys.reversed()
        }
    }

    /// The public halves, the newest first.
    var published: [JWK] { all.map(\.publicJWK) }

    /// Puts a new key to work. The one before it stays published, what is older goes.
    func rotate() {
        let next = SigningKey.generateRS256()
        keys.withLock { $0 = [Self.newest(of: &$0), next] }
    }

    /// Forgets all keys but the one at work.
    func forgetOlder() {
        keys.withLock { $0 = Array($0.suffix(1)) }
    }

    private static func newest(of keys: inout [SigningKey]) -> SigningKey {
        if let newest = keys.last { return newest }
        let first = SigningKey.generateRS256()
        keys = [first]
        return first
    }
}
