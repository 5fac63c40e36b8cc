// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The API of the emulated Naver, and what is done with it from outside")
struct NaverAPITests {
    let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func token(_ person: Int64 = 1001) async throws -> String {
        try #require(try await world.naverTokens(person)["access_token"]?.string)
    }

    @Test("the profile can be had as XML too, as Naver's samples for its oldest SDKs read it")
    func xml() async throws {
        let tokens = try await world.naverTokens()
        let token = try #require(tokens["access_token"]?.string)
        try await world.control(.patch, "people/1001", ["nickname": "<a>]]>&"])

        let profile = try await world.openapi("/v1/nid/getUserProfile.xml", token: token)
        let refused = try await world.openapi("/v1/nid/getUserProfile.xml", token: "x")

        #expect(profile.headers["Content-Type"]?.hasPrefix("text/xml") == true)
        #expect(profile.text.contains("<resultcode><![CDATA[00]]></resultcode>"))
        #expect(profile.text.contains("<nickname><![CDATA[<a>]]]]><![CDATA[>&]]></nickname>"))
        #expect(profile.text.contains("<email><![CDATA[seoyeon@example.com]]></email>"))
        #expect(refused.status == 401)
        #expect(refused.text.contains("<resultcode><![CDATA[024]]></resultcode>"))
    }

    @Test("a profile has Naver's forms, all of them text")
    func profile() async throws {
        let answer = try await world.openapi("/v1/nid/me?", token: token()).json()
        let response = try #require(answer["response"]?.object)

        #expect(answer["resultcode"] == "00" && answer["message"] == "success")
        #expect(response.members.allSatisfy { $0.value.string != nil })
        #expect(response["gender"] == "F" && response["age"] == "20-29" && response["birthday"] == "03-17")
        #expect(response["birthyear"] == "1999" && response["mobile"] == "010-2345-6789")
        #expect(response["mobile_e164"] == "+821023456789" && response["email"] == "seoyeon@example.com")
        #expect(response["id"]?.string?.count == 43)
    }

    @Test("B46: what a person has not, or does not share, is not there; a rule makes it null")
    func missing() async throws {
        let token = try await token(1004)
        let absent = try await world.openapi("/v1/nid/me", token: token).json()["response"]?.object
        try await world.control(.put, "naver/apps/2000001/people/1004", ["agreed": []])
        let unshared = try await world.openapi("/v1/nid/me", token: token).json()["response"]?.object
        try await world.control(.patch, "naver/rules", ["nulls_in_profile": true])
        let nulls = try await world.openapi("/v1/nid/me", token: token).json()["response"]?.object

        #expect(absent?["email"] == nil && absent?["nickname"] == "민지")
        #expect(unshared?.names == ["id"])
        #expect(nulls?["email"]?.isNull == true)
    }

    @Test("another app knows the person by another id, and an old one by a number")
    func ids() async throws {
        let app: JSONValue = [
            "id": 8, "client_id": "other", "client_secret": "other-secret", "numeric_ids": true,
            "redirect_uris": [.string(EmulatedWorld.naverRedirectURI)],
        ]
        try await world.control(.post, "naver/apps", app)
        let other: FormFields = ["client_id": "other", "client_secret": "other-secret"]
        let code = try await Agent(world).naverCode(of: 1001, ["client_id": "other"])
        var form: FormFields = ["grant_type": "authorization_code", "code": .some(code)]
        for field in other.fields { form.add(field.name, field.value) }
        let otherToken = try #require(try await world.nid("/oauth2.0/token", form).json()["access_token"]?.string)

        let mine = try await world.openapi("/v1/nid/me", token: token()).json()["response"]?["id"]?.string
        let theirs = try await world.openapi("/v1/nid/me", token: otherToken).json()["response"]?["id"]?.string

        #expect(mine != theirs)
        #expect(theirs.flatMap { Int64($0) } != nil)
    }

    @Test(
        "B83: refusals have Naver's codes, statuses and both shapes",
        arguments: [(nil, "028"), ("Bearer unknown", "024"), ("Basic abc", "024")] as [(String?, String)])
    func refusals(authorization: String?, code: String) async throws {
        let headers: HTTPHeaders = authorization.map { ["Authorization": $0] } ?? [:]

        let plain = try await world.get("https://openapi.naver.com/v1/nid/me", headers: headers)
        try await world.control(.patch, "naver/rules", ["error_shape": "gateway", "statuses": [code: 200]])
        let gateway = try await world.get("https://openapi.naver.com/v1/nid/me", headers: headers)

        #expect(plain.status == 401)
        #expect(try plain.json()["resultcode"] == .string(code))
        #expect(gateway.status == 200)
        #expect(try gateway.json()["errorCode"] == .string(code))
    }

    @Test("a token that ran out is 024, and so is one of somebody who disconnected")
    func deadTokens() async throws {
        let first = try await token()
        world.clock.advance(by: 3_601)
        let expired = try await world.openapi("/v1/nid/me", token: first)
        let second = try await token()
        try await world.control(.delete, "naver/apps/2000001/people/1001")

        #expect(try expired.json()["resultcode"] == "024")
        #expect(try await world.openapi("/v1/nid/me", token: second).json()["resultcode"] == "024")
    }

    @Test("a check says 00, and on request for what the token is good")
    func verify() async throws {
        let token = try await token()

        let bare = try await world.openapi("/v1/nid/verify?", token: token).json()
        let more = try await world.openapi("/v1/nid/verify?info=true", token: token).json()

        #expect(bare.object?.names == ["resultcode", "message"])
        #expect(more["response"]?["token"]?.string == token)
        #expect(more["response"]?["allowed_profile"]?.string?.contains("email") == true)
    }

    @Test("what is not there is refused in the host's own shape")
    func unknownPaths() async throws {
        let api = try await world.get("https://openapi.naver.com/v1/nothing")
        let page = try await world.get("https://nid.naver.com/nothing")

        #expect(api.status == 404)
        #expect(try api.json()["resultcode"] == "404")
        #expect(page.status == 404)
        #expect(try page.json()["error"] == "invalid_request")
    }

    @Test("an ordered fault by a code of Naver's leaves Kakao alone and waits for Naver")
    func faults() async throws {
        let token = try await token()
        try await world.control(.post, "faults", ["kind": "error", "code": "024"])

        let kakao = try await world.get("https://kapi.kakao.com/v2/user/me")
        let naver = try await world.openapi("/v1/nid/verify", token: token)

        #expect(try kakao.json()["code"] != nil)
        #expect(try naver.json()["resultcode"] == "024")
        #expect(try await world.openapi("/v1/nid/verify", token: token).status == 200)
        let wrongHost: JSONValue = ["kind": "error", "code": "024", "host": "kapi.kakao.com"]
        #expect(try await world.control(.post, "faults", wrongHost).status == 400)
    }

    @Test("the person sees the app among the connected ones, and disconnects it")
    func connectedApps() async throws {
        let agent = Agent(world)
        let code = try await agent.naverCode(of: 1001)
        let tokens = try await world.nid("/oauth2.0/token", ["grant_type": "authorization_code", "code": .some(code)])
        let token = try #require(try tokens.json()["access_token"]?.string)

        let page = try await agent.open("https://nid.naver.com/emulator/apps").page()
        let after = try await agent.submit(
            try #require(page.form(with: "disconnect")), with: [("decision", "disconnect")]
        ).page()

        #expect(page.markup.contains("소셜로그인 데모") && page.markup.contains("연락처 이메일 주소"))
        #expect(after.markup.contains("연결된 앱이 없습니다."))
        #expect(try await world.openapi("/v1/nid/me", token: token).status == 401)
    }

    @Test("taking a person out of the world ends what they had at every provider")
    func removal() async throws {
        let token = try await token()
        let kakao = try #require(try await world.signIn()["access_token"]?.string)

        try await world.control(.delete, "people/1001")

        #expect(try await world.openapi("/v1/nid/me", token: token).status == 401)
        #expect(try await world.kapi("/v2/user/me", token: kakao).status == 401)
    }

    @Test("tokens can be let run out and killed, and apps changed")
    func control() async throws {
        let token = try await token()
        let order: JSONValue = ["app": 2_000_001, "person": 1001, "tokens": "access"]

        #expect(try await world.control(.post, "naver/tokens/expire", order).json()["count"] == 1)
        #expect(try await world.openapi("/v1/nid/me", token: token).status == 401)
        #expect(try await world.control(.post, "naver/tokens/kill", order).json()["count"] == 1)
        #expect(try await world.control(.patch, "naver/apps/2000001", ["login": false]).json()["login"] == false)
        #expect(try await world.get(EmulatedWorld.naverAddress()).status == 401)
        let page = try await world.get("http://127.0.0.1:9900/_emulator?lang=en").text
        for text in ["Naver apps", "Kakao apps", "demo-naver-client-id", "nid.naver.com/emulator/apps"] {
            #expect(page.contains(text))
        }
    }

    @Test(
        "a seed that names what is not there is refused with the place",
        arguments: [
            (#"{"naver": {"apps": [{"id": 1, "client_id": "a"}]}}"#, "naver.apps[0].client_secret"),
            (
                #"{"naver": {"apps": [{"id": 1, "client_id": "a", "client_secret": "b", "items": [{"item": "ci"}]}]}}"#,
                "naver.apps[0].items[0].item"
            ),
            (#"{"naver": {"links": [{"app": 1, "person": 1}]}}"#, "naver.links[0].app"),
            (#"{"naver": {"rules": {"lenient": ["everything"]}}}"#, "naver.rules.lenient[0]"),
        ])
    func seeds(text: String, place: String) {
        #expect {
            try EmulatorSeed(parsing: text)
        } throws: { error in
            (error as? LoginError)?.message.english.contains(place) == true
        }
    }
}
