// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Consents, read and taken back on kapi")
struct ConsentAPITests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func token(_ scope: String = "profile_image account_email gender openid") async throws -> String {
        try #require(try await world.signIn(1001, authorize: ["scope": .some(scope)])["access_token"]?.string)
    }

    private func revoke(_ scopes: String?, token: String) async throws -> HTTPResponse {
        try await world.post(
            "https://kapi.kakao.com/v2/user/revoke/scopes", ["scopes": scopes],
            headers: ["Authorization": "Bearer \(token)"])
    }

    private func agreed(_ answer: JSONValue) -> [String] {
        (answer["scopes"]?.array ?? []).filter { $0["agreed"]?.bool == true }.compactMap { $0["id"]?.string }
    }

    @Test("Every item that the app uses is listed, openid is not, and only what was agreed to says if it is revocable")
    func lists() async throws {
        let answer = try await world.kapi("/v2/user/scopes", token: token()).json()
        let scopes = try #require(answer["scopes"]?.array)
        let byID = Dictionary(uniqueKeysWithValues: scopes.map { ($0["id"]?.string ?? "", $0) })

        #expect(answer["id"]?.integer == 1001)
        #expect(scopes.count == EmulatorSeed.demo.kakao.apps[0].consentItems.count)
        #expect(agreed(answer) == ["profile_nickname", "profile_image", "account_email", "gender"])
        #expect(byID["profile_nickname"]?["revocable"]?.bool == false)
        #expect(byID["account_email"]?["revocable"]?.bool == true)
        #expect(byID["friends"]?["revocable"] == nil)
        #expect(byID["friends"]?["type"]?.string == "SERVICE")
        #expect(byID["gender"]?["type"]?.string == "PRIVACY")
        #expect(byID.values.allSatisfy { $0["using"]?.bool == true && $0["display_name"]?.string?.isEmpty == false })
    }

    @Test("What was agreed to stays listed when the app switches it off, as not in use")
    func itemSwitchedOff() async throws {
        let token = try await token("gender")
        try await world.control(
            .patch, "kakao/apps/1000001", ["consent_items": [["scope": "profile_nickname", "stage": "required"]]])

        let scopes = try #require(try await world.kapi("/v2/user/scopes", token: token).json()["scopes"]?.array)

        #expect(scopes.count == 2)
        #expect(scopes.last?["id"]?.string == "gender")
        #expect(scopes.last?["using"]?.bool == false)
        #expect(scopes.last?["revocable"]?.bool == true)
    }

    @Test(
        "Some items are picked by JSON or by commas",
        arguments: [#"["friends","account_email"]"#, "friends,account_email"])
    func picks(_ list: String) async throws {
        let answer = try await world.kapi("/v2/user/scopes?scopes=\(percentEncoded(list))", token: token()).json()

        #expect(answer["scopes"]?.array?.compactMap { $0["id"]?.string } == ["account_email", "friends"])
    }

    @Test(
        "A list that cannot be is -2",
        arguments: ["[", "[]", #"["shoe_size"]"#, "shoe_size", "talk_message", #"[7]"#, ","])
    func badLists(_ list: String) async throws {
        let response = try await world.kapi("/v2/user/scopes?scopes=\(percentEncoded(list))", token: token())

        #expect(response.status == 400)
        #expect(try response.errorCode() == "-2")
    }

    @Test("Taken back, an item is gone from scopes and profile, the token stays good, and the next ask shows it again")
    func revokes() async throws {
        let token = try await token()

        let answer = try await revoke(#"["account_email","gender"]"#, token: token).json()
        let me = try await world.kapi("/v2/user/me", token: token).json()
        let page = try await Agent(world).open(Agent.authorizeAddress(["scope": "gender account_email"])).page()
        let chosen = try await Agent(world).submit(try #require(page.form(with: "person")), with: [("person", "1001")])

        #expect(agreed(answer) == ["profile_nickname", "profile_image"])
        #expect(me["kakao_account"]?["email"] == nil)
        #expect(me["kakao_account"]?["email_needs_agreement"]?.bool == true)
        #expect(try chosen.page().items == ["account_email", "gender"])
    }

    @Test("A required item is -3 with 403, and then none of the list is taken back")
    func requiredItem() async throws {
        let token = try await token()

        let refused = try await revoke(#"["account_email","profile_nickname"]"#, token: token)

        #expect(refused.status == 403)
        #expect(try refused.errorCode() == "-3")
        #expect(try refused.json()["msg"]?.string?.contains("profile_nickname") == true)
        #expect(agreed(try await world.kapi("/v2/user/scopes", token: token).json()).contains("account_email"))
    }

    @Test(
        "What was not agreed to, does not exist, or is not a JSON list cannot be taken back",
        arguments: [#"["friends"]"#, #"["email"]"#, "account_email", "", #"["account_email","friends"]"#])
    func badRevocations(_ list: String) async throws {
        let token = try await token()

        let refused = try await revoke(list, token: token)

        #expect(refused.status == 400)
        #expect(try refused.errorCode() == "-2")
        #expect(agreed(try await world.kapi("/v2/user/scopes", token: token).json()).contains("account_email"))
    }

    @Test("The admin key reads and takes back for a person by id, and for nobody else")
    func adminKey() async throws {
        let (token, other) = (try await token(), try await world.signIn(1002))
        let headers: HTTPHeaders = ["Authorization": "KakaoAK demo-kakao-admin-key"]
        let target = "target_id_type=user_id&target_id=1001"

        let read = try await world.get("https://kapi.kakao.com/v2/user/scopes?\(target)", headers: headers).json()
        let revoked = try await world.post(
            "https://kapi.kakao.com/v2/user/revoke/scopes",
            ["target_id_type": "user_id", "target_id": "1001", "scopes": #"["gender"]"#], headers: headers)
        let stranger = try await world.get(
            "https://kapi.kakao.com/v2/user/scopes?target_id_type=user_id&target_id=1003", headers: headers)

        #expect(read["id"]?.integer == 1001)
        #expect(agreed(try revoked.json()) == ["profile_nickname", "profile_image", "account_email"])
        #expect(try stranger.errorCode() == "-101")
        #expect(try await world.kapi("/v2/user/me", token: token).status == 200)
        let otherToken = try #require(other["access_token"]?.string)
        #expect(agreed(try await world.kapi("/v2/user/scopes", token: otherToken).json()).count == 3)
    }

    @Test("Reading is GET and taking back is POST")
    func methods() async throws {
        let headers: HTTPHeaders = ["Authorization": "Bearer \(try await token())"]

        #expect(try await world.post("https://kapi.kakao.com/v2/user/scopes", [:], headers: headers).status == 405)
        #expect(try await world.get("https://kapi.kakao.com/v2/user/revoke/scopes", headers: headers).status == 405)
    }
}
