// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("Tokens")
struct JWTTests {
    @Test("A token that was signed is believed, and gives its claims", arguments: SignatureAlgorithm.allCases)
    func roundTrip(algorithm: SignatureAlgorithm) throws {
        let key = SigningKey.generate(algorithm, id: "key-1")
        let claims = JSONObject([.init(name: "sub", value: "1001"), .init(name: "exp", value: 1_700_000_000)])

        let token = signJWT(claims: claims, type: "JWT", key: key)
        let verified = try UnverifiedJWT(parsing: token).verified(
            with: try JWKSet([key.publicJWK]), algorithms: [algorithm])

        #expect(verified.claims == claims)
        #expect(verified.type == "JWT")
        #expect(verified.header["kid"] == "key-1")
    }
}

extension SigningKey {
    /// A new key of either kind.
    static func generate(_ algorithm: SignatureAlgorithm, id: String) -> SigningKey {
        switch algorithm {
        case .rs256: generateRS256(id: id)
        case .es256: generateES256(id: id)
        }
    }
}
