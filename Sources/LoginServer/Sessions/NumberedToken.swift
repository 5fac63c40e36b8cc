// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The form that refresh tokens, session cookies and tickets share: a prefix, then base64url of id, counter and MAC.
///
/// The MAC makes it unguessable, the id and counter let the database answer with one lookup, and nothing that could be
/// presented is stored anywhere (RFC 9700, section 4.14.2).
struct NumberedToken: Sendable {
    /// What every text begins with, so that a kind is told by eye and by secret scanners.
    let prefix: String
    /// Goes into the MAC, so that one kind never passes for another, whatever keys are mixed up.
    let label: String
    let key: MACKeys

    /// The part of a text that stays the same when another master key takes the place of the one it was made with.
    static func lasting(_ text: Secret) -> Substring { text.exposed.prefix(5 + 32) }

    private static let idLength = 16
    private static let macLength = 16

    /// Writes the token of an id and a counter; nil where the id is not one of ours.
    func text(id: String, counter: Int64) -> Secret? {
        guard let idBytes = Base64URL.decode(id), idBytes.count == Self.idLength, counter >= 0 else { return nil }
        let body = idBytes + Self.bigEndian(counter)
        return Secret(prefix + Base64URL.encode(body + mac(of: body, key.current)))
    }

    /// Reads a token; nil for whatever this server did not write. No database is asked.
    func read(_ text: Secret) -> (id: String, counter: Int64)? {
        let exposed = text.exposed
        guard exposed.utf8.count == prefix.utf8.count + 54, exposed.hasPrefix(prefix),
            let bytes = Base64URL.decode(exposed.dropFirst(prefix.count)), bytes.count == 40
        else { return nil }
        let body = Array(bytes[..<24])
        let shown = Array(bytes[24...])
        guard key.all.contains(where: { constantTimeEqual(mac(of: body, $0), shown) }) else { return nil }
        let counter = body[16...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return (Base64URL.encode(body[..<16]), counter)
    }

    private func mac(of body: [UInt8], _ key: [UInt8]) -> [UInt8] {
        Array(hmacSHA256(Array(label.utf8) + [0] + body, key: key).prefix(Self.macLength))
    }

    private static func bigEndian(_ counter: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: counter >> Int64($0)) }
    }
}

extension NumberedToken {
    /// What buys the next access token; its counter grows with each refresh.
    static func refreshToken(_ keys: KeyRing) -> NumberedToken {
        NumberedToken(prefix: "slr1.", label: "refresh", key: MACKeys(ring: keys) { $0.refresh })
    }

    /// What a browser keeps of its session; its counter stays 0.
    static func sessionCookie(_ keys: KeyRing) -> NumberedToken {
        NumberedToken(prefix: "slc1.", label: "cookie", key: MACKeys(ring: keys) { $0.cookie })
    }

    /// What an app redeems for its session; its counter stays 0.
    static func appCode(_ keys: KeyRing) -> NumberedToken {
        NumberedToken(prefix: "sla1.", label: "code", key: MACKeys(ring: keys) { $0.code })
    }

    /// What lets a new person sign up; its counter is 0, or in a browser the moment at which it ends.
    static func signUpTicket(_ keys: KeyRing) -> NumberedToken {
        NumberedToken(prefix: "slt1.", label: "ticket", key: MACKeys(ring: keys) { $0.ticket })
    }
}
