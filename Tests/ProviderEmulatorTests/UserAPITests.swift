// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The user API on kapi")
struct UserAPITests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func token(_ person: Int64 = 1001, _ more: FormFields = [:]) async throws -> String {
        try #require(try await world.signIn(person, authorize: more)["access_token"]?.string)
    }

    private func admin(_ method: HTTPMethod, _ path: String, _ more: FormFields, key: String = "demo-kakao-admin-key")
        async throws -> HTTPResponse
    {
        let headers: HTTPHeaders = ["Authorization": "KakaoAK \(key)"]
        return method == .get
            ? try await world.get("https://kapi.kakao.com\(path)?\(more.encoded)", headers: headers)
            : try await world.post("https://kapi.kakao.com\(path)", more, headers: headers)
    }

    @Test("me tells what is shared, what would need agreement, and what the person does not have")
    func agreementFlags() async throws {
        try await world.control(
            .put, "kakao/apps/1000001/people/1004", ["agreed": ["profile_nickname", "account_email"]])
        let account = try #require(
            try await world.kapi("/v2/user/me", token: token(1004)).json()["kakao_account"]?.object)

        #expect(account["profile_nickname_needs_agreement"]?.bool == false)
        #expect(account["profile_image_needs_agreement"]?.bool == true)
        #expect(account["profile"]?["nickname"]?.string == "민지")
        #expect(account["profile"]?["profile_image_url"] == nil)
        #expect(account["has_email"]?.bool == false, "agreed to, but there is none")
        #expect(account["email_needs_agreement"]?.bool == false)
        #expect(account["email"] == nil)
        #expect(account["has_phone_number"]?.bool == true)
        #expect(account["phone_number_needs_agreement"]?.bool == true)
        #expect(account["phone_number"] == nil)
        #expect(account["name_needs_agreement"]?.bool == true)
        #expect(account["name"] == nil)
        #expect(account["shipping_address_needs_agreement"] == nil, "not switched on in the console")
    }

    @Test("me gives every item that was agreed to, in the forms that the SDKs read")
    func allItems() async throws {
        let all = KakaoScope.all.map(\.id).filter { $0 != "shipping_address" && $0 != "talk_message" }
        try await world.control(.put, "kakao/apps/1000001/people/1002", ["agreed": .array(all.map { .string($0) })])
        let account = try #require(
            try await world.kapi("/v2/user/me", token: token(1002)).json()["kakao_account"]?.object)

        #expect(account["name"]?.string == "이준호")
        #expect(account["gender"]?.string == "male")
        #expect(account["age_range"]?.string == "30~39")
        #expect(account["birthyear"]?.string == "1991")
        #expect(account["birthday"]?.string == "0815")
        #expect(account["birthday_type"]?.string == "LUNAR")
        #expect(account["phone_number"]?.string == "+82 10-3456-7890")
        #expect(account["is_email_valid"]?.bool == true)
        #expect(account["is_email_verified"]?.bool == true)
    }

    @Test(
        "property_keys picks parts of the reply",
        arguments: [
            (
                #"["kakao_account.email"]"#, [],
                ["has_email", "email_needs_agreement", "is_email_valid", "is_email_verified", "email"]
            ),
            (#"["properties.nickname"]"#, ["nickname"], []),
            (#"["properties."]"#, ["nickname", "profile_image", "thumbnail_image"], []),
            (
                #"["kakao_account.profile"]"#, [],
                ["profile_nickname_needs_agreement", "profile_image_needs_agreement", "profile"]
            ),
            ("[]", [], []),
        ] as [(String, [String], [String])])
    func propertyKeys(_ keys: String, _ properties: [String], _ account: [String]) async throws {
        let reply = try await world.kapi("/v2/user/me?property_keys=\(percentEncoded(keys))", token: token()).json()

        #expect(reply["id"]?.integer == 1001)
        #expect((reply["properties"]?.object?.names ?? []) == properties)
        #expect((reply["kakao_account"]?.object?.names ?? []) == account)
    }

    @Test(
        "A parameter that cannot be is refused",
        arguments: [
            ("property_keys=email", "-2"), ("property_keys=%5B1%5D", "-2"), ("property_keys=%22a%22", "-2"),
            ("property_keys=%5B%22kakao_account.shoe_size%22%5D", "-201"), ("secure_resource=yes", "-2"),
            ("x=%zz", "-2"),
        ])
    func badParameters(_ query: String, _ code: String) async throws {
        let response = try await world.kapi("/v2/user/me?\(query)", token: token())

        #expect(response.status == 400)
        #expect(try response.errorCode() == code)
        #expect(try response.json()["msg"]?.string != nil)
    }

    @Test("Addresses of pictures are https on request, and by default http", arguments: ["true", "false", ""])
    func secureResource(_ flag: String) async throws {
        let reply = try await world.kapi("/v2/user/me?secure_resource=\(flag)", token: token()).json()
        let picture = try #require(reply["kakao_account"]?["profile"]?["thumbnail_image_url"]?.string)

        #expect(picture.hasPrefix(flag == "true" ? "https://k.kakaocdn.net/" : "http://k.kakaocdn.net/"))
        #expect(reply["properties"]?["thumbnail_image"]?.string == picture)
        let drawn = try await world.get("https://k.kakaocdn.net" + picture.split(separator: "net", maxSplits: 1)[1])
        #expect(drawn.headers["Content-Type"] == "image/svg+xml")
    }

    @Test("me answers POST too, with its parameters in the form")
    func meByPost() async throws {
        let response = try await world.post(
            "https://kapi.kakao.com/v2/user/me", ["property_keys": #"["properties.nickname"]"#],
            headers: ["Authorization": "Bearer \(token())"])

        #expect(try response.json()["properties"]?["nickname"]?.string == "김서연")
        #expect(try response.json()["kakao_account"] == nil)
    }

    @Test("A token in the query counts where there is none in the header")
    func tokenInQuery() async throws {
        let token = try await token()

        let alone = try await world.get("https://kapi.kakao.com/v2/user/me?access_token=\(token)")
        let beside = try await world.kapi("/v2/user/me?access_token=\(token)", token: token)
        let wrongHeader = try await world.kapi("/v2/user/me?access_token=\(token)", token: "x")

        #expect(alone.status == 200)
        #expect(beside.status == 200)
        #expect(wrongHeader.status == 401)
    }

    @Test("access_token_info tells id, app and the seconds that are left")
    func tokenInfo() async throws {
        let token = try await token()
        world.clock.advance(by: 99)

        let info = try await world.kapi("/v1/user/access_token_info", token: token).json()

        #expect(info["id"]?.integer == 1001)
        #expect(info["app_id"]?.integer == 1_000_001)
        #expect(info["expires_in"]?.integer == 21_500)
    }

    @Test("A token that is unknown or has run out is -401 with status 401 and says invalid_token in the header")
    func badTokens() async throws {
        let token = try await token()
        world.clock.advance(by: 21_599)

        let expired = try await world.kapi("/v1/user/access_token_info", token: token)
        let unknown = try await world.kapi("/v1/user/access_token_info", token: "unknown")
        let none = try await world.get("https://kapi.kakao.com/v1/user/access_token_info")

        for response in [expired, unknown, none] {
            #expect(response.status == 401)
            #expect(try response.errorCode() == "-401")
            #expect(response.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
        }
        #expect(try expired.json()["msg"]?.string == "this access token is already expired")
        #expect(try unknown.json()["msg"]?.string == "this access token does not exist")
    }

    @Test("A token that could not be one is -2 at access_token_info and -401 elsewhere")
    func malformedToken() async throws {
        let info = try await world.kapi("/v1/user/access_token_info", token: "{broken}")
        let me = try await world.kapi("/v2/user/me", token: "{broken}")

        #expect(info.status == 400)
        #expect(try info.errorCode() == "-2")
        #expect(try me.errorCode() == "-401")
    }

    @Test("The foreground check answers with a body that is not empty")
    func checkAccessToken() async throws {
        let good = try await world.kapi("/v1/user/check_access_token", token: token())
        let bad = try await world.kapi("/v1/user/check_access_token", token: "x")

        #expect(good.status == 200)
        #expect(try good.json().object != nil)
        #expect(bad.status == 401)
    }

    @Test("A logout ends the tokens of its login, leaves others, link and consents", arguments: ["login", "person"])
    func logout(_ reach: String) async throws {
        try await world.control(.patch, "kakao/rules", ["logout_reach": .string(reach)])
        let (phone, tablet) = (try await world.signIn(), try await token())
        let phoneToken = try #require(phone["access_token"]?.string)

        let response = try await world.post(
            "https://kapi.kakao.com/v1/user/logout", [:], headers: ["Authorization": "Bearer \(phoneToken)"])

        #expect(try response.json() == ["id": 1001])
        #expect(try await world.kapi("/v2/user/me", token: phoneToken).errorCode() == "-401")
        #expect(try await world.refresh(try #require(phone["refresh_token"]?.string)).errorCode() == "KOE322")
        #expect(try await world.kapi("/v2/user/me", token: tablet).status == (reach == "login" ? 200 : 401))
        #expect(try await world.control(.get, "kakao/links").json().array?.count == 1)
    }

    @Test("Unlink ends every token and forgets the consents: the next sign-in asks again")
    func unlink() async throws {
        let agent = Agent(world)
        let tokens = try await world.exchange(agent.code(of: 1001)).json()
        let token = try #require(tokens["access_token"]?.string)

        let response = try await world.post(
            "https://kapi.kakao.com/v1/user/unlink", [:], headers: ["Authorization": "Bearer \(token)"])
        let again = try await agent.open(Agent.authorizeAddress()).page()

        #expect(try response.json() == ["id": 1001])
        #expect(try await world.kapi("/v2/user/me", token: token).status == 401)
        #expect(try await world.refresh(try #require(tokens["refresh_token"]?.string)).errorCode() == "KOE322")
        #expect(again.items.contains("profile_nickname"))
    }

    @Test("A code that was on its way when the person was unlinked is worth nothing")
    func codeAfterUnlink() async throws {
        let code = try await Agent(world).code(of: 1001)

        _ = try await admin(.post, "/v1/user/unlink", ["target_id_type": "user_id", "target_id": "1001"])

        #expect(try await world.exchange(code).errorCode() == "KOE320")
    }

    @Test("The admin key reads, logs out and unlinks a person by id")
    func adminKey() async throws {
        let token = try await token()
        let target: FormFields = ["target_id_type": "user_id", "target_id": "1001"]

        let me = try await admin(.get, "/v2/user/me", target)
        let logout = try await admin(.post, "/v1/user/logout", target)
        let afterLogout = try await world.kapi("/v2/user/me", token: token)
        let unlink = try await admin(.post, "/v1/user/unlink", target)
        let again = try await admin(.post, "/v1/user/unlink", target)
        let gone = try await admin(.get, "/v2/user/me", target)

        #expect(try me.json()["kakao_account"]?["email"]?.string == "seoyeon@example.com")
        #expect(try logout.json() == ["id": 1001])
        #expect(afterLogout.status == 401)
        #expect(try unlink.json() == ["id": 1001])
        #expect(again.status == 400)
        #expect(try again.errorCode() == "-101")
        #expect(try gone.errorCode() == "-101")
    }

    @Test(
        "An admin call that names nobody, or comes with another key, is refused",
        arguments: [
            (["target_id": "1001"], "demo-kakao-admin-key", "-2"),
            (["target_id_type": "user_id"], "demo-kakao-admin-key", "-2"),
            (["target_id_type": "user_id", "target_id": "1001.0"], "demo-kakao-admin-key", "-2"),
            (["target_id_type": "user_id", "target_id": "1001"], "demo-kakao-rest-key", "-401"),
            (["target_id_type": "user_id", "target_id": "1001"], "nothing", "-401"),
            (["target_id_type": "user_id", "target_id": "1003"], "demo-kakao-admin-key", "-101"),
        ] as [(FormFields, String, String)])
    func badAdminCalls(_ form: FormFields, _ key: String, _ code: String) async throws {
        _ = try await token()

        #expect(try await admin(.post, "/v1/user/unlink", form, key: key).errorCode() == code)
        #expect(try await world.control(.get, "kakao/links").json().array?.count == 1)
    }

    @Test("The admin key opens no call that is a person's own")
    func adminKeyElsewhere() async throws {
        _ = try await token()
        let target: FormFields = ["target_id_type": "user_id", "target_id": "1001"]

        #expect(try await admin(.get, "/v1/user/access_token_info", target).errorCode() == "-401")
        #expect(try await admin(.get, "/v1/oidc/userinfo", target).errorCode() == "-401")
    }

    @Test("userinfo names claims as OpenID Connect does, by GET and POST")
    func userInfo() async throws {
        let token = try await token(1001, ["scope": "openid account_email gender birthday birthyear phone_number name"])

        let byGet = try await world.kapi("/v1/oidc/userinfo", token: token).json()
        let byPost = try await world.post(
            "https://kapi.kakao.com/v1/oidc/userinfo", [:], headers: ["Authorization": "Bearer \(token)"]
        ).json()

        #expect(byGet["sub"]?.string == "1001")
        #expect(byGet["name"]?.string == "김서연")
        #expect(byGet["email_verified"]?.bool == true)
        #expect(byGet["birthdate"]?.string == "1999-03-17")
        #expect(byGet["phone_number"]?.string == "+82 10-2345-6789")
        #expect(byGet["picture"] == nil)
        #expect(byPost == byGet)
    }

    @Test("Without openid userinfo is -402 and names it; with OpenID Connect off it is -3")
    func userInfoRefused() async throws {
        let token = try await token(1001, ["scope": "gender"])

        let missing = try await world.kapi("/v1/oidc/userinfo", token: token)
        try await world.control(.patch, "kakao/apps/1000001", ["openid": false])
        let off = try await world.kapi("/v1/oidc/userinfo", token: token)

        #expect(missing.status == 403)
        #expect(try missing.errorCode() == "-402")
        #expect(try missing.json()["required_scopes"] == ["openid"])
        #expect(try missing.json()["allowed_scopes"] == ["profile_nickname", "gender"])
        #expect(off.status == 403)
        #expect(try off.errorCode() == "-3")
    }

    @Test(
        "An account or app that cannot be used any more is refused with its own code",
        arguments: [
            ("people/1001", ["account_state": "restricted"], "-4", 403),
            ("people/1001", ["account_state": "dormant"], "-103", 400),
            ("kakao/apps/1000001", ["test_app": true], "-5", 403),
        ] as [(String, JSONValue, String, Int)])
    func unusable(_ path: String, _ patch: JSONValue, _ code: String, _ status: Int) async throws {
        let token = try await token()
        try await world.control(.patch, path, patch)

        let response = try await world.kapi("/v2/user/me", token: token)

        #expect(response.status == status)
        #expect(try response.errorCode() == code)
    }

    @Test("The browser's logout ends session and tokens and returns to a registered address only")
    func browserLogout() async throws {
        let target = "http://localhost:8080/signed-out"
        try await world.control(.patch, "kakao/apps/1000001", ["logout_redirect_uris": [.string(target)]])
        let agent = Agent(world)
        let tokens = try await world.exchange(agent.code(of: 1001)).json()
        let base = "https://kauth.kakao.com/oauth/logout?client_id=demo-kakao-rest-key&state=s&logout_redirect_uri="

        let refused = try await agent.open(base + percentEncoded(target + "/")).page()
        let end = try await agent.open(base + percentEncoded(target)).outside()
        let next = try await agent.open(Agent.authorizeAddress()).page()

        #expect(refused.markup.contains("KOE007"))
        #expect(end == "\(target)?state=s")
        #expect(next.people.contains("1001"))
        let token = try #require(tokens["access_token"]?.string)
        #expect(try await world.kapi("/v2/user/me", token: token).status == 401)
    }
}
