// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Signing in at the emulated Apple")
struct AppleSignInTests {
    private let apple: AppleWorld

    init() throws {
        apple = try AppleWorld()
    }

    private func refusal(_ changes: [String: String?]) async throws -> String? {
        let answer = try await apple.world.get(AppleWorld.address(changes))
        guard answer.status != 302 else { return nil }
        return answer.status == 200 ? nil : try answer.appleError()
    }

    @Test("The answer is a form for the app, which holds code and state, and the person's name the first time only")
    func firstAndSecondTime() async throws {
        let first = try await apple.answer()
        let second = try await apple.answer()

        let user = try JSONValue(parsing: try #require(first["user"]))
        #expect(first["state"] == "S1")
        #expect(first["code"] != nil && first["id_token"] == nil)
        #expect(user["name"]?["firstName"]?.string == "서연")
        #expect(user["name"]?["lastName"]?.string == "김")
        #expect(user["email"]?.string == "seoyeon@example.com")
        #expect(second["user"] == nil)
        #expect(second["code"] != nil && second["code"] != first["code"])
    }

    @Test("A person may keep the name and hide the address: the app gets one that Apple forwards from, for good")
    func hiddenAddress() async throws {
        let answer = try await apple.answer(sharing: [])

        let user = try JSONValue(parsing: try #require(answer["user"]))
        let relay = try #require(user["email"]?.string)
        let claims = try await apple.claims(of: try await apple.exchange(answer["code"]).json()["id_token"]?.string)
        #expect(user["name"] == nil)
        #expect(relay.hasSuffix("@privaterelay.appleid.com"))
        #expect(claims["email"]?.string == relay)
        #expect(claims["is_private_email"]?.bool == true)
        #expect(claims["email_verified"]?.bool == true)
    }

    @Test("A person without an address shares none")
    func noAddress() async throws {
        let answer = try await apple.answer(of: 1004)

        let claims = try await apple.claims(of: try await apple.exchange(answer["code"]).json()["id_token"]?.string)
        #expect(claims["email"] == nil && claims["email_verified"] == nil)
        let user = try JSONValue(parsing: try #require(answer["user"]))
        #expect(user["email"] == nil)
    }

    @Test("A browser that is signed in is asked once more, with nothing to choose, and never let through silently")
    func knownBrowser() async throws {
        let agent = Agent(apple.world)
        _ = try await apple.answer(agent: agent)

        let page = try await agent.open(AppleWorld.address()).page()

        #expect(page.items.isEmpty)
        #expect(page.form(with: "agree_all") != nil)
    }

    @Test("Saying no sends an error and the state by the same way", arguments: ["form_post", "query"])
    func cancel(mode: String) async throws {
        let agent = Agent(apple.world)
        let changes: [String: String?] = mode == "query" ? ["response_mode": "query", "scope": nil] : [:]
        let page = try await agent.open(AppleWorld.address(changes)).page()
        let form = try #require(page.form(with: "cancel"))

        let place = try await agent.submit(form, with: [("decision", "cancel")])

        if mode == "query" {
            let fields = try place.fields()
            #expect(try fields.single("error") == "user_cancelled_authorize")
            #expect(try fields.single("state") == "S1")
        } else {
            let fields = try AppleWorld.fields(of: place)
            #expect(fields == ["error": "user_cancelled_authorize", "state": "S1"])
        }
    }

    @Test("Without a scope the answer may stand in the query; beside an id_token in the fragment")
    func otherModes() async throws {
        let agent = Agent(apple.world)
        _ = try await apple.answer(agent: agent)
        var addresses: [String] = []
        for changes: [String: String?] in [
            ["response_mode": nil, "scope": nil],
            ["response_mode": nil, "scope": "openid", "response_type": "code id_token"],
        ] {
            let page = try await agent.open(AppleWorld.address(changes)).page()
            let form = try #require(page.form(with: "agree_all"))
            addresses.append(try await agent.submit(form, with: [("decision", "agree_all")]).outside())
        }

        let fragment = try FormFields(parsing: try #require(addresses[1].split(separator: "#").last))
        let code = try #require(try fragment.single("code"))
        let claims = try await apple.claims(of: try fragment.single("id_token"))
        #expect(addresses[0].hasPrefix("\(AppleWorld.redirectURI)?code="))
        #expect(claims["c_hash"]?.string == tokenHash(of: Secret(code)))
        #expect(claims["nonce"]?.string == "N1")
    }

    @Test("What Apple would refuse is refused, in its own words")
    func refusals() async throws {
        let cases: [([String: String?], String?)] = [
            ([:], nil), (["client_id": "com.example.other"], "invalid_client"),
            (["client_id": AppleWorld.app], "invalid_client"), (["client_id": nil], "invalid_request"),
            (["redirect_uri": "https://login.example/auth/apple/callback/"], "invalid_client"),
            (["redirect_uri": nil], "invalid_request"), (["response_type": "id_token"], "unsupported_response_type"),
            (["response_type": nil], "invalid_request"), (["response_mode": "query"], "invalid_request"),
            (["response_mode": nil], "invalid_request"), (["response_mode": "fragment"], "invalid_request"),
            (["response_mode": "web_message"], "invalid_request"), (["scope": "name profile"], "invalid_scope"),
            (["response_type": "code id_token", "response_mode": "query", "scope": nil], "invalid_request"),
            (["code_challenge": "x"], "invalid_request"),
        ]

        for (changes, error) in cases {
            #expect(try await refusal(changes) == error, "\(changes)")
        }
    }

    @Test("Scopes with a plus between them are refused unless that is switched on, and so is a repeated field")
    func plusInScope() async throws {
        let address = AppleWorld.address().replacing("name%20email", with: "name+email")
        let lenient = try AppleWorld(rules: ["lenient": ["plus_in_scope"]])

        #expect(try await apple.world.get(address).appleError() == "invalid_request")
        #expect(try await lenient.world.get(address).status == 200)
        #expect(try await apple.world.get(AppleWorld.address() + "&state=S2").appleError() == "invalid_request")
    }

    @Test("Loopback addresses are never let in unless that is switched on")
    func loopback() async throws {
        let uri = "http://localhost:8080/auth/apple/callback"
        for rules: JSONValue in [[:], ["lenient": ["loopback_redirect_uris"]]] {
            let apple = try AppleWorld(rules: rules)
            try await apple.world.control(.patch, "apple/apps/7", ["redirect_uris": [.string(uri)]])

            let answer = try await apple.world.get(AppleWorld.address(["redirect_uri": .some(uri)]))

            #expect((answer.status == 200) == (rules != [:]))
        }
    }

    @Test("A person in a browser reads the refusal on a page, in the own language", arguments: ["ko", "en"])
    func refusalPage(language: String) async throws {
        let answer = try await apple.world.get(
            AppleWorld.address(["client_id": "x"]),
            headers: ["Accept": "text/html", "Accept-Language": language])

        #expect(answer.status == 400)
        #expect(answer.text.contains("lang=\"\(language)\""))
        #expect(answer.text.contains("invalid_client"))
    }

    @Test("Every page says that it is an emulator, needs no script, and can be had in both languages")
    func pages() async throws {
        let agent = Agent(apple.world)
        let accounts = try await agent.open(AppleWorld.address()).page()
        let form = try #require(accounts.form(with: "person"))
        let consent = try await agent.submit(form, with: [("person", "1001")]).page()
        let agree = try #require(consent.form(with: "agree_all"))
        let end = try await agent.submit(agree, with: [("decision", "agree_all")]).page()

        for page in [accounts, consent, end] {
            #expect(page.markup.contains("진짜 Apple이 아닙니다."))
            #expect(!page.markup.contains("<script"))
            #expect(page.markup.contains("lang=en"))
        }
        #expect(consent.items == ["name", "email"])
    }

    @Test("A dormant account cannot be used, and a sign-in that took too long is over")
    func unusable() async throws {
        let agent = Agent(apple.world)
        let page = try await agent.open(AppleWorld.address()).page()
        let form = try #require(page.form(with: "person"))

        let dormant = try await agent.submit(form, with: [("person", "1009")]).page()
        apple.world.clock.advance(by: 601)
        let late = try await agent.submit(form, with: [("person", "1001")]).page()

        #expect(dormant.response.status == 403)
        #expect(late.response.status == 410)
    }
}
