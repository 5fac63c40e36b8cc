// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// A team's apps that belong together at Apple, and the key by which their server proves itself.
struct AppleApp: ProviderApp, Hashable {
    /// The emulator's own number of it.
    let id: Int64
    /// What people see it as.
    var name: String
    /// The team, ten characters. Subjects are the same for all apps of a team.
    var teamID: String
    /// The key's id, ten characters.
    var keyID: String
    /// The public half of the key, as a JWK: what Apple keeps of a `.p8` file.
    var publicKey: JSONValue
    /// The Services ID, for the web; nil where there is none.
    var servicesID: String?
    /// The bundle ids of native apps.
    var bundleIDs: [String]
    /// Where answers for the Services ID may go.
    var redirectURIs: [String]

    /// Every `client_id` of the app.
    var clientIDs: [String] { [servicesID].compactMap { $0 } + bundleIDs }

    /// Whether a `client_id` is a native app's.
    func isNative(_ clientID: String) -> Bool { bundleIDs.contains(clientID) }

    /// The key that checks client secrets; nil for a JWK that is no P-256 key.
    var secretKey: JWK? {
        // A seed with such a key is refused, so there is one.
        guard let keys = try? JWKSet(parsing: ["keys": [publicKey.naming(keyID)]]) else { return nil }
        return keys.key(withID: keyID)
    }
}

extension AppleApp {
    /// Reads an app; unknown members, and addresses that nothing could be sent to, are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        id = try seed.requiredID("id")
        name = try seed.text("name") ?? "App \(id)"
        teamID = try seed.requiredText("team_id")
        keyID = try seed.requiredText("key_id")
        publicKey = seed.value("public_key") ?? .null
        servicesID = try seed.text("services_id")
        bundleIDs = try seed.texts("bundle_ids")
        redirectURIs = try seed.redirectURIs("redirect_uris")
        guard secretKey?.key.algorithm == .es256 else {
            throw .seed(at: seed.place("public_key"), .wanted("a P-256 key as a JWK", "P-256 키의 JWK"))
        }
        try seed.end()
    }

    /// The app in the form in which a seed gives it.
    var json: JSONValue {
        [
            "id": JSONValue(id), "name": .string(name), "team_id": .string(teamID), "key_id": .string(keyID),
            "public_key": publicKey, "services_id": .text(servicesID), "bundle_ids": .texts(bundleIDs),
            "redirect_uris": .texts(redirectURIs),
        ]
    }
}

extension JSONValue {
    /// A JWK under another id.
    fileprivate func naming(_ id: String) -> JSONValue {
        guard var members = object else { return self }
        members["kid"] = .string(id)
        return .object(members)
    }
}
