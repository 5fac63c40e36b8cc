// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The authorize request")
struct AuthorizeRequestTests {
    @Test(
        "A request whose answer may not be sent anywhere ends on a page with Kakao's code and no redirect",
        arguments: [
            (["client_id": "nobody"], "KOE101"),
            (["client_id": ""], "KOE101"),
            (["client_id": "demo-kakao-admin-key"], "KOE008"),
            (["redirect_uri": "http://localhost:8080/auth/kakao/callback/"], "KOE006"),
            (["redirect_uri": "http://localhost:8080/auth/kakao/callback?x=1"], "KOE006"),
            (["redirect_uri": "HTTP://localhost:8080/auth/kakao/callback"], "KOE006"),
            (["redirect_uri": "http://127.0.0.1:8080/auth/kakao/callback"], "KOE006"),
            (["redirect_uri": "kakaodemo-kakao-native-key://oauth"], "KOE006"),
            (["redirect_uri": "javascript:alert(1)"], "KOE006"),
            (["client_id": "demo-kakao-native-key"], "KOE006"),
            (["response_type": "token"], "KOE202"),
            (["response_type": "id_token"], "KOE201"),
            (["scope": "profile_nickname,talk_calendar"], "KOE205"),
            (["scope": "shipping_address"], "KOE205"),
            (["agt": "AGT-1"], "KOE204"),
        ] as [(FormFields, String)])
    func refusedOnAPage(_ query: FormFields, _ code: String) async throws {
        let world = try EmulatedWorld()

        let response = try await world.get(Agent.authorizeAddress(query))

        #expect(response.status >= 400)
        #expect(response.location == nil)
        #expect(response.text.contains("<dd>\(code)</dd>"))
        #expect(response.headers["Cache-Control"] == "no-store")
    }

    @Test("A missing parameter is named", arguments: ["client_id", "redirect_uri", "response_type"])
    func missingParameter(_ name: String) async throws {
        let world = try EmulatedWorld()
        let whole = Agent.authorizeAddress().split(separator: "?")[1].split(separator: "&")
        let query = whole.filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")

        let response = try await world.get("https://kauth.kakao.com/oauth/authorize?\(query)")

        #expect(response.text.contains("KOE207"))
        #expect(response.text.contains("\(name) is missing."))
    }

    @Test("A parameter that stands there twice is refused, whatever its values")
    func repeatedParameter() async throws {
        let world = try EmulatedWorld()

        let response = try await world.get(Agent.authorizeAddress() + "&state=a&state=a")

        #expect(response.status == 400)
        #expect(response.text.contains("KOE204"))
    }

    @Test("A query that cannot be decoded is refused")
    func undecodableQuery() async throws {
        let world = try EmulatedWorld()

        let response = try await world.get(Agent.authorizeAddress() + "&state=%zz")

        #expect(response.text.contains("KOE001"))
    }

    @Test(
        "A fault that the app should hear of is sent to it, with its state",
        arguments: [
            ["prompt": "consent"], ["prompt": "none,login"], ["prompt": "none select_account"],
            ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
            ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "plain"],
            ["code_challenge_method": "S256"], ["code_challenge": "", "code_challenge_method": "S256"],
        ] as [FormFields])
    func refusedByRedirect(_ query: FormFields) async throws {
        let world = try EmulatedWorld()
        var query = query
        query.add("state", "a b+c/=&가")

        let response = try await world.get(Agent.authorizeAddress(query))
        let fields = try response.locationFields()

        #expect(response.status == 302)
        #expect(response.location?.hasPrefix(EmulatedWorld.redirectURI + "?") == true)
        #expect(try fields.single("error") == "invalid_request")
        #expect(try fields.single("state") == "a b+c/=&가")
        #expect(response.location?.contains("+") == false, "a blank goes out as %20")
    }

    @Test(
        "B99: A challenge with padding, in hexadecimal or of another length is refused; the RFC's own passes",
        arguments: [
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", true),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=", false),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM", false),
            ("13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3", false),
            ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", false),
        ])
    func challengeForms(_ challenge: String, _ passes: Bool) async throws {
        let world = try EmulatedWorld()

        let response = try await world.get(
            Agent.authorizeAddress(["code_challenge": challenge, "code_challenge_method": "S256"]))

        #expect(response.status == (passes ? 200 : 302))
        #expect(response.location?.contains("error=invalid_request") == (passes ? nil : true))
    }

    @Test(
        "Scopes may be separated by commas or blanks, repeated, or empty",
        arguments: ["gender,birthday", "gender birthday", "gender, birthday", "gender,gender,birthday"])
    func scopeSeparators(_ scope: String) async throws {
        let agent = Agent(try EmulatedWorld())

        let chooser = try await agent.open(Agent.authorizeAddress(["scope": scope])).page()
        let consent = try await agent.submit(try #require(chooser.form(with: "person")), with: [("person", "1001")])

        #expect(try consent.page().items == ["profile_nickname", "gender", "birthday"])
    }

    @Test("A query that is not percent-encoded is understood, as one library sends it")
    func rawQuery() async throws {
        let world = try EmulatedWorld()

        let response = try await world.get(
            "https://kauth.kakao.com/oauth/authorize?client_id=demo-kakao-rest-key&redirect_uri="
                + "\(EmulatedWorld.redirectURI)&response_type=code&state=s&scope=")

        #expect(response.status == 200)
    }

    @Test("Kakao Login that is switched off in the console lets nobody in")
    func loginOff() async throws {
        let world = try EmulatedWorld()
        try await world.control(.patch, "kakao/apps/1000001", ["login": false])

        let page = try await world.get(Agent.authorizeAddress())
        let token = try await world.exchange("C1")

        #expect(page.text.contains("KOE004"))
        #expect(try token.errorCode() == "KOE004")
    }

    @Test("With OpenID Connect off, openid is a scope that is not set up, and no id_token comes")
    func openIDOff() async throws {
        let world = try EmulatedWorld()
        try await world.control(.patch, "kakao/apps/1000001", ["openid": false])

        let page = try await world.get(Agent.authorizeAddress(["scope": "openid"]))
        let tokens = try await world.signIn()

        #expect(page.text.contains("KOE205"))
        #expect(tokens["id_token"] == nil)
        #expect(tokens["scope"]?.string == "profile_nickname profile_image account_email")
    }

    @Test("Code and state are appended to a redirect URI that has a query already")
    func redirectURIWithQuery() async throws {
        let uri = "https://example.com/cb?from=app"
        let world = try EmulatedWorld(.demo(redirectURIs: ["kakao": [uri]]))

        let address = try await Agent(world).walk(1001, ["redirect_uri": uri, "state": "s"])

        #expect(address.hasPrefix("https://example.com/cb?from=app&code="))
        #expect(address.hasSuffix("&state=s"))
    }

    @Test("The bundle that an SDK names in its ka text has to be registered, where bundles are")
    func bundleInKA() async throws {
        let world = try EmulatedWorld()
        try await world.control(.patch, "kakao/apps/1000001", ["ios_bundle_ids": ["com.example.app"]])
        let native: [(String, Bool)] = [("com.example.app", true), ("com.example.other", false)]

        for (bundle, passes) in native {
            let response = try await world.get(
                Agent.authorizeAddress([
                    "client_id": "demo-kakao-native-key", "redirect_uri": "kakaodemo-kakao-native-key://oauth",
                    "ka": "sdk/2.27.3 sdk_type/swift os/ios-18.1 origin/\(bundle) app_ver/1.0",
                ]))
            #expect(response.text.contains("KOE009") == !passes)
        }
    }
}
