// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import Testing

@testable import LoginServer

/// What is sealed for the database comes back, whatever its size.
struct SealerTests {
    private let sealer: Sealer
    private let identity = IdentityKey(provider: ProviderID(rawValue: "naver"), scope: "app", subject: "n1")
    private let tokens = TokenSet(
        accessToken: Secret(String(repeating: "a", count: 9_000)), expiresAt: nil,
        refreshToken: Secret(String(repeating: "r", count: 2_000_000)),
        scopes: [String(repeating: "s", count: 300)] + (0..<60).map(String.init))

    init() {
        let random = SeededRandomSource(seed: 1)
        let key = SealingKeys(ring: KeyRing(MasterKeys(MasterKey(random: random)))) { $0.sealing }
        sealer = Sealer(key: key, random: random)
    }

    @Test func `a ticket is read as it was sealed`() throws {
        let long = String(repeating: "x", count: 5_000)
        let suggestion = SignUpSuggestion(
            nickname: long, email: EmailAddress(long, isVerified: true), picture: long,
            missingConsents: [long] + (0..<60).map(String.init))

        let content = try #require(
            sealer.ticket(sealer.seal(suggestion, tokens: tokens, ticket: "t"), id: "t"))

        #expect(content.suggestion == suggestion)
        #expect(content.tokens == tokens)
    }

    @Test func `tokens are read as they were sealed, and for their own identity alone`() {
        let sealed = sealer.seal(tokens, of: identity)

        #expect(sealer.tokens(sealed, of: identity) == tokens)
        #expect(sealer.tokens(sealed, of: IdentityKey(provider: identity.provider, scope: "app", subject: "n2")) == nil)
    }
}
