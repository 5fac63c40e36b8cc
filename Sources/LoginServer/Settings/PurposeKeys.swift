// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The keys that one master key gives, one for each purpose; none of them tells anything of another (RFC 5869).
struct PurposeKeys: Sendable {
    /// Seals provider tokens, signing keys and ticket profiles.
    let sealing: SealingKey
    /// Seals the cookie of a sign-in under way.
    let transaction: SealingKey
    let refresh: [UInt8]
    let cookie: [UInt8]
    let ticket: [UInt8]
    let code: [UInt8]
    let nonce: [UInt8]
    let state: [UInt8]
    let form: [UInt8]
    let attempt: [UInt8]

    init(_ master: MasterKey, number: UInt32 = 1) {
        func derived(_ purpose: String) -> [UInt8] {
            hkdfSHA256(key: master.bytes, info: "social-login \(purpose) 1", length: 32)
        }
        guard let sealing = SealingKey(bytes: derived("sealing"), number: number),
            let transaction = SealingKey(bytes: derived("transaction"), number: number)
        else { preconditionFailure("A derived key has 32 bytes, as asked for") }
        self.sealing = sealing
        self.transaction = transaction
        refresh = derived("refresh")
        cookie = derived("cookie")
        ticket = derived("ticket")
        code = derived("code")
        nonce = derived("nonce")
        state = derived("state")
        form = derived("form")
        attempt = derived("attempt")
    }
}

/// The keys by which one purpose seals: the newest that is in use seals, and whichever a value names opens.
struct SealingKeys: Sendable {
    let ring: KeyRing
    let purpose: @Sendable (PurposeKeys) -> SealingKey

    func seal(_ plain: [UInt8], context: String, random: any RandomSource) -> [UInt8] {
        purpose(ring.current).seal(plain, context: context, random: random)
    }

    /// The bytes that were sealed; nil where they name a key that is not there, or do not open.
    func open(_ sealed: [UInt8], context: String) -> [UInt8]? {
        guard let number = SealingKey.number(of: sealed), let keys = ring.keys(number) else { return nil }
        return purpose(keys).open(sealed, context: context)
    }
}

/// The keys by which one purpose makes MACs: with the newest that is in use; any of them is recognised.
struct MACKeys: Sendable {
    let ring: KeyRing
    let purpose: @Sendable (PurposeKeys) -> [UInt8]

    var current: [UInt8] { purpose(ring.current) }
    /// The current one first.
    var all: [[UInt8]] { ring.all.map(purpose) }
}
