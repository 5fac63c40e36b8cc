// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The seed")
struct SeedTests {
    @Test(
        "What cannot be is refused with its place, in both languages",
        arguments: [
            ("[]", "the document"), ("{", "the document"), (#"{"people": [], "people": []}"#, "the document"),
            (#"{"persons": []}"#, "persons"), (#"{"people": {}}"#, "people"), (#"{"people": [1]}"#, "people[0]"),
            (#"{"people": [{"id": 1}]}"#, "people[0].nickname"), (#"{"people": [{"nickname": "가"}]}"#, "people[0].id"),
            (#"{"people": [{"id": 1, "nickname": ""}]}"#, "people[0].nickname"),
            (#"{"people": [{"id": 1, "nickname": "가"}, {"id": 1, "nickname": "나"}]}"#, "people[1].id"),
            (#"{"people": [{"id": 1, "nickname": "가", "mail": "a"}]}"#, "people[0].mail"),
            (#"{"people": [{"id": 1, "nickname": "가", "birthday": "3-17"}]}"#, "people[0].birthday"),
            (#"{"people": [{"id": 1, "nickname": "가", "account_state": "x"}]}"#, "people[0].account_state"),
            (#"{"people": [{"id": 1, "nickname": "가", "email_verified": "yes"}]}"#, "people[0].email_verified"),
            (#"{"links": "here"}"#, "links"),
            (#"{"kakao": {"apps": [{"id": 1}]}}"#, "kakao.apps[0].rest_key"),
            (
                #"{"kakao": {"apps": [{"id": 1, "rest_key": "k", "redirect_uris": ["a#b"]}]}}"#,
                "kakao.apps[0].redirect_uris[0]"
            ),
            (
                #"{"kakao": {"apps": [{"id": 1, "rest_key": "k", "redirect_uris": ["/cb"]}]}}"#,
                "kakao.apps[0].redirect_uris[0]"
            ),
            (#"{"kakao": {"apps": [{"id": 1, "rest_key": "k"}, {"id": 1, "rest_key": "l"}]}}"#, "kakao.apps[1].id"),
            (#"{"kakao": {"apps": [{"id": 1, "rest_key": "k"}, {"id": 2, "rest_key": "k"}]}}"#, "kakao.apps[1]"),
            (#"{"kakao": {"apps": [{"id": 1, "rest_key": "k", "admin_key": "k"}]}}"#, "kakao.apps[0]"),
            (
                #"{"kakao": {"apps": [{"id": 1, "rest_key": "k", "consent_items": [{"scope": "shoe_size"}]}]}}"#,
                "kakao.apps[0].consent_items[0].scope"
            ),
            (
                #"{"kakao": {"apps": [{"id": 1, "rest_key": "k", "consent_items": [{"scope": "name"}, {"scope": "name"}]}]}}"#,
                "kakao.apps[0].consent_items[1].scope"
            ),
            (#"{"kakao": {"links": [{"app": 1, "person": 1}]}}"#, "kakao.links[0].app"),
            (#"{"kakao": {"rules": {"lenient": ["everything"]}}}"#, "kakao.rules.lenient[0]"),
            (#"{"kakao": {"rules": {"code_seconds": 1.5}}}"#, "kakao.rules.code_seconds"),
            (#"{"kakao": {"rules": {"statuses": {"KOE010": 200}}}}"#, "kakao.rules.statuses.KOE010"),
        ])
    func refused(_ text: String, _ place: String) {
        #expect { try EmulatorSeed(parsing: text) } throws: { error in
            guard let error = error as? LoginError else { return false }
            return error.code == .emulatorSeedInvalid && error.message.english.contains("cannot take \(place):")
                && !error.message.korean.isEmpty && !error.remedy.korean.isEmpty
        }
    }

    @Test("A link of a seed needs its person and items that the app has")
    func linkNeedsItsParts() {
        let app = #"{"id": 1, "rest_key": "k", "consent_items": [{"scope": "name"}]}"#
        let person = #"{"id": 5, "nickname": "가"}"#

        #expect(throws: LoginError.self) {
            try EmulatorSeed(parsing: #"{"kakao": {"apps": [\#(app)], "links": [{"app": 1, "person": 5}]}}"#)
        }
        #expect(throws: LoginError.self) {
            try EmulatorSeed(
                parsing: """
                    {"people": [\(person)], "kakao": {"apps": [\(app)], "links":
                    [{"app": 1, "person": 5, "agreed": ["gender"]}]}}
                    """)
        }
    }

    @Test("Somebody whom the seed connects signs in without being asked")
    func linkOfSeed() async throws {
        var seed = EmulatorSeed.demo
        let link = #"{"app": 1000001, "person": 1001, "agreed": ["profile_nickname", "account_email"]}"#
        seed.kakao.links = [try KakaoSeed.Link(reading: SeedObject(JSONValue(parsing: link)))]
        let agent = Agent(try EmulatedWorld(seed))

        let chooser = try await agent.open(Agent.authorizeAddress()).page()
        let end = try await agent.submit(try #require(chooser.form(with: "person")), with: [("person", "1001")])

        #expect(try end.fields().single("code") != nil)
    }

    @Test("What the state shows of people, apps and rules can be a seed again")
    func roundTrip() async throws {
        let world = try EmulatedWorld()
        _ = try await Agent(world).walk(1001)
        var state = try #require(try await world.control(.get, "state").json().object)
        state["faults"] = nil
        state["clock"] = nil

        let seed = try EmulatorSeed(parsing: JSONValue.object(state).serialized())

        #expect(seed.people == EmulatorSeed.demo.people)
        #expect(seed.kakao.rules == EmulatorSeed.demo.kakao.rules)
        #expect(seed.kakao.links.first?.agreed == ["profile_nickname", "profile_image", "account_email"])
    }

    @Test("The demo's app waits where it is told to")
    func demoRedirectURIs() {
        #expect(
            EmulatorSeed.demo(redirectURIs: ["kakao": ["https://a.example/cb"]]).kakao.apps[0].redirectURIs == [
                "https://a.example/cb"
            ])
    }
}
