// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore
import Testing

/// A session's tokens, one after the other.
struct RefreshTests {
    @Test func `S57: a refresh gives the next pair, which no cache may keep`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)

            let answer = try await stage.refresh(first.refreshToken)

            let second = try SessionTokens(json: answer.json())
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(second.refreshToken != first.refreshToken)
            #expect(second.sessionID == first.sessionID)
            #expect(try await stage.call(.get, "/v1/account", token: second.accessToken).status == 200)
        }
    }

    @Test func `S30: within the grace the token before gets the same successor, and using that ends the grace`()
        async throws
    {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let second = try SessionTokens(json: try await stage.refresh(first.refreshToken).json())
            stage.clock.advance(by: 100)

            let repeated = try SessionTokens(json: try await stage.refresh(first.refreshToken).json())
            #expect(repeated.refreshToken == second.refreshToken)

            _ = try await stage.refresh(second.refreshToken)
            let reused = try await stage.refresh(first.refreshToken)
            #expect(try reused.problemCode() == .refreshReuse)
        }
    }

    @Test func `S30: the grace does not extend itself`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            _ = try await stage.refresh(first.refreshToken)
            stage.clock.advance(by: 100)
            #expect(try await stage.refresh(first.refreshToken).status == 200)
            stage.clock.advance(by: 30)

            #expect(try await stage.refresh(first.refreshToken).problemCode() == .refreshReuse)
        }
    }

    @Test func `S29, S32: a replay ends the whole session, with its own code and a line in the log`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let second = try SessionTokens(json: try await stage.refresh(first.refreshToken).json())
            stage.clock.advance(by: 121)

            let replay = try await stage.refresh(first.refreshToken)

            #expect(replay.status == 400)
            #expect(try replay.json()["error"]?.string == "invalid_grant")
            #expect(try replay.problemCode() == .refreshReuse)
            #expect(stage.log.entries("session.refresh_reuse").map { $0["session"] } == [first.sessionID])
            #expect(try await stage.refresh(second.refreshToken).problemCode() == .refreshReuse)
            let call = try await stage.call(.get, "/v1/account", token: second.accessToken)
            #expect(try call.problemCode() == .sessionEnded)
        }
    }

    @Test func `S31: a hundred refreshes with one token have one outcome`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)

            let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                for _ in 0..<100 { group.addTask { try await stage.refresh(first.refreshToken) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(answers.allSatisfy { $0.status == 200 })
            let successors = try Set(answers.map { try SessionTokens(json: $0.json()).refreshToken })
            #expect(successors.count == 1)
            #expect(stage.log.entries("session.refreshed").count == 1)
            let session = try await stage.store.session(first.sessionID)?.session
            #expect(session?.counter == 1)
        }
    }

    @Test func `S34: the idle end and the absolute end both end a session, and a refresh moves only the first`()
        async throws
    {
        try await Stage.play { stage in
            var used = try await stage.session(of: 1001)
            let idle = try await stage.session(of: 1002)

            for _ in 0..<7 {
                stage.clock.advance(by: 25 * 86_400)
                used = try SessionTokens(json: try await stage.refresh(used.refreshToken).json())
            }
            #expect(try await stage.refresh(idle.refreshToken).problemCode() == .refreshExpired)

            stage.clock.advance(by: 5 * 86_400 - 60)
            let last = try SessionTokens(json: try await stage.refresh(used.refreshToken).json())
            #expect(last.expiresIn <= 60)
            stage.clock.advance(by: 60)
            #expect(try await stage.refresh(last.refreshToken).problemCode() == .refreshExpired)
        }
    }

    @Test func `S33: a client that is not the session's gets nothing and ends nothing`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)

            let stranger = try await stage.refresh(first.refreshToken, ["client_id": "other-app"])

            #expect(stranger.status == 401)
            #expect(try stranger.json()["error"]?.string == "invalid_client")
            #expect(try await stage.refresh(first.refreshToken, ["client_id": "social-login"]).status == 200)
        }
    }

    @Test func `S27: an access token lives fifteen minutes and names its session`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            #expect(first.expiresIn == 900)

            stage.clock.advance(by: 931)

            let late = try await stage.call(.get, "/v1/account", token: first.accessToken)
            #expect(late.status == 401)
            #expect(try late.problemCode() == .accessTokenExpired)
            #expect(late.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
        }
    }

    @Test func `S27: neither a refresh token nor an id_token passes for an access token`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let idToken = try await KakaoApp(stage).tokens(of: 1001).idToken

            for token in [first.refreshToken, idToken, Secret("x"), Secret("")] {
                let answer = try await stage.call(.get, "/v1/account", token: token)
                #expect(answer.status == 401)
                let code = try answer.problemCode()
                #expect(code == .accessTokenInvalid || token == Secret("") && code == .accessTokenMissing)
            }
        }
    }

    @Test func `S32: ended sessions are ended at once, for every token there is of them`() async throws {
        try await Stage.play { stage in
            let one = try await stage.session(of: 1001)
            let two = try await stage.session(of: 1001)
            let three = try await stage.session(of: 1001)

            #expect(
                try await stage.call(.delete, "/v1/sessions/\(two.sessionID)", token: one.accessToken).status == 204)
            #expect(try await stage.refresh(two.refreshToken).problemCode() == .sessionEnded)
            #expect(try await stage.call(.get, "/v1/account", token: two.accessToken).status == 401)

            #expect(try await stage.call(.delete, "/v1/sessions?which=others", token: one.accessToken).status == 204)
            #expect(try await stage.refresh(three.refreshToken).problemCode() == .sessionEnded)
            #expect(try await stage.refresh(one.refreshToken).status == 200)
        }
    }
}
