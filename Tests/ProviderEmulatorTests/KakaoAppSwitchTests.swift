// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// What KakaoTalk does where an app signs in through it.
@Suite("Signing in through the emulated KakaoTalk")
struct KakaoAppSwitchTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private static let redirectURI = "kakaodemo-kakao-native-key://oauth"

    /// The address that Kakao's SDK opens, as a link or by KakaoTalk's own scheme.
    private static func address(_ pkce: PKCE, _ changes: [String: String] = [:], isLink: Bool = false) -> String {
        let params: JSONValue = [
            "code_challenge": .string(pkce.challenge), "code_challenge_method": "S256", "nonce": "N1",
        ]
        let usual = [
            ("client_id", "demo-kakao-native-key"), ("redirect_uri", redirectURI), ("response_type", "code"),
            ("headers", #"{"KA":"sdk/2.27.3 origin/com.example.demo"}"#), ("params", params.serializedText()),
        ]
        var query = FormFields()
        for (name, value) in usual { query.add(name, changes[name] ?? value) }
        let whole = "kakaokompassauth://authorize?\(query.encoded)"
        return isLink ? "https://talk-apps.kakao.com/scheme/\(percentEncoded(whole))" : whole
    }

    private func open(_ address: String, _ more: JSONValue = [:]) async throws -> HTTPResponse {
        let body: JSONValue = ["address": .string(address), "person": 1001]
        return try await world.control(.post, "kakao/app-switch", body.merged(with: more))
    }

    @Test("The code that comes back is bound to the challenge and the nonce of the address", arguments: [true, false])
    func code(isLink: Bool) async throws {
        let pkce = PKCE(random: SystemRandomSource())
        let answer = try await open(Self.address(pkce, isLink: isLink))
        let callback = try #require(try answer.json()["callback"]?.string, "\(answer.text)")
        let code = try #require(callback.split(separator: "code=").last.map(String.init))
        func exchange(_ verifier: String?) async throws -> HTTPResponse {
            try await world.post(
                "https://kauth.kakao.com/oauth/token",
                [
                    "grant_type": "authorization_code", "client_id": "demo-kakao-native-key",
                    "redirect_uri": .some(Self.redirectURI), "code": .some(code), "code_verifier": verifier,
                ])
        }

        let without = try await exchange(nil)
        let tokens = try await exchange(pkce.verifier.exposed).json()

        #expect(callback.hasPrefix("\(Self.redirectURI)?code="))
        #expect(without.status == 400)
        #expect(try await world.idClaims(in: tokens)["nonce"]?.string == "N1")
    }

    @Test("A person who turns back is told to the app by KakaoTalk's own word")
    func cancel() async throws {
        let answer = try await open(Self.address(PKCE(random: SystemRandomSource())), ["cancel": true])

        #expect(try answer.json()["callback"]?.string == "\(Self.redirectURI)?error=cancelled")
    }

    @Test("Nothing comes of another address, of an app or person that is not there, or of an account that sleeps")
    func refusals() async throws {
        let pkce = PKCE(random: SystemRandomSource())
        let good = Self.address(pkce)
        let cases: [(address: String, more: JSONValue, status: Int)] = [
            ("naversearchthirdlogin://authorize?x=y", [:], 400), ("kakaokompassauth://authorize", [:], 400),
            (Self.address(pkce, ["client_id": "unknown"]), [:], 400), (good, ["person": 4711], 404),
            (good, ["person": 1009], 400),
        ]
        for (address, more, status) in cases {
            #expect(try await open(address, more).status == status, "\(address)")
        }
        let badChallenge = try await open(Self.address(pkce, ["params": #"{"code_challenge":"x"}"#]))
        #expect(try badChallenge.json()["callback"]?.string?.contains("error=invalid_request") == true)
    }
}
