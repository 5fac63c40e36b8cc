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

    /// The JSON text of the form field `user`.
    func appleUser(sharesName: Bool, email: String?) -> String {
        var user = JSONObject()
        if sharesName {
            user["name"] = ["firstName": .string(nameParts.given), "lastName": .string(nameParts.family)]
        }
        user["email"] = email.map { .string($0) }
        return JSONValue.object(user).serializedText()
    }
}
