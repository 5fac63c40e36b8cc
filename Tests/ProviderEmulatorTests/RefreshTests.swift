// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("A refresh token for an access token")
struct RefreshTests {
    private let world: EmulatedWorld
    private static let day: Double = 86_400

    init() throws {
        world = try EmulatedWorld()
    }

    private func works(_ tokens: JSONValue) async throws -> Bool {
        let token = try #require(tokens["access_token"]?.string)
        return try await world.kapi("/v1/user/access_token_info", token: token).status == 200
    }

    @Test("A refresh gives an access token that works at once, and no refresh token while a month of it is left")
    func freshRefreshToken() async throws {
        let first = try await world.signIn()
        world.clock.advance(by: 21_600)

        let answer = try await world.refresh(try #require(first["refresh_token"]?.string)).json()

        #expect(try await works(first) == false)
        #expect(try await works(answer))
        #expect(answer["expires_in"]?.integer == 21_599)
        #expect(answer["refresh_token"] == nil)
        #expect(answer["refresh_token_expires_in"] == nil)
        #expect(answer["scope"] == nil)
        #expect(answer["token_type"]?.string == "bearer")
    }

    @Test("With less than a month left a new refresh token comes, and the old one ends after a short overlap")
    func renewal() async throws {
        let old = try #require(try await world.signIn()["refresh_token"]?.string)
        world.clock.advance(by: 31 * Self.day)

        let answer = try await world.refresh(old).json()
        let new = try #require(answer["refresh_token"]?.string)
        let again = try await world.refresh(old).json()
        world.clock.advance(by: 11)
        let late = try await world.refresh(old)

        #expect(answer["refresh_token_expires_in"]?.integer == 5_183_999)
        #expect(again["refresh_token"]?.string == new)
        #expect(late.status == 400)
        #expect(try late.errorCode() == "KOE322")
        #expect(try late.json()["error"]?.string == "invalid_grant")
        #expect(try await world.refresh(new).status == 200)
    }

    @Test("Thirty days to the second are no less than a month")
    func renewalBoundary() async throws {
        let token = try #require(try await world.signIn()["refresh_token"]?.string)
        world.clock.advance(by: 5_183_999 - 2_592_000)

        let exactly = try await world.refresh(token).json()
        world.clock.advance(by: 1)
        let less = try await world.refresh(token).json()

        #expect(exactly["refresh_token"] == nil)
        #expect(less["refresh_token"] != nil)
    }

    @Test("A refresh token ends after about sixty days")
    func endOfLife() async throws {
        let token = try #require(try await world.signIn()["refresh_token"]?.string)
        world.clock.advance(by: 5_183_999)

        #expect(try await world.refresh(token).errorCode() == "KOE322")
    }

    @Test("Many refreshes at once with one token all work, also when it is due for renewal", arguments: [0, 31.0])
    func parallelRefreshes(_ days: Double) async throws {
        let token = try #require(try await world.signIn()["refresh_token"]?.string)
        world.clock.advance(by: days * Self.day)

        let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
            for _ in 0..<20 { group.addTask { try await world.refresh(token).json() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        for answer in answers { #expect(try await works(answer)) }
        #expect(Set(answers.compactMap { $0["access_token"]?.string }).count == 20)
        #expect(Set(answers.compactMap { $0["refresh_token"]?.string }).count == (days > 30 ? 1 : 0))
    }

    @Test("A refresh token serves the key that it was made for and no other")
    func otherKey() async throws {
        let token = try #require(try await world.signIn()["refresh_token"]?.string)

        let response = try await world.post(
            "https://kauth.kakao.com/oauth/token",
            ["grant_type": "refresh_token", "client_id": "demo-kakao-native-key", "refresh_token": .some(token)])

        #expect(try response.errorCode() == "KOE322")
    }

    @Test("The id_token of a refresh tells the first login's time and carries no nonce", arguments: [true, false])
    func refreshedIDToken(_ isOn: Bool) async throws {
        try await world.control(.patch, "kakao/rules", ["refresh_gives_id_token": .bool(isOn)])
        let first = try await world.signIn(1001, authorize: ["nonce": "n-1"])
        world.clock.advance(by: 50)

        let answer = try await world.refresh(try #require(first["refresh_token"]?.string)).json()

        #expect((answer["id_token"] != nil) == isOn)
        guard isOn else { return }
        let claims = try await world.idClaims(in: answer)
        let start = EmulatedWorld.startSeconds
        #expect(claims["auth_time"]?.integer == start)
        #expect(claims["iat"]?.integer == start + 50)
        #expect(claims["nonce"] == nil)
    }

    @Test("An unlinked or deleted person's refresh token is worth nothing", arguments: ["unlink", "delete"])
    func gone(_ how: String) async throws {
        let tokens = try await world.signIn()
        switch how {
        case "unlink": try await world.control(.delete, "kakao/apps/1000001/people/1001")
        default: try await world.control(.delete, "people/1001")
        }

        #expect(try await works(tokens) == false)
        #expect(try await world.refresh(try #require(tokens["refresh_token"]?.string)).errorCode() == "KOE322")
    }
}
