// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Nonces for native sign-ins, made and recognised without keeping them (OpenID Connect Core, section 15.5.2).
///
/// That a nonce serves once is the database's part: a used one is written down together with what it bought.
struct SignInNonces: Sendable {
    private let stamps: StampedText

    /// Makes and recognises nonces by a key; `life` is how long one is good for, in seconds.
    init(key: MACKeys, life: Int) {
        stamps = StampedText(key: key, purpose: "nonce", life: life)
    }

    /// How long a nonce is good for, in seconds.
    var life: Int { stamps.life }

    /// Makes a nonce for one attempt.
    func issue(for attempt: AttemptID, at now: Date, random: any RandomSource) -> Secret {
        stamps.issue(for: attempt.secret.exposed, at: now, random: random)
    }

    /// Whether a nonce is ours, for this attempt, and still good.
    func accepts(_ nonce: Secret, for attempt: AttemptID, at now: Date) -> Bool {
        stamps.accepts(nonce, for: attempt.secret.exposed, at: now)
    }
}
