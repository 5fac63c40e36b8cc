// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Signing in at the emulated Facebook")
struct FacebookSignInTests {
    private let facebook: FacebookWorld

    init() throws {
        facebook = try FacebookWorld()
    }

    @Test("B03: The answer holds code, state and both lists, and junk behind it", arguments: ["/v25.0", "/v9.0", ""])
    func answer(version: String) async throws {
        let agent = Agent(facebook.world)
        let page = try await agent.open(FacebookWorld.address(version: version)).page()
        let consent = try await agent.submit(try #require(page.form(with: "person")), with: [("person", "1001")]).page()

        let address = try await agent.submit(
            try #require(consent.form(with: "agree")), with: [("item", "public_profile"), ("decision", "agree")]
        ).outside()

        let fields = try FacebookWorld.fields(of: address)
        #expect(address.hasSuffix("#_=_"))
        #expect(try fields.single("code") != nil)
        #expect(try fields.single("state") == "S1")
        #expect(try fields.single("granted_scopes") == "public_profile")
        #expect(try fields.single("denied_scopes") == "email")
    }

    @Test("Who granted everything is not asked again; what was declined is asked for only on request")
    func rerequest() async throws {
        let agent = Agent(facebook.world)
        _ = try await facebook.walk(granting: ["public_profile"], agent: agent)

        let silent = try await agent.open(FacebookWorld.address())
        let page = try await agent.open(FacebookWorld.address(["auth_type": "rerequest"])).page()
        let granted = try await agent.submit(
            try #require(page.form(with: "agree_all")), with: [("decision", "agree_all")]
        ).outside()

        #expect(try FacebookWorld.fields(of: silent.outside()).single("denied_scopes") == "email")
        #expect(page.items == ["email"])
        #expect(try FacebookWorld.fields(of: granted).single("granted_scopes") == "public_profile,email")
    }

    @Test("Reauthenticating asks for the account again, and a sign-in without the public profile is none")
    func pages() async throws {
        let agent = Agent(facebook.world)
        let first = try await agent.open(FacebookWorld.address()).page()
        let consent = try await agent.submit(try #require(first.form(with: "person")), with: [("person", "1001")])
            .page()
        let refused = try await agent.submit(
            try #require(consent.form(with: "agree")), with: [("item", "email"), ("decision", "agree")]
        ).page()
        _ = try await facebook.walk(agent: agent)

        let again = try await agent.open(FacebookWorld.address(["auth_type": "reauthenticate"])).page()

        #expect(refused.response.status == 400)
        #expect(!again.people.isEmpty)
        for page in [first, consent, again] {
            #expect(page.markup.contains("진짜 Facebook이 아닙니다."))
            #expect(!page.markup.contains("<script"))
        }
    }

    @Test("Saying no comes back with Facebook's four fields and the state")
    func cancel() async throws {
        let agent = Agent(facebook.world)
        let page = try await agent.open(FacebookWorld.address()).page()

        let address = try await agent.submit(
            try #require(page.form(with: "cancel")), with: [("decision", "cancel")]
        ).outside()

        let fields = try FacebookWorld.fields(of: address)
        #expect(try fields.single("error") == "access_denied")
        #expect(try fields.single("error_code") == "200")
        #expect(try fields.single("error_reason") == "user_denied")
        #expect(try fields.single("error_description") == "Permissions error")
        #expect(try fields.single("state") == "S1")
    }

    @Test("What Facebook would refuse is refused on a page with its code")
    func refusals() async throws {
        let cases: [([String: String?], String)] = [
            (["client_id": "9"], "101"), (["client_id": "x"], "101"), (["client_id": nil], "100"),
            (["redirect_uri": "https://evil.example/cb"], "191"), (["redirect_uri": nil], "100"),
            (["scope": "email,nonsense"], "100"), (["response_type": "tokens"], "100"),
            (["response_type": "graph_domain"], "100"), (["auth_type": "x"], "100"),
            (["code_challenge": "x"], "100"),
        ]

        for (changes, code) in cases {
            let answer = try await facebook.world.get(FacebookWorld.address(changes))
            #expect(answer.status == 400, "\(changes)")
            #expect(answer.text.contains("<dd>\(code)</dd>"), "\(changes)")
        }
        #expect(try await facebook.world.get(FacebookWorld.address(["scope": "email public_profile"])).status == 200)
    }

    @Test(
        "An app's own scheme needs no registration, with a suffix or without, nor does the page for desktop programs",
        arguments: [
            ("fb7://authorize", 200), ("fb7beta2://authorize", 200),
            ("https://www.facebook.com/connect/login_success.html", 200), ("fb71://authorize", 400),
            ("fb8://authorize", 400), ("fb7be-ta://authorize", 400), ("fb7://authorize2", 400),
        ])
    func ownAddresses(uri: String, status: Int) async throws {
        #expect(try await facebook.world.get(FacebookWorld.address(["redirect_uri": .some(uri)])).status == status)
    }

    @Test("Discovery's addresses work as they stand there, and without the last slash")
    func discovery() async throws {
        let address = "https://limited.facebook.com/.well-known/openid-configuration"
        let document = try await facebook.world.get("\(address)/").json()
        let dialog = try #require(document["authorization_endpoint"]?.string)
        let keys = try #require(document["jwks_uri"]?.string)
        let query = try #require(FacebookWorld.address().split(separator: "?").last)

        #expect(try await facebook.world.get(address).json() == document)
        #expect(dialog.hasSuffix("/") && keys.hasSuffix("/"))
        for slash in [true, false] {
            let page = try await facebook.world.get("\(slash ? dialog : String(dialog.dropLast()))?\(query)")
            let published = try await facebook.world.get(slash ? keys : String(keys.dropLast()))
            #expect(page.status == 200 && page.text.contains("<html"))
            #expect(try published.json()["keys"]?.array?.count == 1)
        }
    }

    @Test("What holds a token comes in the fragment, whatever stands beside it", arguments: ["token", "code token"])
    func implicit(type: String) async throws {
        let address = try await facebook.walk(1001, ["response_type": .some(type)])
        let fields = try FormFields(parsing: try #require(address.split(separator: "#").last))
        let token = try #require(try fields.single("access_token"))

        #expect(address.hasPrefix("\(FacebookWorld.redirectURI)#"))
        #expect(try fields.single("state") == "S1" && fields.single("expires_in") == "5400")
        #expect(try (fields.single("code") != nil) == (type == "code token"))
        #expect(try await facebook.graph("/me", token: token).status == 200)
    }

    @Test("Before the review only testers sign in, and a dormant account never does")
    func unusable() async throws {
        let agent = Agent(facebook.world)
        let page = try await agent.open(FacebookWorld.address()).page()
        let form = try #require(page.form(with: "person"))
        let dormant = try await agent.submit(form, with: [("person", "1009")]).page()
        try await facebook.world.control(.patch, "facebook/apps/7", ["in_development": true, "testers": [1004]])

        let stranger = try await agent.submit(form, with: [("person", "1001")]).page()
        let tester = try await agent.submit(form, with: [("person", "1004")]).page()

        #expect(dormant.response.status == 403 && stranger.response.status == 403)
        #expect(tester.response.status == 200)
    }

    @Test("A Limited Login comes back as an id_token in the fragment, and nothing else")
    func limitedLogin() async throws {
        let changes: [String: String?] = [
            "redirect_uri": "fb7://authorize", "response_type": "id_token,graph_domain,user_token_nonce",
            "nonce": "N1", "scope": "openid,email",
        ]

        let address = try await facebook.walk(1001, changes)

        let fields = try FormFields(parsing: try #require(address.split(separator: "#").last))
        let keys = try JWKSet(
            parsing: await facebook.world.get("https://limited.facebook.com/.well-known/oauth/openid/jwks/").json())
        let token = try UnverifiedJWT(parsing: Secret(try #require(try fields.single("id_token"))))
        let claims = try token.verified(with: keys, algorithms: [.rs256]).claims
        #expect(address.hasPrefix("fb7://authorize#"))
        #expect(try fields.single("code") == nil)
        #expect(claims["iss"]?.string == "https://www.facebook.com")
        #expect(claims["aud"]?.string == "7")
        #expect(claims["nonce"]?.string == "N1")
        #expect(claims["email"]?.string == "seoyeon@example.com")
        #expect(claims["jti"]?.string != nil)
        #expect(claims["given_name"]?.string == "서연" && claims["family_name"]?.string == "김")
    }
}
