// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Asking for more consents with a token instead of a browser session (agt)")
struct ConsentTicketTests {
    private let world: EmulatedWorld
    private static let nativeRedirectURI = "kakaodemo-kakao-native-key://oauth"
    private static let native: FormFields = [
        "client_id": "demo-kakao-native-key", "redirect_uri": .some(nativeRedirectURI),
    ]

    init() throws {
        world = try EmulatedWorld()
    }

    private func nativeToken(_ person: Int64 = 1001) async throws -> String {
        let code = try await Agent(world).code(of: person, Self.native)
        let answer = try await world.post(
            "https://kauth.kakao.com/oauth/token",
            ["grant_type": "authorization_code", "client_id": "demo-kakao-native-key", "code": .some(code)])
        return try #require(try answer.json()["access_token"]?.string)
    }

    private func agt(_ token: String, key: String = "demo-kakao-native-key") async throws -> HTTPResponse {
        try await world.post(
            "https://kauth.kakao.com/api/agt", ["client_id": .some(key), "access_token": .some(token)])
    }

    private func ticket(_ token: String) async throws -> String {
        try #require(try await agt(token).json()["agt"]?.string)
    }

    private func address(_ ticket: String, scope: String = "gender friends") -> String {
        var query = Self.native
        query.add("agt", ticket)
        query.add("scope", scope)
        return Agent.authorizeAddress(query)
    }

    @Test(
        "The page asks for the new items at once, in a browser that nobody signed in at, and the new token has them all"
    )
    func asks() async throws {
        let ticket = try await ticket(nativeToken())
        let agent = Agent(world)

        let page = try await agent.open(address(ticket)).page()
        let form = try #require(page.form(with: "agree_all"))
        let end = try await agent.submit(form, with: [("decision", "agree_all")])
        let answer = try await world.post(
            "https://kauth.kakao.com/oauth/token",
            [
                "grant_type": "authorization_code", "client_id": "demo-kakao-native-key",
                "code": try end.fields().single("code"),
            ])

        #expect(page.items == ["gender", "friends"])
        #expect(page.people.isEmpty)
        #expect(try end.outside().hasPrefix(Self.nativeRedirectURI))
        #expect(
            try answer.json()["scope"]?.string == "profile_nickname profile_image account_email gender friends")
    }

    @Test("With nothing left to ask the code comes at once")
    func nothingToAsk() async throws {
        let ticket = try await ticket(nativeToken())

        let end = try await Agent(world).open(address(ticket, scope: "profile_nickname")).fields()

        #expect(try end.single("code") != nil)
    }

    @Test("It speaks for one person: no other account can be chosen, on whatever way")
    func oneAccount() async throws {
        let ticket = try await ticket(nativeToken())
        let agent = Agent(world)
        let page = try await agent.open(address(ticket)).page()
        let form = try #require(page.form(with: "agree_all"))
        let id = try #require(form.hidden.first { $0.0 == "sign_in" }).1

        let accounts = try await agent.open("https://kauth.kakao.com/emulator/account?sign_in=\(id)").page()
        let forced = Page.Form(action: "/kauth.kakao.com/emulator/account", hidden: form.hidden, markup: "")
        _ = try await agent.submit(forced, with: [("person", "1002")])
        let end = try await agent.submit(form, with: [("decision", "agree_all")])
        let code = try #require(try end.fields().single("code"))
        let tokens = try await world.post(
            "https://kauth.kakao.com/oauth/token",
            ["grant_type": "authorization_code", "client_id": "demo-kakao-native-key", "code": .some(code)]
        ).json()

        #expect(!page.markup.contains("emulator/account"))
        #expect(accounts.items == ["gender", "friends"])
        let token = try #require(tokens["access_token"]?.string)
        #expect(try await world.kapi("/v1/user/access_token_info", token: token).json()["id"]?.integer == 1001)
    }

    @Test("It works once, for ten minutes, for its own key, and while its login lives")
    func limits() async throws {
        let token = try await nativeToken()
        let used = try await ticket(token)
        _ = try await world.get(address(used))
        let again = try await world.get(address(used))
        let old = try await ticket(token)
        world.clock.advance(by: 601)
        let foreign = try await ticket(token)
        let foreignAddress = Agent.authorizeAddress(["agt": .some(foreign), "scope": "gender"])
        let dead = try await ticket(token)
        let late = try await world.get(address(old))
        let otherKey = try await world.get(foreignAddress)
        try await world.control(.delete, "kakao/apps/1000001/people/1001")
        let afterUnlink = try await world.get(address(dead))

        for response in [again, late, otherKey, afterUnlink, try await world.get(address("nothing"))] {
            #expect(response.status == 400)
            #expect(response.text.contains("KOE204"))
        }
    }

    @Test("One is given for a good token of the same key only")
    func refusals() async throws {
        let token = try await nativeToken()
        let rest = try #require(try await world.signIn(1002)["access_token"]?.string)

        #expect(try await agt("nothing").json()["error"]?.string == "invalid_token")
        #expect(try await agt(rest).status == 401)
        #expect(try await agt("").errorCode() == "KOE207")
        #expect(try await agt(token, key: "nothing").errorCode() == "KOE101")
        #expect(try await agt(token, key: "demo-kakao-admin-key").errorCode() == "KOE008")
        try await world.control(
            .post, "kakao/tokens/expire", ["app": 1_000_001, "person": 1001, "tokens": "access"])
        #expect(try await agt(token).status == 401)
    }

    @Test("Refusing sends access_denied to the app, and nothing is agreed to")
    func refuses() async throws {
        let token = try await nativeToken()
        let agent = Agent(world)
        let page = try await agent.open(address(try await ticket(token))).page()

        let end = try await agent.submit(try #require(page.form(with: "cancel")), with: [("decision", "cancel")])

        #expect(try end.fields().single("error") == "access_denied")
        #expect(try await world.kapi("/v2/user/me", token: token).json()["kakao_account"]?["gender"] == nil)
    }
}
