// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The page of connected apps")
struct ConnectedAppsTests {
    private let world: EmulatedWorld
    private let agent: Agent
    private static let address = "https://kauth.kakao.com/emulator/apps"

    init() throws {
        world = try EmulatedWorld()
        agent = Agent(world)
    }

    @Test("A browser that signed in to an app sees it, with what was agreed to")
    func shows() async throws {
        _ = try await agent.walk(1001)

        let page = try await agent.open(Self.address).page()

        #expect(page.markup.contains("소셜로그인 데모") && page.markup.contains("김서연"))
        #expect(page.markup.contains("이메일 주소") && page.markup.contains("2026-03-01"))
        #expect(!page.markup.contains("전화번호"), "that was not agreed to")
    }

    @Test("Disconnecting forgets consents and ends tokens; the next login asks for consent again")
    func disconnects() async throws {
        let code = try await agent.code(of: 1001)
        let tokens = try await world.exchange(code).json()
        let page = try await agent.open(Self.address).page()
        let form = try #require(page.form(with: "disconnect"))

        let after = try await agent.submit(form, with: [("decision", "disconnect")]).page()
        let login = try await agent.open(Agent.authorizeAddress()).page()

        #expect(after.markup.contains("role=\"status\"") && after.markup.contains("연결된 앱이 없습니다"))
        #expect(after.form(with: "disconnect") == nil)
        #expect(login.items == ["profile_nickname", "profile_image", "account_email"])
        let token = try #require(tokens["access_token"]?.string)
        #expect(try await world.kapi("/v2/user/me", token: token).status == 401)
        #expect(try await world.refresh(try #require(tokens["refresh_token"]?.string)).errorCode() == "KOE322")
        let admin = try await world.get(
            "https://kapi.kakao.com/v2/user/me?target_id_type=user_id&target_id=1001",
            headers: ["Authorization": "KakaoAK demo-kakao-admin-key"])
        #expect(try admin.errorCode() == "-101")
    }

    @Test("A browser that nobody signed in at chooses an account first, and may choose another later")
    func chooses() async throws {
        _ = try await Agent(world).walk(1002)

        let chooser = try await agent.open(Self.address).page()
        let page = try await agent.submit(try #require(chooser.form(with: "person")), with: [("person", "1002")]).page()
        let other = try await agent.open("\(Self.address)?choose=1").page()
        let empty = try await agent.submit(try #require(other.form(with: "person")), with: [("person", "1003")]).page()

        #expect(chooser.people.contains("1001"))
        #expect(page.markup.contains("이준호") && page.form(with: "disconnect") != nil)
        #expect(empty.markup.contains("Bora Park") && empty.markup.contains("연결된 앱이 없습니다"))
    }

    @Test("A page left open while the browser changed accounts disconnects nobody")
    func changedAccount() async throws {
        _ = try await Agent(world).walk(1002)
        _ = try await agent.walk(1001)
        let form = try #require(try await agent.open(Self.address).page().form(with: "disconnect"))
        let other = try await agent.open("\(Self.address)?choose=1").page()
        _ = try await agent.submit(try #require(other.form(with: "person")), with: [("person", "1002")])

        let after = try await agent.submit(form, with: [("decision", "disconnect")]).page()

        #expect(!after.markup.contains("role=\"status\""))
        #expect(try await world.control(.get, "kakao/links").json().array?.count == 2)
    }

    @Test("Nobody is disconnected by a request without the browser's session")
    func withoutSession() async throws {
        _ = try await agent.walk(1001)

        let response = try await world.post(
            Self.address, ["decision": "disconnect", "app": "1000001", "of": "1001"])

        #expect(response.status == 303)
        #expect(try await world.control(.get, "kakao/links").json().array?.count == 1)
    }

    @Test("An account that does not exist signs nobody in")
    func unknownAccount() async throws {
        let response = try await world.post(Self.address, ["person": "77"])

        #expect(response.headers["Set-Cookie"] == nil)
    }

    @Test("It speaks both languages, keeps the one chosen, needs no script and may be framed by nobody")
    func pages() async throws {
        _ = try await agent.walk(1001)
        let english = try await agent.open("\(Self.address)?lang=en").page()
        let form = try #require(english.form(with: "disconnect"))

        let after = try await agent.submit(form, with: [("decision", "disconnect")]).page()

        #expect(english.markup.contains("<html lang=\"en\">") && english.markup.contains("Connected apps"))
        #expect(after.markup.contains("<html lang=\"en\">") && after.markup.contains("No app is connected."))
        #expect(!english.markup.contains("<script") && !english.markup.contains("style="))
        #expect(english.response.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(english.response.headers["Cache-Control"] == "no-store")
    }

    @Test("An app that waits for its sign-up call is marked as such")
    func waiting() async throws {
        try await world.control(.patch, "kakao/apps/1000001", ["auto_link": false])
        _ = try await agent.walk(1001)

        #expect(try await agent.open(Self.address).page().markup.contains("연결 대기"))
    }
}
