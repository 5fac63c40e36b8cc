// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Signing in at the emulated Naver")
struct NaverSignInTests {
    let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    @Test("a walk through the pages ends with a code and the very state, on either path", arguments: [false, true])
    func walks(isOpenID: Bool) async throws {
        let fields = try await Agent(world).naverWalk(1001, isOpenID: isOpenID).fields()

        #expect(try fields.single("code")?.isEmpty == false)
        #expect(try fields.single("state") == "the+state/=")
    }

    @Test("saying no is access_denied with the state")
    func cancels() async throws {
        let agent = Agent(world)
        let page = try await agent.open(EmulatedWorld.naverAddress()).page()

        let end = try await agent.submit(try #require(page.form(with: "cancel")), with: [("decision", "cancel")])

        #expect(try end.fields().single("error") == "access_denied")
        #expect(try end.fields().single("state") == "the+state/=")
    }

    @Test(
        "what the app may be told goes to its address, in Naver's words",
        arguments: [
            (["response_type": "token"], false, "unsupported_response_type"),
            (["state": "-"], false, "invalid_request"),
            (["auth_type": "guess"], false, "invalid_request"), (["scope": "profile"], true, "invalid_scope"),
            (["code_challenge": "short", "code_challenge_method": "S256"], true, "invalid_request"),
        ] as [(FormFields, Bool, String)])
    func refusals(change: FormFields, isOpenID: Bool, error: String) async throws {
        let answer = try await world.get(EmulatedWorld.naverAddress(change, isOpenID: isOpenID))

        #expect(answer.status == 302)
        #expect(try answer.locationFields().single("error") == error)
    }

    @Test(
        "what cannot be trusted is told to the person, and nothing is sent anywhere",
        arguments: [
            ["client_id": "unknown"], ["redirect_uri": "https://evil.example/cb"],
            ["redirect_uri": "http://localhost:8080/auth/naver/callback/more"], ["redirect_uri": "other://authorize"],
        ] as [FormFields])
    func refusalPages(change: FormFields) async throws {
        let answer = try await world.get(EmulatedWorld.naverAddress(change))

        #expect(answer.status == 400)
        #expect(answer.location == nil)
        #expect(answer.text.contains("<html"))
    }

    @Test(
        "a registered address may carry a query, and an app on a device is reached by its scheme",
        arguments: [
            "http://localhost:8080/auth/naver/callback?redirect_state=abc", "demonaver://authorize",
        ])
    func addresses(uri: String) async throws {
        let end = try await Agent(world).naverWalk(1001, ["redirect_uri": .some(uri)]).outside()

        #expect(end.hasPrefix(uri + (uri.contains("?") ? "&" : "?") + "code="))
    }

    @Test("who is known to the browser and has agreed is asked nothing, until the app wants it otherwise")
    func silence() async throws {
        let agent = Agent(world)
        _ = try await agent.naverWalk(1001)

        #expect(try await agent.open(EmulatedWorld.naverAddress()).fields().single("code") != nil)
        #expect(
            try await agent.open(EmulatedWorld.naverAddress(["auth_type": "autologin"])).fields().single("code") != nil)
        let again = try await agent.open(EmulatedWorld.naverAddress(["auth_type": "reauthenticate"])).page()
        #expect(again.form(with: "person") != nil)
    }

    @Test("autologin asks nobody: its refusals say why")
    func autologin() async throws {
        let agent = Agent(world)
        let address = EmulatedWorld.naverAddress(["auth_type": "autologin"])

        let unknown = try await agent.open(address).fields()
        _ = try await agent.naverWalk(1001)
        try await world.control(.delete, "naver/apps/2000001/people/1001")
        let unagreed = try await agent.open(address).fields()

        #expect(try unknown.single("error_description") == "user not logged in.")
        #expect(try unagreed.single("error_description") == "need user consent.")
        #expect(try unagreed.single("error") == "access_denied")
    }

    @Test("reprompt asks again for what was left out, and for nothing else")
    func reprompt() async throws {
        let agent = Agent(world)
        let chooser = try await agent.open(EmulatedWorld.naverAddress()).page()
        let consent = try await agent.submit(
            try #require(chooser.form(with: "person")), with: [("person", "1001")]
        ).page()
        _ = try await agent.submit(
            try #require(consent.form(with: "agree")), with: [("decision", "agree"), ("item", "nickname")])

        #expect(try await agent.open(EmulatedWorld.naverAddress()).fields().single("code") != nil)
        let again = try await agent.open(EmulatedWorld.naverAddress(["auth_type": "reprompt"])).page()
        #expect(again.markup.contains("value=\"email\"") && !again.markup.contains("value=\"nickname\""))
    }

    @Test("a required item cannot be left out")
    func required() async throws {
        let agent = Agent(world)
        let chooser = try await agent.open(EmulatedWorld.naverAddress()).page()
        let consent = try await agent.submit(
            try #require(chooser.form(with: "person")), with: [("person", "1001")]
        ).page()

        let again = try await agent.submit(
            try #require(consent.form(with: "agree")), with: [("decision", "agree"), ("item", "email")]
        ).page()

        #expect(again.response.status == 400)
    }

    @Test("before the review members alone may sign in")
    func review() async throws {
        try await world.control(.patch, "naver/apps/2000001", ["in_review": true, "members": [1002]])

        let refused = try await Agent(world).naverWalk(1001).page()

        #expect(refused.response.status == 403)
        #expect(try await Agent(world).naverCode(of: 1002).isEmpty == false)
    }

    @Test("the page says that it is not the real Naver, in green, in both languages")
    func look() async throws {
        let korean = try await Agent(world).open(EmulatedWorld.naverAddress()).page()
        let english = try await Agent(world, language: "en").open(EmulatedWorld.naverAddress()).page()
        let style = try await world.get("http://127.0.0.1:9900/_emulator/emulator.css")

        #expect(korean.markup.contains("진짜 네이버가 아닙니다.") && korean.markup.contains("<body class=\"naver\">"))
        #expect(english.markup.contains("This is not the real Naver."))
        #expect(style.text.contains("body.naver") && style.text.contains("#03c75a"))
        #expect(style.text.contains("body.kakao") && style.text.contains("#fee500"))
    }

    @Test("the app on a phone hands a code over without state, or says that the person said no")
    func appSwitch() async throws {
        func callback(_ more: JSONValue, _ scheme: String = "callbackScheme") async throws -> String {
            let address =
                "naversearchthirdlogin://thirdPartyLogin?version=2&\(scheme)=demonaver"
                + "&extOauthConsumerKey=demo-naver-client-id&response_type=code&extAppName=x"
            let body: JSONValue = ["address": .string(address), "person": 1001]
            let answer = try await world.control(.post, "naver/app-switch", body.merged(with: more))
            return try #require(try answer.json()["callback"]?.string, "\(answer.text)")
        }

        let agreed = try await callback([:])
        let older = try await callback([:], "callBackScheme")
        let code = try #require(agreed.split(separator: "authCode=").last.map(String.init))
        let tokens = try await world.nid("/oauth2.0/token", ["grant_type": "authorization_code", "code": .some(code)])

        #expect(agreed.hasPrefix("demonaver://thirdPartyLoginResult?version=2&code=0&authCode="))
        #expect(older.contains("authCode="))
        #expect(try await callback(["cancel": true]) == "demonaver://thirdPartyLoginResult?version=2&code=2")
        #expect(try tokens.json()["access_token"] != nil)
    }
}
