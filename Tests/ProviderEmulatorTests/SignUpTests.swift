// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Apps that link people by hand, and user properties")
struct SignUpTests {
    private let world: EmulatedWorld

    init() async throws {
        world = try EmulatedWorld()
        try await world.control(
            .patch, "kakao/apps/1000001", ["auto_link": false, "user_properties": ["colour", "size"]])
    }

    private func token() async throws -> String {
        try #require(try await world.signIn()["access_token"]?.string)
    }

    private func post(_ path: String, _ form: FormFields = [:], token: String) async throws -> HTTPResponse {
        try await world.post(
            "https://kapi.kakao.com/v1/user/\(path)", form, headers: ["Authorization": "Bearer \(token)"])
    }

    @Test("Until the app signs a person up, me says so and has no moment of connection; afterwards it has")
    func signsUp() async throws {
        let token = try await token()
        let before = try await world.kapi("/v2/user/me", token: token).json()
        world.clock.advance(by: 60)

        let answer = try await post("signup", token: token)
        let after = try await world.kapi("/v2/user/me", token: token).json()

        #expect(before["has_signed_up"]?.bool == false)
        #expect(before["connected_at"] == nil)
        #expect(try answer.json() == ["id": 1001])
        #expect(after["has_signed_up"]?.bool == true)
        #expect(after["connected_at"]?.string == "2026-03-01T00:01:00Z")
    }

    @Test("Nobody says has_signed_up where people are linked by agreeing")
    func autoLink() async throws {
        try await world.control(.patch, "kakao/apps/1000001", ["auto_link": true])
        let token = try await token()

        #expect(try await world.kapi("/v2/user/me", token: token).json()["has_signed_up"] == nil)
        #expect(try await post("signup", token: token).errorCode() == "-102")
    }

    @Test("A second sign-up is -102")
    func twice() async throws {
        let token = try await token()
        _ = try await post("signup", token: token)

        let again = try await post("signup", token: token)

        #expect(again.status == 400)
        #expect(try again.errorCode() == "-102")
    }

    @Test("Before the sign-up the other calls are -101, and what concerns the token itself works")
    func waiting() async throws {
        let token = try await token()

        #expect(try await world.kapi("/v2/user/scopes", token: token).errorCode() == "-101")
        #expect(try await world.kapi("/v1/oidc/userinfo", token: token).errorCode() == "-101")
        #expect(try await post("update_profile", ["properties": "{}"], token: token).errorCode() == "-101")
        #expect(try await world.kapi("/v1/user/access_token_info", token: token).status == 200)
        #expect(try await world.kapi("/v1/user/check_access_token", token: token).status == 200)
        #expect(try await post("unlink", token: token).status == 200)
    }

    @Test("Whoever is not signed up within a day was never linked: the token is gone and consent is asked for again")
    func overdue() async throws {
        let agent = Agent(world)
        let code = try await agent.code(of: 1001)
        let token = try #require(try await world.exchange(code).json()["access_token"]?.string)
        // A token of six hours would run out before the day is over.
        try await world.control(.patch, "kakao/rules", ["sign_up_seconds": 3600])
        world.clock.advance(by: 3600)
        let inTime = try await world.kapi("/v2/user/me", token: token)
        world.clock.advance(by: 1)

        let late = try await post("signup", token: token)
        let page = try await agent.open(Agent.authorizeAddress()).page()

        #expect(inTime.status == 200)
        #expect(try late.errorCode() == "-401")
        #expect(page.items.contains("profile_nickname"))
        #expect(try await world.control(.get, "kakao/links").json().array?.isEmpty == true)
    }

    @Test("Texts of a person are kept at sign-up and later, and come with me")
    func properties() async throws {
        let token = try await token()
        _ = try await post("signup", ["properties": #"{"colour":"red"}"#], token: token)

        let answer = try await post("update_profile", ["properties": #"{"size":"L","colour":"blue"}"#], token: token)
        let me = try await world.kapi("/v2/user/me", token: token).json()
        let only = try await world.kapi(
            "/v2/user/me?property_keys=\(percentEncoded(#"["properties.size"]"#))", token: token
        ).json()

        #expect(try answer.json() == ["id": 1001])
        #expect(me["properties"]?["colour"]?.string == "blue")
        #expect(only["properties"] == ["size": "L"])
        #expect(only["has_signed_up"] == nil)
    }

    @Test(
        "A property that the console does not have, or that Kakao fills in, is -201; what is no object of texts is -2",
        arguments: [
            (#"{"shoe":"41"}"#, "-201"), (#"{"nickname":"x"}"#, "-201"), (#"{"size":41}"#, "-2"), ("size=L", "-2"),
            (#"["size"]"#, "-2"), ("", "-2"),
        ])
    func badProperties(_ properties: String, _ code: String) async throws {
        let token = try await token()
        _ = try await post("signup", token: token)

        let refused = try await post("update_profile", ["properties": .some(properties)], token: token)

        #expect(refused.status == 400)
        #expect(try refused.errorCode() == code)
        #expect(try await world.kapi("/v2/user/me", token: token).json()["properties"]?["size"] == nil)
    }

    @Test("A sign-up that is refused links nobody")
    func refusedSignUp() async throws {
        let token = try await token()

        let refused = try await post("signup", ["properties": #"{"shoe":"41"}"#], token: token)

        #expect(try refused.errorCode() == "-201")
        #expect(try await world.kapi("/v2/user/me", token: token).json()["has_signed_up"]?.bool == false)
    }

    @Test("Neither call takes the admin key", arguments: ["signup", "update_profile"])
    func adminKey(_ path: String) async throws {
        _ = try await token()

        let refused = try await world.post(
            "https://kapi.kakao.com/v1/user/\(path)",
            ["target_id_type": "user_id", "target_id": "1001", "properties": "{}"],
            headers: ["Authorization": "KakaoAK demo-kakao-admin-key"])

        #expect(try refused.errorCode() == "-401")
    }
}
