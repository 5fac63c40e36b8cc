// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Lists of an app's users, by the admin key")
struct UserListTests {
    private let world: EmulatedWorld

    init() async throws {
        world = try EmulatedWorld()
        for person in [1003, 1001, 9_007_199_254_740_993, 1002] {
            try await world.control(
                .put, "kakao/apps/1000001/people/\(person)", ["agreed": ["profile_nickname", "account_email"]])
        }
    }

    private func get(_ path: String, key: String = "KakaoAK demo-kakao-admin-key") async throws -> HTTPResponse {
        try await world.get("https://kapi.kakao.com\(path)", headers: ["Authorization": key])
    }

    private func ids(_ answer: JSONValue) -> [Int64] { (answer["elements"]?.array ?? []).compactMap(\.integer) }

    @Test("Ids come by size, either way, with no address where there is nothing more")
    func order() async throws {
        let up = try await get("/v1/user/ids").json()
        let down = try await get("/v1/user/ids?order=desc").json()

        #expect(ids(up) == [1001, 1002, 1003, 9_007_199_254_740_993])
        #expect(ids(down) == ids(up).reversed())
        #expect(up["before_url"]?.isNull == true && up["after_url"]?.isNull == true)
    }

    @Test("People of another app are in neither list")
    func otherApp() async throws {
        try await world.control(
            .post, "kakao/apps", ["id": 7, "rest_key": "other-key", "admin_key": "other-admin-key"])
        try await world.control(.put, "kakao/apps/7/people/1004", ["agreed": []])
        let users = "/v2/app/users?target_id_type=user_id&target_ids=%5B1001,1004%5D"

        let own = try await get("/v1/user/ids").json()
        let other = try await get("/v1/user/ids", key: "KakaoAK other-admin-key").json()

        #expect(!ids(own).contains(1004))
        #expect(ids(other) == [1004])
        #expect(try await get(users).json().array?.compactMap { $0["id"]?.integer } == [1001])
    }

    @Test("A page begins with the id asked for, and names its neighbours")
    func pages() async throws {
        let page = try await get("/v1/user/ids?limit=2&from_id=1002").json()

        #expect(ids(page) == [1002, 1003])
        #expect(
            page["after_url"]?.string == "https://kapi.kakao.com/v1/user/ids?limit=2&order=asc&from_id=1003")
        #expect(
            page["before_url"]?.string == "https://kapi.kakao.com/v1/user/ids?limit=2&order=desc&from_id=1002")
        #expect(ids(try await get("/v1/user/ids?limit=2&from_id=1003").json()) == [1003, 9_007_199_254_740_993])
        #expect(ids(try await get("/v1/user/ids?from_id=9007199254740994").json()).isEmpty)
    }

    @Test(
        "Arguments that cannot be are -2",
        arguments: ["limit=0", "limit=101", "limit=x", "from_id=0", "from_id=1e3", "order=up"])
    func badArguments(_ query: String) async throws {
        #expect(try await get("/v1/user/ids?\(query)").errorCode() == "-2")
    }

    @Test("Nothing but an admin key opens the lists", arguments: ["/v1/user/ids", "/v2/app/users"])
    func otherKeys(_ path: String) async throws {
        let token = try #require(try await world.signIn()["access_token"]?.string)

        for key in ["KakaoAK demo-kakao-rest-key", "KakaoAK x", "Bearer \(token)", ""] {
            let refused = try await get(path, key: key)
            #expect(refused.status == 401)
            #expect(try refused.errorCode() == "-401")
        }
    }

    @Test("Several people come as a bare list with little in it, those who are not linked are missing")
    func users() async throws {
        let answer = try await get("/v2/app/users?target_id_type=user_id&target_ids=%5B1001,1004,1003%5D").json()

        #expect(
            answer == [
                ["id": 1001, "connected_at": "2026-03-01T00:00:00Z"],
                ["id": 1003, "connected_at": "2026-03-01T00:00:00Z"],
            ])
    }

    @Test("Property keys add what was agreed to; pictures are http, since nothing else can be asked for")
    func keys() async throws {
        try await world.control(.put, "kakao/apps/1000001/people/1001", ["agreed": ["profile_image"]])
        let keys = percentEncoded(#"["kakao_account."]"#)

        let answer = try await get(
            "/v2/app/users?target_id_type=user_id&target_ids=%5B1001%5D&property_keys=\(keys)"
        ).json()

        let account = answer.array?.first?["kakao_account"]
        #expect(account?["profile"]?["profile_image_url"]?.string?.hasPrefix("http://") == true)
        #expect(account?["email_needs_agreement"]?.bool == true)
    }

    @Test("The list can be asked to stand in a member, as the other half of Kakao's page has it")
    func inElements() async throws {
        try await world.control(.patch, "kakao/rules", ["users_in_elements": true])

        let answer = try await get("/v2/app/users?target_id_type=user_id&target_ids=%5B1001%5D").json()

        #expect(answer["elements"]?.array?.count == 1)
    }

    @Test("A hundred ids may be asked for, with property keys twenty", arguments: [(100, false), (20, true)])
    func limits(_ limit: Int, _ hasKeys: Bool) async throws {
        let keys = hasKeys ? "&property_keys=" + percentEncoded(#"["properties."]"#) : ""
        let path = { (count: Int) in
            let ids = (1...count).map(String.init).joined(separator: ",")
            return "/v2/app/users?target_id_type=user_id&target_ids=%5B\(ids)%5D\(keys)"
        }

        #expect(try await get(path(limit)).status == 200)
        #expect(try await get(path(limit + 1)).errorCode() == "-2")
    }

    @Test(
        "Ids are a list of numbers and of users",
        arguments: ["target_ids=1001", "target_ids=%5B%5D", "", "target_ids=%5B%221001%22%5D"])
    func badIDs(_ query: String) async throws {
        #expect(try await get("/v2/app/users?target_id_type=user_id&\(query)").errorCode() == "-2")
        #expect(try await get("/v2/app/users?target_id_type=uuid&target_ids=%5B1001%5D").errorCode() == "-2")
    }
}
