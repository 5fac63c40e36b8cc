// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// Every provider that binds codes to a challenge does it by the same rules (RFC 7636).
@Suite("Codes that are bound to their asker")
struct ProofKeyTests {
    /// A provider as a client of its demo or test app meets it; Naver's older path knows nothing of this.
    enum Played: String, CaseIterable, Sendable {
        case kakao, naver, apple, facebook

        /// What the authorize address answers.
        func authorize(_ more: [String: String]) async throws -> HTTPResponse {
            let changes = more.mapValues { Optional($0) }
            switch self {
            case .kakao: return try await EmulatedWorld().get(Agent.authorizeAddress(Self.fields(more)))
            case .naver:
                return try await EmulatedWorld().get(EmulatedWorld.naverAddress(Self.fields(more), isOpenID: true))
            case .apple: return try await AppleWorld().world.get(AppleWorld.address(changes))
            case .facebook: return try await FacebookWorld().world.get(FacebookWorld.address(changes))
            }
        }

        /// Signs somebody in and exchanges the code.
        func exchange(_ more: [String: String], verifier: String?) async throws -> HTTPResponse {
            let changes = more.mapValues { Optional($0) }
            switch self {
            case .kakao:
                let world = try EmulatedWorld()
                let code = try await Agent(world).code(of: 1001, Self.fields(more))
                return try await world.exchange(code, ["code_verifier": verifier])
            case .naver:
                let world = try EmulatedWorld()
                let code = try await Agent(world).naverCode(of: 1001, Self.fields(more), isOpenID: true)
                return try await world.nid(
                    "/oauth2/token",
                    ["grant_type": "authorization_code", "code": .some(code), "code_verifier": verifier])
            case .apple:
                let apple = try AppleWorld()
                let code = try await apple.answer(changes)["code"]
                return try await apple.call([
                    "grant_type": "authorization_code", "code": code, "redirect_uri": .some(AppleWorld.redirectURI),
                    "code_verifier": verifier,
                ])
            case .facebook:
                let facebook = try FacebookWorld()
                return try await facebook.exchange(
                    try await facebook.code(1001, changes), ["code_verifier": verifier])
            }
        }

        private static func fields(_ more: [String: String]) -> FormFields {
            var fields = FormFields()
            for (name, value) in more { fields.add(name, value) }
            return fields
        }
    }

    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test(
        "B99: A challenge with padding, in another alphabet, in hexadecimal, of another length or by another method is refused",
        arguments: Played.allCases)
    func challenges(of provider: Played) async throws {
        let refused = [
            "\(Self.challenge)=", Self.challenge.replacing("-", with: "+"), String(Self.challenge.dropLast()), "x",
            "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3",
        ].map { ["code_challenge": $0, "code_challenge_method": "S256"] }
        let otherMethods = [
            ["code_challenge": Self.challenge], ["code_challenge": Self.challenge, "code_challenge_method": "plain"],
            ["code_challenge_method": "S256"],
        ]

        let good = try await provider.authorize(["code_challenge": Self.challenge, "code_challenge_method": "S256"])

        #expect(good.status == 200)
        for fields in refused + otherMethods {
            let answer = try await provider.authorize(fields)
            #expect(answer.status != 200, "\(fields)")
            #expect(answer.status == 400 || answer.location?.contains("error=invalid_request") == true, "\(fields)")
        }
    }

    @Test("B97: A verifier has to come exactly when there was a challenge, and to fit it", arguments: Played.allCases)
    func verifiers(of provider: Played) async throws {
        let challenge = ["code_challenge": Self.challenge, "code_challenge_method": "S256"]

        let refused = [
            try await provider.exchange(challenge, verifier: nil),
            try await provider.exchange(challenge, verifier: "\(Self.verifier)x"),
            try await provider.exchange(challenge, verifier: String(Self.verifier.dropLast())),
            try await provider.exchange([:], verifier: Self.verifier),
        ]
        let taken = [
            try await provider.exchange(challenge, verifier: Self.verifier),
            try await provider.exchange([:], verifier: nil),
        ]

        for answer in refused {
            #expect(answer.status == 400, "\(answer.text)")
            #expect(try answer.json()["access_token"] == nil)
        }
        for answer in taken { #expect(try answer.json()["access_token"] != nil, "\(answer.text)") }
    }

    @Test("Naver's older path knows no challenge: one that is sent binds nothing, and a verifier is passed over")
    func olderPath() async throws {
        let world = try EmulatedWorld()
        for more: FormFields in [
            ["code_challenge": .some(Self.challenge), "code_challenge_method": "S256"], ["code_challenge": "x"], [:],
        ] {
            let code = try await Agent(world).naverCode(of: 1001, more)
            let answer = try await world.nid(
                "/oauth2.0/token",
                ["grant_type": "authorization_code", "code": .some(code), "code_verifier": .some(Self.verifier)])
            #expect(try answer.json()["access_token"] != nil, "\(answer.text)")
        }
    }
}
