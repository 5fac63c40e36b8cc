// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

extension Person {
    /// The person's subject for the apps of a team: the same for all of them, another for every other team.
    func appleSubject(team: String) -> String {
        let digest = SHA256Hash.hash("apple \(team) \(id)")
        let head = String(id % 1_000_000)
        let tail = (Int(digest[30]) << 8 | Int(digest[31])) % 10_000
        return "\(String(repeating: "0", count: 6 - head.count))\(head).\(Hex.encode(Array(digest.prefix(16))))."
            + "\(String(repeating: "0", count: 4 - String(tail).count))\(tail)"
    }

    /// The address that Apple gives a team's apps in the place of the person's own.
    func appleRelayAddress(team: String) -> String {
        let digest = SHA256Hash.hash("relay \(team) \(id)")
        return "\(Hex.encode(Array(digest.prefix(5))))@privaterelay.appleid.com"
    }

    /// The name in its two parts: a Korean one is cut behind its first character, any other before its last word.
    var appleName: (given: String, family: String) {
        let whole = name ?? nickname
        let words = whole.split(separator: " ").map(String.init)
        if words.count > 1 { return (words.dropLast().joined(separator: " "), words[words.count - 1]) }
        let isHangul = whole.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
        guard isHangul, (2...4).contains(whole.count) else { return (whole, "") }
        return (String(whole.dropFirst()), String(whole.prefix(1)))
    }

    /// The JSON text of the form field `user`.
    func appleUser(sharesName: Bool, email: String?) -> String {
        var user = JSONObject()
        if sharesName {
            user["name"] = ["firstName": .string(appleName.given), "lastName": .string(appleName.family)]
        }
        user["email"] = email.map { .string($0) }
        return JSONValue.object(user).serializedText()
    }
}
