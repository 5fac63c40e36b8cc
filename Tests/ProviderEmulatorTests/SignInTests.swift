// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("A sign-in, from the app's request to the profile")
struct SignInTests {
    @Test("A person signs in, and the app reads what they agreed to share")
    func wholeFlow() async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)

        let address = try await agent.walk(1001, ["state": "s-1", "nonce": "n-1"])
        let fields = try FormFields(parsing: address.split(separator: "?").last ?? "")
        let answer = try await world.exchange(
            try #require(try fields.single("code")), ["redirect_uri": EmulatedWorld.redirectURI])
        let tokens = try answer.json()
        let me = try await world.kapi("/v2/user/me", token: try #require(tokens["access_token"]?.string)).json()

        #expect(address.hasPrefix(EmulatedWorld.redirectURI + "?"))
        #expect(try fields.single("state") == "s-1")
        #expect(answer.headers["Cache-Control"] == "no-store")
        #expect(tokens["token_type"]?.string == "bearer")
        #expect(tokens["expires_in"]?.integer == 21_599)
        #expect(tokens["refresh_token_expires_in"]?.integer == 5_183_999)
        #expect(tokens["scope"]?.string == "profile_nickname profile_image account_email openid")
        #expect(me["id"]?.integer == 1001)
        #expect(me["connected_at"]?.string == "2026-03-01T00:00:00Z")
        #expect(me["properties"]?["nickname"]?.string == "김서연")
        #expect(me["kakao_account"]?["email"]?.string == "seoyeon@example.com")
        #expect(me["kakao_account"]?["phone_number_needs_agreement"]?.bool == true)
        #expect(me["kakao_account"]?["phone_number"] == nil)
    }
}
