// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginServer
import Testing

@testable import LoginStore

/// S53: signing keys take turns while people are signed in and back ends check tokens.
struct SigningKeyTests {
    @Test func `S53: a back end that keeps keys for an hour takes every token over a turn of keys`() async throws {
        var options = StageOptions()
        options.change = { $0.lives.signingKey = 86_400 }
        try await Stage.play(options) { stage in
            let backEnd = try AccessTokenVerifier(
                rules: AccessTokenRules(issuer: stage.address, audience: stage.address), transport: stage.transport,
                clock: stage.clock)
            var tokens = try await stage.session(of: 1001)
            var signers: [String] = [try keyID(of: tokens.accessToken)]
            stage.clock.advance(by: 86_400 - 7_200)
            try await eventually("the next key is published") { try await stage.publishedKeys().count == 2 }

            // Fourteen minutes at a time, over the turn of the keys and the end of the old one.
            for _ in 0..<14 {
                tokens = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())
                stage.clock.advance(by: 840)
                _ = try await backEnd.verify(tokens.accessToken)
                #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
                signers.append(try keyID(of: tokens.accessToken))
            }

            #expect(Set(signers).count == 2)
            #expect(try await stage.publishedKeys() == [signers.last])
        }
    }

    @Test func `a key that leaked is refused within a minute, and apps go on with a refresh`() async throws {
        try await Stage.play { stage in
            let tokens = try await stage.session(of: 1001)
            let old = try keyID(of: tokens.accessToken)

            let rotated = try await LoginServer.rotateSigningKey(
                of: stage.store, masterKeys: MasterKeys(stage.masterKey), atOnce: true,
                environment: ServerEnvironment(
                    clock: stage.clock, random: SystemRandomSource(), log: stage.log.log, timer: ContinuousClock()))
            try await eventually("the server takes the new key up") {
                try await stage.publishedKeys() == [rotated.keyID]
            }

            let refused = try await stage.call(.get, "/v1/account", token: tokens.accessToken)
            #expect(try refused.problemCode() == .accessTokenInvalid)
            let next = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())
            #expect(try keyID(of: next.accessToken) == rotated.keyID)
            #expect(try await stage.call(.get, "/v1/account", token: next.accessToken).status == 200)
            #expect(old != rotated.keyID)
            let events = try await stage.database.read { database in
                try database.records(Statement("SELECT event FROM audit"), []) { row throws(LoginError) in
                    try row.text()
                }
            }
            #expect(events.contains("signing_keys_replaced"))
        }
    }

    @Test func `a database that fails while a key is looked up says nothing about the token`() async throws {
        try await Stage.play { stage in
            let foreign = SigningKey.generateES256(id: "another-server's")
            let tokens = try await stage.session(of: 1001)
            let keys = try JWKSet(parsing: try await stage.call(.get, "/.well-known/jwks.json").json())
            let own = try UnverifiedJWT(parsing: tokens.accessToken).verified(with: keys, algorithms: [.es256])
            let token = signJWT(claims: own.claims, type: AccessTokenClaims.type, key: foreign)
            try await stage.store.close()

            let answer = try await stage.call(.get, "/v1/account", token: token)

            #expect(answer.status == 503)
            #expect(try answer.problemCode() == .storeUnavailable)
        }
    }

    private func keyID(of token: Secret) throws -> String {
        try required(try UnverifiedJWT(parsing: token).keyID)
    }
}

extension Stage {
    /// The ids of the keys that are published, the oldest first.
    fileprivate func publishedKeys() async throws -> [String?] {
        try await call(.get, "/.well-known/jwks.json").json()["keys"]?.array?.map { $0["kid"]?.string } ?? []
    }
}
