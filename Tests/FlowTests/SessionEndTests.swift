// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginServer
import LoginStore
import Testing

/// What an ended session is worth, at every server that there is.
struct SessionEndTests {
    /// A second server on the stage's database, as another machine would run it.
    private func neighbour(of stage: Stage) async throws -> (server: LoginServer, store: LoginStore) {
        let store = LoginStore(
            database: try await SQLiteDatabase.open(path: stage.folder.appending(path: "login.db").path))
        let settings = try LoginServerSettings(
            publicAddress: stage.address, serviceName: BilingualText(ko: "맛집 지도", en: "Tasty Map"),
            allowsLoopbackHTTP: true)
        let server = try await LoginServer(
            settings: settings, providers: [], store: store, masterKeys: MasterKeys(stage.masterKey),
            environment: ServerEnvironment(
                clock: stage.clock, random: SystemRandomSource(), log: .silent, timer: ContinuousClock()))
        return (server, store)
    }

    private func refresh(_ token: Secret, at server: LoginServer, _ stage: Stage) async throws -> HTTPResponse {
        let form: FormFields = ["grant_type": "refresh_token", "refresh_token": token.exposed]
        return await server.respond(to: try required(HTTPRequest.form(form, to: "\(stage.address)/oauth/token")))
    }

    private func read(_ token: Secret, at server: LoginServer, _ stage: Stage) async throws -> HTTPResponse {
        await server.respond(
            to: try required(
                HTTPRequest(
                    .get, "\(stage.address)/v1/account", headers: ["Authorization": "Bearer \(token.exposed)"])))
    }

    @Test func `S32: after a reuse no token of the family works, at once and at every server`() async throws {
        try await Stage.play { stage in
            let here = try stage.server
            let (there, store) = try await neighbour(of: stage)
            var family = [try await stage.session(of: 1001)]
            for server in [here, there] {
                let answer = try await refresh(try required(family.last).refreshToken, at: server, stage)
                family.append(try SessionTokens(json: answer.json()))
            }
            #expect(try await read(try required(family.last).accessToken, at: here, stage).status == 200)
            #expect(try await read(try required(family.last).accessToken, at: there, stage).status == 200)

            let reuse = try await refresh(family[0].refreshToken, at: there, stage)

            #expect(try reuse.problemCode() == .refreshReuse)
            for server in [here, there] {
                for tokens in family {
                    #expect(try await refresh(tokens.refreshToken, at: server, stage).problemCode() == .refreshReuse)
                    #expect(try await read(tokens.accessToken, at: server, stage).problemCode() == .sessionEnded)
                }
            }
            await store.close()
        }
    }

    @Test(arguments: ["current", "others", "all"])
    func `S35: signing one, the others or all out ends exactly those, by refresh and access token`(which: String)
        async throws
    {
        try await Stage.play { stage in
            let stranger = try await stage.session(of: 1002)
            let mine = try await stage.session(of: 1001)
            let others = [try await stage.session(of: 1001), try await stage.session(of: 1001)]

            let answer = try await stage.call(.delete, "/v1/sessions?which=\(which)", token: mine.accessToken)

            #expect(answer.status == 204)
            let ended = (which == "others" ? [] : [mine]) + (which == "current" ? [] : others)
            for tokens in [mine, stranger] + others {
                let isEnded = ended.contains { $0.sessionID == tokens.sessionID }
                let page = try await stage.call(.get, "/v1/account", token: tokens.accessToken)
                #expect(page.status == (isEnded ? 401 : 200))
                let refresh = try await stage.refresh(tokens.refreshToken)
                #expect(refresh.status == (isEnded ? 400 : 200))
                if isEnded { #expect(try refresh.problemCode() == .sessionEnded) }
            }
        }
    }

    @Test
    func `S35: a back end sees the session in a token, and believes one of an ended session no longer than it lives`()
        async throws
    {
        try await Stage.play { stage in
            let tokens = try await stage.session(of: 1001)
            let published = try JWKSet(parsing: try await stage.call(.get, "/.well-known/jwks.json").json())
            let backEnd = AccessTokenVerifier(
                rules: AccessTokenRules(issuer: stage.address, audience: stage.address), keys: published,
                clock: stage.clock)
            _ = try await stage.call(.delete, "/v1/sessions", token: tokens.accessToken)

            #expect(try await backEnd.verify(tokens.accessToken).sessionID == tokens.sessionID)
            stage.clock.advance(by: 900 + 61)
            let error = await #expect(throws: LoginError.self) { try await backEnd.verify(tokens.accessToken) }
            #expect(error?.code == .accessTokenExpired)
        }
    }
}
