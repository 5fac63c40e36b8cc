// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Texts that this server makes and recognises later without keeping them.
///
/// Each is the moment of issue, 16 random bytes and a MAC over both, over a purpose, and over whatever it was made for.
struct StampedText: Sendable {
    let key: MACKeys
    /// What the texts serve, so that one for something else counts for nothing here.
    let purpose: String
    /// How long one is good for, in seconds.
    let life: Int

    /// Makes one.
    func issue(for subject: String, at now: Date, random: any RandomSource) -> Secret {
        let body = Self.bytes(of: Int64(now.timeIntervalSince1970)) + random.bytes(16)
        return Secret(Base64URL.encode(body + mac(of: body, for: subject, key: key.current)))
    }

    /// Whether a text is ours, made for this, and still good.
    func accepts(_ text: Secret, for subject: String, at now: Date) -> Bool {
        guard text.exposed.utf8.count == 54, let bytes = Base64URL.decode(text.exposed), bytes.count == 40
        else { return false }
        let body = Array(bytes[..<24])
        let shown = Array(bytes[24...])
        guard key.all.contains(where: { constantTimeEqual(mac(of: body, for: subject, key: $0), shown) })
        else { return false }
        let age = Int64(now.timeIntervalSince1970) - body[..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return age >= -60 && age <= Int64(life)
    }

    private func mac(of body: [UInt8], for subject: String, key: [UInt8]) -> [UInt8] {
        let message = Array(purpose.utf8) + [0] + body + Array(subject.utf8)
        return Array(hmacSHA256(message, key: key).prefix(16))
    }

    private static func bytes(of moment: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: moment >> Int64($0)) }
    }
}
