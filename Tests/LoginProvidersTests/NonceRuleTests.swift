// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import Testing

@testable import LoginProviders

@Suite("How a nonce becomes a claim")
struct NonceRuleTests {
    private static let nonce = Secret("nonce-0001")
    private static let hash = "d3668b1e104f62fa90db942864a6e676638a29a10f4e92d62895ebf0ee6557fc"

    private func refusal(claim: JSONValue?, rule: NonceRule) -> IDTokenRefusal? {
        let rules = IDTokenRules(
            issuers: ["https://issuer.example"], audiences: ["OURS"], algorithms: [.rs256],
            keysAddress: "https://issuer.example/keys", nonceRule: rule, maximumAge: 600)
        var claims: JSONValue = [
            "iss": "https://issuer.example", "aud": "OURS", "sub": "1", "iat": 1_700_000_000, "exp": 1_700_000_600,
        ]
        if case .object(var members) = claims {
            members["nonce"] = claim
            claims = .object(members)
        }
        do throws(IDTokenRefusal) {
            _ = try rules.check(
                claims.object ?? JSONObject(), nonce: .matching(Self.nonce), accessToken: nil, code: nil,
                fingerprint: "f", at: Date(timeIntervalSince1970: 1_700_000_000))
            return nil
        } catch {
            return error
        }
    }

    @Test("B74: the hash is the lower-case hexadecimal SHA-256 of the nonce, and raw is raw")
    func claims() {
        #expect(NonceRule.sha256Hex.claim(for: Self.nonce) == Self.hash)
        #expect(NonceRule.raw.claim(for: Self.nonce) == "nonce-0001")
    }

    @Test(
        "B74: a provider's rule takes its one form and no other",
        arguments: [
            (.string(hash), nil), ("nonce-0001", .nonceDiffers), (.string(hash.uppercased()), .nonceDiffers),
            ("02aLHhBPYvqQ25QoZKbmdmOKKaEPTpLWKJXr8O5lV_w", .nonceDiffers), (nil, .nonceMissing),
            (.null, .nonceMissing),
        ] as [(JSONValue?, IDTokenRefusal?)])
    func hashedRule(claim: JSONValue?, refusal expected: IDTokenRefusal?) {
        #expect(refusal(claim: claim, rule: .sha256Hex) == expected)
    }
}
