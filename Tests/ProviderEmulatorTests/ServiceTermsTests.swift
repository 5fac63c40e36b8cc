// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("A service's own terms (Kakao Sync)")
struct ServiceTermsTests {
    private let world: EmulatedWorld
    private let agent: Agent

    init() async throws {
        world = try EmulatedWorld()
        agent = Agent(world)
        try await world.control(
            .patch, "kakao/apps/1000001",
            [
                "service_terms": [
                    ["tag": "terms_1", "required": true, "title": "이용약관", "title_en": "Terms of use"],
                    ["tag": "ads_1", "title": "광고 수신"], ["tag": "news_1"],
                ]
            ])
    }

    private func consentPage(_ more: FormFields = [:], in other: Agent? = nil) async throws -> Page {
        let agent = other ?? agent
        let chooser = try await agent.open(Agent.authorizeAddress(more)).page()
        return try await agent.submit(try #require(chooser.form(with: "person")), with: [("person", "1001")]).page()
    }

    private func token(terms: [String] = ["terms_1", "ads_1"]) async throws -> String {
        let form = try #require(try await consentPage().form(with: "agree"))
        let fields = [("decision", "agree"), ("item", "profile_nickname")] + terms.map { ("term", $0) }
        let code = try #require(try await agent.submit(form, with: fields).fields().single("code"))
        return try #require(try await world.exchange(code).json()["access_token"]?.string)
    }

    private func post(_ what: String, _ tags: String?, token: String) async throws -> HTTPResponse {
        try await world.post(
            "https://kapi.kakao.com/v2/user/\(what)/service_terms", ["tags": tags],
            headers: ["Authorization": "Bearer \(token)"])
    }

    private func terms(_ query: String = "", token: String) async throws -> [JSONValue] {
        let answer = try await world.kapi("/v2/user/service_terms\(query)", token: token).json()
        return try #require(answer["service_terms"]?.array)
    }

    @Test("The first login asks for all of them, in the page's language, and the required ones block it")
    func firstLogin() async throws {
        let page = try await consentPage()
        let form = try #require(page.form(with: "agree"))

        let refused = try await agent.submit(form, with: [("decision", "agree"), ("item", "profile_nickname")]).page()

        #expect(page.items.prefix(1) == ["terms_1"])
        #expect(Set(page.items).isSuperset(of: ["terms_1", "ads_1", "news_1"]))
        #expect(page.markup.contains("이용약관"))
        #expect(page.markup.contains(#"name="term" value="terms_1" required"#))
        #expect(refused.response.status == 400)
    }

    @Test("An app may name the terms to ask for; later logins ask for named ones only, and for none twice")
    func namedTerms() async throws {
        let named = try await consentPage(["service_terms": "terms_1,news_1"], in: Agent(world))
        _ = try await token()
        let later = try await agent.open(Agent.authorizeAddress(["service_terms": "ads_1,news_1"])).page()
        let silent = try await agent.open(Agent.authorizeAddress()).fields()

        #expect(named.items.filter { $0.hasSuffix("_1") } == ["terms_1", "news_1"])
        #expect(later.items == ["news_1"])
        #expect(try silent.single("code") != nil)
    }

    @Test("Terms that became required later are asked for at the next login")
    func newTerms() async throws {
        _ = try await token()
        try await world.control(
            .patch, "kakao/apps/1000001", ["service_terms": [["tag": "terms_2", "required": true]]])

        #expect(try await agent.open(Agent.authorizeAddress()).page().items == ["terms_2"])
    }

    @Test("Terms or a channel that the console does not have are refused, or passed over on request")
    func unknownTags() async throws {
        let terms = Agent.authorizeAddress(["service_terms": "terms_9"])
        let channel = Agent.authorizeAddress(["channel_public_id": "_other"])
        let refused = [try await world.get(terms), try await world.get(channel)]
        try await world.control(.patch, "kakao/rules", ["lenient": ["unknown_service_terms"]])
        let passed = [try await world.get(terms), try await world.get(channel)]
        try await world.control(.patch, "kakao/rules", ["lenient": []])
        try await world.control(.patch, "kakao/apps/1000001", ["channels": ["_other"]])

        #expect(refused.map(\.status) == [400, 400])
        #expect(refused[0].text.contains("KOE204") && refused[1].text.contains("KOE102"))
        #expect(passed.map(\.status) == [200, 200])
        #expect(try await world.get(channel).status == 200)
    }

    @Test("The list holds what was agreed to, when and how, or on request all that the app has")
    func lists() async throws {
        let token = try await token()

        let agreed = try await terms(token: token)
        let all = try await terms("?result=app_service_terms", token: token)
        let one = try await terms("?result=app_service_terms&tags=news_1,ads_1", token: token)

        #expect(
            agreed == [
                [
                    "tag": "terms_1", "required": true, "agreed": true, "revocable": false,
                    "agreed_at": "2026-03-01T00:00:00Z", "agreed_by": "KAUTH",
                ],
                [
                    "tag": "ads_1", "required": false, "agreed": true, "revocable": true,
                    "agreed_at": "2026-03-01T00:00:00Z", "agreed_by": "KAUTH",
                ],
            ])
        #expect(all.last == ["tag": "news_1", "required": false, "agreed": false, "revocable": false])
        #expect(one.compactMap { $0["tag"]?.string } == ["ads_1", "news_1"])
        #expect(
            try await world.kapi("/v2/user/me", token: token).json()["synched_at"]?.string == "2026-03-01T00:00:00Z")
    }

    @Test("Taking back works for optional terms that were agreed to; the rest is left out of the answer")
    func revokes() async throws {
        let token = try await token()

        let answer = try await post("revoke", "terms_1,ads_1,news_1", token: token).json()

        #expect(answer["revoked_service_terms"] == [["tag": "ads_1", "agreed": false]])
        #expect(try await terms(token: token).compactMap { $0["tag"]?.string } == ["terms_1"])
    }

    @Test("A service can say that a person agreed; what was known or does not exist is left out")
    func upgrades() async throws {
        let token = try await token()
        world.clock.advance(by: 60)

        let answer = try await post("upgrade", "ads_1,news_1,terms_9", token: token).json()

        let expected: JSONValue = [
            "tag": "news_1", "agreed": true, "agreed_at": "2026-03-01T00:01:00Z", "agreed_by": "KAPI",
        ]
        #expect(answer == ["id": 1001, "agreed_service_terms": [expected]])
        #expect(try await terms("?tags=news_1", token: token).first?["agreed_by"]?.string == "KAPI")
    }

    @Test(
        "Faults are -2: unknown tags, a list that does not exist, no tags at all",
        arguments: [
            ("get", "?tags=terms_9"), ("get", "?result=all"), ("revoke", "terms_9"), ("revoke", ""), ("upgrade", ""),
            ("upgrade", ","),
        ])
    func faults(_ what: String, _ value: String) async throws {
        let token = try await token()

        let response =
            what == "get"
            ? try await world.kapi("/v2/user/service_terms\(value)", token: token)
            : try await post(what, value, token: token)

        #expect(response.status == 400)
        #expect(try response.errorCode() == "-2")
    }

    @Test("An app without Kakao Sync is -3", arguments: ["get", "revoke", "upgrade"])
    func withoutSync(_ what: String) async throws {
        let token = try await token()
        try await world.control(.patch, "kakao/apps/1000001", ["service_terms": []])

        let response =
            what == "get"
            ? try await world.kapi("/v2/user/service_terms", token: token)
            : try await post(what, "terms_1", token: token)

        #expect(response.status == 403)
        #expect(try response.errorCode() == "-3")
    }

    @Test("The admin key does all three for a person by id")
    func adminKey() async throws {
        _ = try await token()
        let headers: HTTPHeaders = ["Authorization": "KakaoAK demo-kakao-admin-key"]
        let target = "target_id_type=user_id&target_id=1001"
        let form: FormFields = ["target_id_type": "user_id", "target_id": "1001", "tags": "news_1"]
        let base = "https://kapi.kakao.com/v2/user"

        let upgraded = try await world.post("\(base)/upgrade/service_terms", form, headers: headers).json()
        let read = try await world.get("\(base)/service_terms?\(target)", headers: headers).json()
        let revoked = try await world.post("\(base)/revoke/service_terms", form, headers: headers).json()

        #expect(upgraded["agreed_service_terms"]?.array?.count == 1)
        #expect(read["service_terms"]?.array?.count == 3)
        #expect(revoked["revoked_service_terms"]?.array?.count == 1)
    }

    @Test("A seed can hold terms and what was agreed to, and the state shows them in its form")
    func seed() async throws {
        _ = try await token()
        var state = try #require(try await world.control(.get, "state").json().object)
        state["faults"] = nil
        state["clock"] = nil

        let seed = try EmulatorSeed(parsing: JSONValue.object(state).serialized())

        #expect(seed.kakao.links.first?.terms == ["terms_1", "ads_1"])
        #expect(seed.kakao.apps[0].serviceTerms.map(\.title.english) == ["Terms of use", "광고 수신", "news_1"])
    }
}
