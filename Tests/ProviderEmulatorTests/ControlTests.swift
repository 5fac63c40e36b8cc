// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The control API")
struct ControlTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func refusal(_ token: String) async throws -> String? {
        let response = try await world.kapi("/v1/user/access_token_info", token: token)
        return response.status == 200 ? nil : try response.json()["msg"]?.string
    }

    @Test("People are added, changed and taken away while everything runs")
    func people() async throws {
        let added = try await world.control(.post, "people", ["nickname": "새사람", "email": "new@example.com"]).json()
        let id = try #require(added["id"]?.integer)
        let changed = try await world.control(.patch, "people/\(id)", ["email": nil, "nickname": "헌사람"]).json()
        try await world.control(.delete, "people/1001")
        let list = try #require(try await world.control(.get, "people").json().array)

        #expect(changed["nickname"]?.string == "헌사람")
        #expect(changed["email"]?.isNull == true)
        #expect(list.contains(changed))
        #expect(!list.contains { $0["id"]?.integer == 1001 })
        #expect(world.emulator.people.contains { $0.nickname == "헌사람" })
    }

    @Test("The id of a person who was taken away is given to nobody else")
    func newIDs() async throws {
        var ids: [Int64] = []
        for _ in 0..<3 {
            let added = try await world.control(.post, "people", ["nickname": "새사람"]).json()
            let id = try #require(added["id"]?.integer)
            try await world.control(.delete, "people/\(id)")
            ids.append(id)
        }
        try await world.control(.post, "clock", ["advance_seconds": -86_400])
        let later = try await world.control(.post, "people", ["nickname": "새사람"]).json()

        #expect(Set(ids).count == 3)
        #expect(try #require(later["id"]?.integer) > ids[2], "also when the clock goes back")
    }

    @Test("Apps are added and changed; one key belongs to one app")
    func apps() async throws {
        let app: JSONValue = ["id": 7, "rest_key": "other-key", "redirect_uris": ["https://other.example/cb"]]
        let added = try await world.control(.post, "kakao/apps", app)
        let stolen = try await world.control(.patch, "kakao/apps/7", ["native_key": "demo-kakao-rest-key"])
        let page = try await world.get(
            Agent.authorizeAddress(["client_id": "other-key", "redirect_uri": "https://other.example/cb"]))
        try await world.control(.patch, "kakao/apps/7", ["rest_key": "newer-key"])
        let oldKey = try await world.get(
            Agent.authorizeAddress(["client_id": "other-key", "redirect_uri": "https://other.example/cb"]))

        #expect(added.status == 200)
        #expect(stolen.status == 400)
        #expect(page.status == 200)
        #expect(oldKey.text.contains("KOE101"))
    }

    @Test("Consent can be set and forgotten; forgetting ends the tokens")
    func consents() async throws {
        let tokens = try await world.signIn()
        let token = try #require(tokens["access_token"]?.string)
        try await world.control(.put, "kakao/apps/1000001/people/1001", ["agreed": ["profile_nickname", "gender"]])
        let me = try await world.kapi("/v2/user/me", token: token).json()

        let forgotten = try await world.control(.delete, "kakao/apps/1000001/people/1001")
        let again = try await world.control(.delete, "kakao/apps/1000001/people/1001")

        #expect(me["kakao_account"]?["gender"]?.string == "female")
        #expect(me["kakao_account"]?["email_needs_agreement"]?.bool == true)
        #expect(forgotten.status == 200)
        #expect(again.status == 404)
        #expect(try await refusal(token) == "this access token does not exist")
    }

    @Test(
        "Tokens run out or vanish on order, by person and app",
        arguments: [
            ("expire", "access", "this access token is already expired", true),
            ("expire", "refresh", nil, false), ("expire", "all", "this access token is already expired", false),
            ("kill", "access", "this access token does not exist", true), ("kill", "refresh", nil, false),
            ("kill", "all", "this access token does not exist", false),
        ] as [(String, String, String?, Bool)])
    func tokens(_ how: String, _ kind: String, _ message: String?, _ refreshes: Bool) async throws {
        let (meant, other) = (try await world.signIn(), try await world.signIn(1002))

        let answer = try await world.control(
            .post, "kakao/tokens/\(how)", ["app": 1_000_001, "person": 1001, "tokens": .string(kind)])

        #expect(try answer.json()["count"]?.integer == (kind == "all" ? 2 : 1))
        #expect(try await refusal(try #require(meant["access_token"]?.string)) == message)
        #expect(try await refusal(try #require(other["access_token"]?.string)) == nil)
        let refresh = try await world.refresh(try #require(meant["refresh_token"]?.string))
        #expect((refresh.status == 200) == refreshes)
        if refreshes {
            let token = try #require(try refresh.json()["access_token"]?.string)
            #expect(try await refusal(token) == nil, "a token that was just made works")
        }
    }

    @Test("The clock moves forward and back, and is put right")
    func clock() async throws {
        let moved = try await world.control(.post, "clock", ["advance_seconds": 86_400]).json()
        let back = try await world.control(.post, "clock", ["advance_seconds": -3600]).json()
        let right = try await world.control(.delete, "clock").json()

        #expect(moved["now"]?.string == "2026-03-02T00:00:00Z")
        #expect(back["ahead_seconds"]?.integer == 82_800)
        #expect(right == ["now": "2026-03-01T00:00:00Z", "ahead_seconds": 0])
    }

    @Test("A reset brings everything back to the seed")
    func reset() async throws {
        let token = try #require(try await world.signIn()["access_token"]?.string)
        try await world.control(.delete, "people/1002")
        try await world.control(.post, "faults", ["kind": "html"])
        try await world.control(.patch, "kakao/rules", ["code_seconds": 1])
        try await world.control(.post, "clock", ["advance_seconds": 100])

        try await world.control(.post, "reset")
        let state = try await world.control(.get, "state").json()

        #expect(try await refusal(token) == "this access token does not exist")
        #expect(state["people"]?.array?.count == EmulatorSeed.demo.people.count)
        #expect(state["faults"]?.array?.isEmpty == true)
        #expect(state["kakao"]?["links"]?.array?.isEmpty == true)
        #expect(state["kakao"]?["rules"] == EmulatorSeed.demo.kakao.rules.json)
        #expect(state["clock"]?["ahead_seconds"]?.integer == 0)
    }

    @Test(
        "A body that cannot be taken names its place and changes nothing",
        arguments: [
            (HTTPMethod.post, "people", ["nickname": "가", "id": 1001], 400), (.post, "people", ["nick": "가"], 400),
            (.patch, "people/1001", ["birthday": "x"], 400), (.patch, "people/1001", ["id": 5], 400),
            (.patch, "people/77", ["nickname": "가"], 404), (.patch, "kakao/apps/77", ["name": "가"], 404),
            (.put, "kakao/apps/1000001/people/1001", ["agreed": ["talk_message"]], 400),
            (.put, "kakao/apps/1000001/people/77", ["agreed": []], 404),
            (.post, "clock", ["advance": 5], 400), (.post, "faults", ["kind": "error"], 400),
            (.post, "faults", ["kind": "error", "code": "KOE999"], 400), (.post, "faults", ["kind": "fire"], 400),
            (.post, "faults", ["kind": "html", "code": "KOE237"], 400),
            (.post, "kakao/tokens/kill", ["app": 1_000_001], 400), (.patch, "kakao/rules", ["logout_reach": "x"], 400),
        ] as [(HTTPMethod, String, JSONValue, Int)])
    func badBodies(_ method: HTTPMethod, _ path: String, _ body: JSONValue, _ status: Int) async throws {
        let before = try await world.control(.get, "state").json()

        let response = try await world.control(method, path, body)

        #expect(response.status == status)
        #expect(try response.json()["message"]?["ko"]?.string?.isEmpty == false)
        #expect(try response.json()["message"]?["en"]?.string?.isEmpty == false)
        #expect(try await world.control(.get, "state").json() == before)
    }

    @Test(
        "It answers this machine only, under the emulator's own address, and no other site's page",
        arguments: [
            ("127.0.0.1:9900", "127.0.0.1", nil, 200), ("localhost:9900", "::1", nil, 200),
            ("kauth.kakao.com:9900", "::ffff:127.0.0.1", nil, 200),
            ("127.0.0.1:9900", "127.0.0.1", "http://127.0.0.1:9900", 200), ("127.0.0.1:9900", "10.0.0.5", nil, 403),
            ("rebound.example", "127.0.0.1", nil, 403),
            ("127.0.0.1:9900", "127.0.0.1", "https://evil.example", 403),
            ("127.0.0.1:9900", "127.0.0.1", "http://127.0.0.1:8080", 403), ("127.0.0.1:9900", "127.0.0.1", "null", 403),
        ] as [(String, String, String?, Int)])
    func onlyFromHere(_ authority: String, _ remote: String, _ origin: String?, _ status: Int) async throws {
        var request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/_emulator/reset")
        request.remoteAddress = remote
        request.headers["Origin"] = origin

        #expect(await world.emulator.respond(to: request).status == status)
    }

    @Test("A form that some page sends is no order: bodies are JSON and say so")
    func formsAreNoOrders() async throws {
        let response = try await world.post("http://127.0.0.1:9900/_emulator/clock", ["advance_seconds": "5"])

        #expect(response.status == 415)
        #expect(try response.json()["error"]?.string == "emulator_content_type")
        #expect(response.text.contains("Content-Type: application/json"))
    }

    @Test("Its page shows people, apps and every call, in both languages", arguments: ["ko", "en"])
    func page(_ language: String) async throws {
        let page = try await world.get(
            "http://127.0.0.1:9900/_emulator", headers: ["Accept-Language": language]
        )

        #expect(page.text.contains("<html lang=\"\(language)\">"))
        #expect(page.text.contains("김서연") && page.text.contains("demo-kakao-rest-key"))
        for route in Control.routes { #expect(page.text.contains("/_emulator/\(route.pattern)")) }
        // What can be copied is whole: type, body, and ids of somebody and some app that are there.
        #expect(page.text.contains("curl -X POST -H &#39;Content-Type: application/json&#39; -d"))
        #expect(page.text.contains("http://127.0.0.1:9900/_emulator/kakao/apps/1000001/people/1001</code>"))
        #expect(page.headers["Content-Security-Policy"]?.contains("form-action 'self';") == true)
    }

    @Test("An unknown path and a wrong method are told apart")
    func unknownPaths() async throws {
        #expect(try await world.control(.get, "nothing").status == 404)
        #expect(try await world.control(.get, "people/x").status == 404)
        #expect(try await world.control(.get, "reset").status == 405)
        #expect(try await world.control(.post, "").status == 405)
    }
}
