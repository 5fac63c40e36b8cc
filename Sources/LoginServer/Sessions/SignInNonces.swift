// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Nonces for native sign-ins, made and recognised without keeping them (OpenID Connect Core, section 15.5.2).
///
/// A nonce is the moment of issue, 16 random bytes and a MAC over both and the attempt it was issued for. That it serves
/// once is the database's part: a used one is written down together with what it bought.
struct SignInNonces: Sendable {
    let key: MACKeys
    /// How long a nonce is good for, in seconds.
    let life: Int

    /// Makes a nonce for one attempt.
    func issue(for attempt: AttemptID, at now: Date, random: any RandomSource) -> Secret {
        let body = Self.bytes(of: Int64(now.timeIntervalSince1970)) + random.bytes(16)
        return Secret(Base64URL.encode(body + mac(of: body, for: attempt, key: key.current)))
    }

    /// Whether a nonce is ours, for this attempt, and still good.
    func accepts(_ nonce: Secret, for attempt: AttemptID, at now: Date) -> Bool {
        guard nonce.exposed.utf8.count == 54, let bytes = Base64URL.decode(nonce.exposed), bytes.count == 40
        else { return false }
        let body = Array(bytes[..<24])
        let shown = Array(bytes[24...])
        guard key.all.contains(where: { constantTimeEqual(mac(of: body, for: attempt, key: $0), shown) })
        else { return false }
        let age = Int64(now.timeIntervalSince1970) - body[..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return age >= -60 && age <= Int64(life)
    }

    private func mac(of body: [UInt8], for attempt: AttemptID, key: [UInt8]) -> [UInt8] {
        let message = Array("nonce".utf8) + [0] + body + Array(attempt.secret.exposed.utf8)
        return Array(hmacSHA256(message, key: key).prefix(16))
    }

    private static func bytes(of moment: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: moment >> Int64($0)) }
    }
}
