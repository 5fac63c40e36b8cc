// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// An app on an Apple system, where the system's own sheet signs in: id_token and code for the bundle id, and a name once.
struct AppleApp: Sendable {
    static let bundleID = "com.example.demo"
    let site: any Site

    init(_ site: any Site) {
        self.site = site
    }

    /// What the system hands to the app.
    struct Credential: Sendable {
        let idToken: Secret
        let code: Secret
        let name: String?
    }

    /// Lets the system sign somebody in. The app sets the hash of the nonce, and only its server gets the nonce.
    func credential(of person: Int64, nonce: Secret) async throws -> Credential {
        let hash = Hex.encode(SHA256Hash.hash(nonce.exposed))
        let answer = try await site.control(
            .post, "apple/native",
            [
                "app": 3_000_001, "person": JSONValue(person), "bundle_id": .string(Self.bundleID),
                "nonce": .string(hash), "scopes": ["name", "email"],
            ]
        ).json()
        let name = answer["full_name"].map {
            "\($0["family_name"]?.string ?? "")\($0["given_name"]?.string ?? "")"
        }
        return Credential(
            idToken: Secret(try required(answer["identity_token"]?.string)),
            code: Secret(try required(answer["authorization_code"]?.string)), name: name)
    }
}
