// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Who is asked, and when nobody may be")
struct PromptTests {
    @Test("A browser that is signed in and a person who agreed: the app gets its code at once")
    func straightThrough() async throws {
        let agent = Agent(try EmulatedWorld())
        _ = try await agent.walk(1001)

        let second = try await agent.open(Agent.authorizeAddress(["state": "2"])).fields()

        #expect(try second.single("code") != nil)
        #expect(try second.single("state") == "2")
    }

    @Test("The sign-in of a browser ends after a day")
    func browserSessionEnds() async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)
        _ = try await agent.walk(1001)

        world.clock.advance(by: 86_401)
        let page = try await agent.open(Agent.authorizeAddress()).page()

        #expect(page.people.contains("1001"))
    }

    @Test("prompt=none without a signed-in browser is login_required")
    func noneWithoutSession() async throws {
        let fields = try await Agent(try EmulatedWorld()).open(
            Agent.authorizeAddress(["prompt": "none", "state": "s"])
        ).fields()

        #expect(try fields.single("error") == "login_required")
        #expect(try fields.single("state") == "s")
        #expect(try fields.single("code") == nil)
    }

    @Test("prompt=none with something left to agree to is consent_required")
    func noneWithoutConsent() async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)
        _ = try await agent.walk(1001)

        let more = try await agent.open(Agent.authorizeAddress(["prompt": "none", "scope": "gender"])).fields()
        try await world.control(.delete, "kakao/apps/1000001/people/1001")
        let anew = try await agent.open(Agent.authorizeAddress(["prompt": "none"])).fields()

        #expect(try more.single("error") == "consent_required")
        #expect(try anew.single("error") == "consent_required")
    }

    @Test(
        "prompt=none with an account that cannot be used is interaction_required", arguments: ["restricted", "dormant"])
    func noneWithUnusableAccount(_ state: String) async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)
        _ = try await agent.walk(1001)
        try await world.control(.patch, "people/1001", ["account_state": .string(state)])

        let fields = try await agent.open(Agent.authorizeAddress(["prompt": "none"])).fields()

        #expect(try fields.single("error") == "interaction_required")
    }

    @Test("prompt=none passes where nothing is left to ask")
    func nonePasses() async throws {
        let agent = Agent(try EmulatedWorld())
        _ = try await agent.walk(1001)

        let fields = try await agent.open(Agent.authorizeAddress(["prompt": "none"])).fields()

        #expect(try fields.single("code") != nil)
    }

    @Test(
        "prompt asks for an account although the browser is signed in",
        arguments: ["login", "select_account", "login,select_account", "create", "select_account create"])
    func asksAgain(_ prompt: String) async throws {
        let agent = Agent(try EmulatedWorld())
        _ = try await agent.walk(1001)

        let page = try await agent.open(Agent.authorizeAddress(["prompt": .some(prompt)])).page()

        #expect(page.people.contains("1002"))
        #expect(page.markup.contains("<details open>") == prompt.contains("create"))
    }

    @Test("A new login tells a new auth_time, a signed-in browser the one before")
    func authTime() async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)
        let start = EmulatedWorld.startSeconds
        _ = try await agent.walk(1001)
        world.clock.advance(by: 100)

        let silent = try await world.idClaims(of: agent.code(of: 1001))
        let again = try await world.idClaims(of: agent.code(of: 1001, ["prompt": "login"]))

        #expect(silent["auth_time"]?.integer == start)
        #expect(again["auth_time"]?.integer == start + 100)
    }

    @Test("The account that the app hints at comes first", arguments: ["bora@example.com", "1003", "010-2345-6789"])
    func loginHint(_ hint: String) async throws {
        let page = try await Agent(try EmulatedWorld()).open(Agent.authorizeAddress(["login_hint": hint])).page()

        #expect(page.people.first == (hint.hasPrefix("010") ? "1001" : "1003"))
        #expect(page.markup.contains("앱이 제안"))
    }

    @Test("A new account can be made on the way, with an e-mail address or without")
    func createsAccount() async throws {
        let world = try EmulatedWorld()
        let agent = Agent(world)

        let first = try await agent.open(Agent.authorizeAddress(["prompt": "create"])).page()
        let place = try await agent.submit(
            try #require(first.form(with: "nickname")), with: [("nickname", "새싹"), ("email", "")])
        let consent = try place.page()
        let end = try await agent.submit(
            try #require(consent.form(with: "agree_all")), with: [("decision", "agree_all")])
        let tokens = try await world.exchange(try #require(try end.fields().single("code"))).json()
        let me = try await world.kapi("/v2/user/me", token: try #require(tokens["access_token"]?.string)).json()

        #expect(me["properties"]?["nickname"]?.string == "새싹")
        #expect(me["kakao_account"]?["has_email"]?.bool == false)
        #expect(world.emulator.people.map(\.nickname).contains("새싹"))
    }

    @Test("A test app lets its members in and shows KOE005 to everybody else, with a way to another account")
    func testAppMembers() async throws {
        let world = try EmulatedWorld()
        try await world.control(.patch, "kakao/apps/1000001", ["test_app": true, "members": [1002]])
        let agent = Agent(world)

        let first = try await agent.open(Agent.authorizeAddress()).page()
        let refused = try await agent.submit(try #require(first.form(with: "person")), with: [("person", "1001")])
            .page()
        let member = try await Agent(world).walk(1002)

        #expect(refused.markup.contains("KOE005"))
        #expect(refused.markup.contains("/emulator/account?sign_in="))
        #expect(member.contains("code="))
    }

    @Test("A dormant account cannot sign in; the page leads to another one")
    func dormantAccount() async throws {
        let agent = Agent(try EmulatedWorld())

        let first = try await agent.open(Agent.authorizeAddress()).page()
        let refused = try await agent.submit(try #require(first.form(with: "person")), with: [("person", "1009")])
            .page()

        #expect(refused.response.status == 403)
        #expect(refused.markup.contains("휴면 계정"))
        #expect(refused.markup.contains("/emulator/account?sign_in="))
    }
}
