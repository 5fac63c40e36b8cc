// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import Testing

@Suite("PKCE")
struct PKCETests {
    private let verifier = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

    @Test("B99: the challenge is base64url of the digest's bytes without padding, as in RFC 7636, appendix B")
    func challenge() {
        #expect(PKCE.challenge(for: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(PKCE(verifier: verifier).challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test(
        "B99: a challenge with padding, in hex or of another length is none",
        arguments: [
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", true),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=", false),
            ("13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3", false),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM", false),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cN", false),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", false),
            ("", false),
        ])
    func challengeForm(text: String, isChallenge: Bool) {
        #expect(PKCE.isChallenge(text) == isChallenge)
    }

    @Test("B97: only the verifier that the challenge was made from matches it")
    func matching() {
        let challenge = PKCE.challenge(for: verifier)

        #expect(PKCE.challenge(challenge, matches: verifier))
        #expect(!PKCE.challenge(challenge, matches: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl")))
        #expect(!PKCE.challenge(challenge, matches: Secret(challenge)))
        #expect(!PKCE.challenge(challenge, matches: Secret("")))
        #expect(!PKCE.challenge(challenge + "=", matches: verifier))
    }

    @Test("A verifier of fewer characters than the standard asks for matches nothing, not even its own challenge")
    func shortVerifier() {
        let short = Secret(String(repeating: "a", count: 42))

        #expect(!PKCE.challenge(PKCE.challenge(for: short), matches: short))
    }

    @Test(
        "A verifier has 43 to 128 unreserved characters",
        arguments: [
            (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
            (String(repeating: "~", count: 128), true), (String(repeating: "a", count: 129), false),
            (String(repeating: "a", count: 42) + "+", false), (String(repeating: "a", count: 42) + "é", false),
            (String(repeating: "a", count: 42) + " ", false), ("Az09-._~" + String(repeating: "b", count: 35), true),
        ])
    func verifierForm(text: String, isVerifier: Bool) {
        #expect(PKCE.isVerifier(Secret(text)) == isVerifier)
    }

    @Test("C1: each request has a verifier of its own with 256 random bits, and it is not printed")
    func fresh() {
        let random = SystemRandomSource()

        let pairs = (0..<100).map { _ in PKCE(random: random) }

        #expect(Set(pairs).count == 100)
        #expect(pairs.allSatisfy { $0.verifier.exposed.utf8.count == 43 && PKCE.isVerifier($0.verifier) })
        #expect(pairs.allSatisfy { PKCE.isChallenge($0.challenge) })
        #expect(pairs.allSatisfy { !"\($0)".contains($0.verifier.exposed) })
    }
}
