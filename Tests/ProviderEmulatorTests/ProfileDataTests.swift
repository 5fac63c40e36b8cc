// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("People whose data is a case of its own")
struct ProfileDataTests {
    private func me(_ person: Int64, in world: EmulatedWorld) async throws -> HTTPResponse {
        let tokens = try await world.signIn(person)
        return try await world.kapi("/v2/user/me", token: try #require(tokens["access_token"]?.string))
    }

    @Test(
        "B49: An id of 64 bits goes out digit by digit, as a number in me and as text in sub",
        arguments: [3_000_000_001, 9_007_199_254_740_993, Int64.max])
    func wideIDs(_ id: Int64) async throws {
        let world = try EmulatedWorld()
        try await world.control(.post, "people", ["id": JSONValue(id), "nickname": "큰번호이름"])

        let tokens = try await world.signIn(id)
        let reply = try await world.kapi("/v2/user/me", token: try #require(tokens["access_token"]?.string))

        #expect(reply.text.hasPrefix(#"{"id":\#(id),"#))
        #expect(try await world.idClaims(in: tokens)["sub"]?.string == String(id))
    }

    @Test(
        "B49: An id may stand as text; one that is no whole number of 64 bits is an error, never another number",
        arguments: [
            (#""3000000001""#, true), ("9007199254740993", true), ("1.0", false), ("1e3", false),
            ("9223372036854775808", false), ("0", false), ("-5", false), (#""12x""#, false), ("true", false),
        ])
    func idForms(_ id: String, _ passes: Bool) throws {
        let seed = #"{"people": [{"id": \#(id), "nickname": "가"}]}"#

        if passes {
            #expect(try EmulatorSeed(parsing: seed).people.count == 1)
        } else {
            #expect { try EmulatorSeed(parsing: seed) } throws: { error in
                (error as? LoginError)?.message.english.contains("people[0].id") == true
            }
        }
    }

    @Test("B49: A reply with an id of another form can be ordered word for word")
    func orderedID() async throws {
        let world = try EmulatedWorld()
        let token = try #require(try await world.signIn()["access_token"]?.string)
        try await world.control(
            .post, "faults", ["kind": "answer", "path": "/v2/user/me", "body": #"{"id":9223372036854775808}"#])

        let reply = try await world.kapi("/v2/user/me", token: token)

        #expect(reply.text == #"{"id":9223372036854775808}"#)
    }

    @Test(
        "B91: Both flags of an e-mail address go out as they are, each on its own",
        arguments: [(true, true), (true, false), (false, true), (false, false)])
    func emailFlags(_ isValid: Bool, _ isVerified: Bool) async throws {
        let world = try EmulatedWorld()
        try await world.control(
            .patch, "people/1001",
            [
                "email": "victim@example.test", "email_valid": .bool(isValid), "email_verified": .bool(isVerified),
            ])

        let account = try await me(1001, in: world).json()["kakao_account"]

        #expect(account?["email"]?.string == "victim@example.test")
        #expect(account?["is_email_valid"]?.bool == isValid)
        #expect(account?["is_email_verified"]?.bool == isVerified)
    }

    @Test("A nickname cut inside an emoji goes out with half a surrogate pair in its escape")
    func cutEmoji() async throws {
        let reply = try await me(1007, in: try EmulatedWorld())

        #expect(reply.text.contains(#""nickname":"유나\ud83d""#))
        #expect(try reply.json()["properties"]?["nickname"]?.string == "유나\u{FFFD}", "a mending reader takes it")
    }

    @Test("An emoji nickname goes out whole")
    func emoji() async throws {
        let reply = try await me(1005, in: try EmulatedWorld())

        #expect(try reply.json()["properties"]?["nickname"]?.string == "🐰하늘🌤️")
    }

    @Test("Whoever has no picture gets the stand-in, and the reply says so")
    func standInPicture() async throws {
        let profile = try await me(1006, in: try EmulatedWorld()).json()["kakao_account"]?["profile"]

        #expect(profile?["is_default_image"]?.bool == true)
        #expect(
            profile?["profile_image_url"]?.string?.hasPrefix("http://img1.kakaocdn.net/thumb/R640x640.q70/?fname=")
                == true)
    }

    @Test("The demo's people can be listed before anybody signs in")
    func people() throws {
        let people = try EmulatedWorld().emulator.people

        #expect(people.first == PersonSummary(Person(id: 1001, nickname: "김서연", email: "seoyeon@example.com")))
        #expect(people.contains { $0.email == nil })
    }
}
