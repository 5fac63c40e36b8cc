// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The consent page")
struct ConsentPageTests {
    private let world: EmulatedWorld
    private let agent: Agent

    init() throws {
        world = try EmulatedWorld()
        agent = Agent(world)
    }

    private func consentPage(_ more: FormFields = [:], person: String = "1001") async throws -> Page {
        let chooser = try await agent.open(Agent.authorizeAddress(more)).page()
        return try await agent.submit(try #require(chooser.form(with: "person")), with: [("person", person)]).page()
    }

    private func send(_ page: Page, _ decision: String, items: [String] = []) async throws -> Agent.Place {
        let form = try #require(page.form(with: "agree_all"))
        return try await agent.submit(form, with: [("decision", decision)] + items.map { ("item", $0) })
    }

    @Test("It asks for the console's required and optional items, each with its purpose, and for none that comes later")
    func items() async throws {
        let page = try await consentPage()

        #expect(page.items == ["profile_nickname", "profile_image", "account_email"])
        #expect(page.markup.contains("필수 동의") && page.markup.contains("선택 동의"))
        #expect(page.markup.contains("회원 이름으로 보여 주기"))
        #expect(page.markup.contains(#"value="profile_nickname" required"#))
        #expect(!page.markup.contains(#"value="account_email" required"#))
        #expect(page.markup.contains("에뮬레이터"))
    }

    @Test("Agreement to a selection is agreement to that and nothing else")
    func agreesToSelection() async throws {
        let page = try await consentPage()

        let end = try await send(page, "agree", items: ["profile_nickname", "account_email", "phone_number"])
        let tokens = try await world.exchange(try #require(try end.fields().single("code"))).json()

        #expect(tokens["scope"]?.string == "profile_nickname account_email openid")
    }

    @Test("Without a required item the page comes again and says so")
    func requiredItemMissing() async throws {
        let page = try await consentPage()

        let again = try await send(page, "agree", items: ["account_email"]).page()
        let end = try await send(again, "agree", items: ["profile_nickname"])

        #expect(again.response.status == 400)
        #expect(again.markup.contains("role=\"alert\""))
        #expect(try end.fields().single("code") != nil)
    }

    @Test("Cancel sends access_denied to the app with its state, blanks as %20", arguments: ["consent", "account"])
    func cancels(_ place: String) async throws {
        let first = try await agent.open(Agent.authorizeAddress(["state": "s"])).page()
        let page = place == "account" ? first : try await consentPage(["state": "s"])
        let form = try #require(page.form(with: "cancel"))

        let end = try await agent.submit(form, with: [("decision", "cancel")])

        #expect(
            try end.outside()
                == "\(EmulatedWorld.redirectURI)?error=access_denied&error_description=User%20denied%20access&state=s")
        #expect(try await world.control(.get, "kakao/links").json().array?.isEmpty == true)
    }

    @Test("Sent twice, a consent is answered twice with the same redirect and so the same code")
    func doubleSubmit() async throws {
        let page = try await consentPage()

        let first = try await send(page, "agree_all").outside()
        let second = try await send(page, "agree_all").outside()
        let changedMind = try await send(page, "cancel").outside()

        #expect(first.contains("code="))
        #expect(second == first)
        #expect(changedMind == first)
    }

    @Test("Whoever goes back after the end, to either page, is sent to the app again")
    func backAfterTheEnd() async throws {
        let chooser = try await agent.open(Agent.authorizeAddress()).page()
        let accountForm = try #require(chooser.form(with: "person"))
        let page = try await agent.submit(accountForm, with: [("person", "1001")]).page()
        let first = try await send(page, "agree_all").outside()
        let id = try #require(accountForm.hidden.first { $0.0 == "sign_in" }).1

        let otherAccount = try await agent.submit(accountForm, with: [("person", "1002")]).outside()
        let consent = try await agent.open("https://kauth.kakao.com/emulator/consent?sign_in=\(id)").outside()
        let account = try await agent.open("https://kauth.kakao.com/emulator/account?sign_in=\(id)").outside()

        #expect(otherAccount == first)
        #expect(consent == first)
        #expect(account == first)
    }

    @Test("Whoever goes back before the end can choose another account")
    func otherAccountBeforeTheEnd() async throws {
        let chooser = try await agent.open(Agent.authorizeAddress()).page()
        let form = try #require(chooser.form(with: "person"))
        _ = try await agent.submit(form, with: [("person", "1001")])

        let page = try await agent.submit(form, with: [("person", "1002")]).page()
        let code = try #require(try await send(page, "agree_all").fields().single("code"))

        #expect(try await world.idClaims(of: code)["sub"]?.string == "1002")
    }

    @Test(
        "A page that stayed open too long says that the sign-in is over", arguments: ["agree_all", "agree", "cancel"])
    func expires(_ decision: String) async throws {
        let page = try await consentPage()
        world.clock.advance(by: 601)

        let over = try await send(page, decision).page()

        #expect(over.response.status == 410)
        #expect(over.markup.contains("이 로그인은 끝났습니다"))
    }

    @Test("A sign-in that never was is over too")
    func unknownSignIn() async throws {
        let page = try await agent.open("https://kauth.kakao.com/emulator/consent?sign_in=nothing").page()

        #expect(page.response.status == 410)
    }

    @Test("It speaks the browser's language, and the other one on request, to the end of the sign-in")
    func languages() async throws {
        let english = Agent(world, language: "en-GB,en;q=0.9,ko;q=0.5")
        let chooser = try await english.open(Agent.authorizeAddress()).page()
        let form = try #require(chooser.form(with: "person"))
        let id = try #require(form.hidden.first { $0.0 == "sign_in" }).1

        let korean = try await english.open("https://kauth.kakao.com/emulator/account?sign_in=\(id)&lang=ko").page()
        let consent = try await english.submit(form, with: [("person", "1001")]).page()

        #expect(chooser.markup.contains("<html lang=\"en\">") && chooser.markup.contains("Choose an account"))
        #expect(korean.markup.contains("<html lang=\"ko\">") && korean.markup.contains("계정 선택"))
        #expect(consent.markup.contains("<html lang=\"ko\">"))
    }

    @Test("A sign-in page's forms may end where the app leads on to, which no policy can name")
    func formAction() async throws {
        let agent = Agent(try EmulatedWorld())

        let chooser = try await agent.open(Agent.authorizeAddress()).page()
        let form = try #require(chooser.form(with: "person"))
        let consent = try await agent.submit(form, with: [("person", "1001")]).page()

        for page in [chooser, consent] {
            let policy = try #require(page.response.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && !policy.contains("form-action"))
        }
    }

    @Test("Pages need no script and no inline style, and no other site may frame or cache them")
    func pagePolicy() async throws {
        let page = try await consentPage()
        let policy = try #require(page.response.headers["Content-Security-Policy"])

        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(!page.markup.contains("<script") && !page.markup.contains("style=") && !page.markup.contains(" on"))
        #expect(page.response.headers["Cache-Control"] == "no-store")
        #expect(
            try await world.get("http://127.0.0.1:9900\(Stylesheet.path)").headers["Content-Type"]
                == "text/css; charset=utf-8")
    }

    @Test("A nickname full of markup stays text")
    func markupInNickname() async throws {
        try await world.control(.patch, "people/1001", ["nickname": "<b onclick=x>\"'&"])

        let page = try await consentPage()

        #expect(!page.markup.contains("<b onclick"))
        #expect(page.markup.contains("&lt;b onclick=x&gt;&quot;&#39;&amp;"))
    }

    @Test("What was agreed to is not asked for again; what the app asks for by name is")
    func asksForTheRest() async throws {
        _ = try await agent.walk(1001)

        let page = try await agent.open(Agent.authorizeAddress(["scope": "account_email gender openid"])).page()
        let end = try await send(page, "agree_all")
        let tokens = try await world.exchange(try #require(try end.fields().single("code"))).json()

        #expect(page.items == ["gender"])
        #expect(tokens["scope"]?.string == "profile_nickname profile_image account_email gender openid")
    }

    @Test("A refused optional item stays refused until the app asks for it by name")
    func refusedItem() async throws {
        let first = try await consentPage()
        _ = try await send(first, "agree", items: ["profile_nickname"])

        let silent = try await agent.open(Agent.authorizeAddress()).fields()
        let named = try await agent.open(Agent.authorizeAddress(["scope": "account_email"])).page()

        #expect(try silent.single("code") != nil)
        #expect(named.items == ["account_email"])
    }

    @Test("Scopes by name without openid bring no id_token")
    func scopesWithoutOpenID() async throws {
        let tokens = try await world.signIn(1001, authorize: ["scope": "gender"])

        #expect(tokens["id_token"] == nil)
        #expect(tokens["scope"]?.string == "profile_nickname gender")
    }
}
