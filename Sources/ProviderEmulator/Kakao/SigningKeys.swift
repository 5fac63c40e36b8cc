// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The keys that id_tokens are signed with: one at work, and older ones that tokens still name.
struct SigningKeys: Sendable {
    private let keys: Locked<[SigningKey]>

    /// Starts with a key; a new one is made where none is given.
    init(first: SigningKey? = nil) {
        keys = Locked([first ?? .generateRS256()])
    }

    /// The key at work.
    var current: SigningKey {
        keys.withLock { $0[$0.endIndex - 1] }
    }

    /// The public halves, the newest first.
    var published: [JWK] {
        keys.withLock { $0.reversed().map(\.publicJWK) }
    }

    /// Puts a new key to work. The one before it stays published, what is older goes.
    func rotate() {
        let next = SigningKey.generateRS256()
        keys.withLock { $0 = [$0[$0.endIndex - 1], next] }
    }

    /// Forgets all keys but the one at work.
    func forgetOlder() {
        keys.withLock { $0 = [$0[$0.endIndex - 1]] }
    }
}
