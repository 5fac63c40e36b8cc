// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginServer
import LoginStore
import Testing

/// Keys, health, the log, and what a server refuses to start on.
struct OperationTests {
    @Test func `health says that the process lives and how long a commit takes`() async throws {
        try await Stage.play { stage in
            let ready = try await stage.call(.get, "/health/ready")

            #expect(try await stage.call(.get, "/health/live").json() == ["status": "ok"])
            #expect(ready.status == 200)
            let latency = try required(
                ready.text.components(separatedBy: "\"commit_ms\":").last.flatMap {
                    Double($0.prefix { "0123456789.".contains($0) })
                })
            #expect(latency > 0 && latency < 5_000)

            await (try stage.store).close()
            let failing = try await stage.call(.get, "/health/ready")
            #expect(failing.status == 503)
            #expect(try failing.json() == ["status": "failing"])
            #expect(try await stage.call(.get, "/health/live").status == 200)
        }
    }

    @Test func `a back end can check access tokens with the published keys, which survive a restart`() async throws {
        try await Stage.play { stage in
            let token = try await stage.session(of: 1001).accessToken
            let keys = try JWKSet(parsing: try await stage.call(.get, "/.well-known/jwks.json").json())

            let verified = try UnverifiedJWT(parsing: token).verified(with: keys, algorithms: [.es256])
            let claims = try AccessTokenClaims(json: .object(verified.claims))
            #expect(verified.type == "at+jwt")
            #expect(claims.issuer == stage.address)
            #expect(claims.audiences == [stage.address])
            #expect(claims.clientID == "social-login")
            #expect(claims.expiresAt.timeIntervalSince(claims.issuedAt) == 900)

            await stage.stopServer()
            try await stage.startServer()
            #expect(try await stage.call(.get, "/.well-known/jwks.json").json() == keys.json)
            #expect(try await stage.call(.get, "/v1/account", token: token).status == 200)
        }
    }

    @Test func `the private signing key, provider tokens and push tokens stand in the database sealed`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let session = try await stage.session(of: 1002)
            await stage.stopServer()

            var bytes = try Data(contentsOf: stage.folder.appending(path: "login.db"))
            let log = stage.folder.appending(path: "login.db-wal")
            if FileManager.default.fileExists(atPath: log.path) { bytes += try Data(contentsOf: log) }
            let kept = String(decoding: bytes, as: UTF8.self)

            #expect(kept.contains("김서연"), "this is the right file")
            for secret in [
                "slr1.", "slc1.", "slt1.", "PRIVATE", try required(browser.cookies["login-session"]),
                session.refreshToken.exposed, session.accessToken.exposed,
            ] {
                #expect(!kept.contains(secret))
            }
            let record = try required(try await opened(stage) { try await $0.signingKeys(at: stage.clock.now) }.first)
            #expect(throws: JWKError.self) { try SigningKey(pkcs8: record.sealedPrivateKey) }
        }
    }

    private func opened<Value: Sendable>(
        _ stage: Stage, _ body: (LoginStore) async throws -> Value
    ) async throws -> Value {
        let store = LoginStore(
            database: try await SQLiteDatabase.open(path: stage.folder.appending(path: "login.db").path))
        let value = try await body(store)
        await store.close()
        return value
    }

    @Test func `S52: a server does not start with another master key`() async throws {
        try await Stage.play { stage in
            await stage.stopServer()

            await #expect {
                try await stage.startServer(masterKeys: MasterKeys(MasterKey(random: SystemRandomSource())))
            } throws: {
                ($0 as? LoginError)?.code == .masterKeyWrong
            }

            try await stage.startServer()
            #expect(try await stage.call(.get, "/health/ready").status == 200)
        }
    }

    @Test func `S58: a server does not start on an emulator unless it is in development`() async throws {
        try await Stage.play { stage in
            await stage.stopServer()

            await #expect {
                try await stage.startServer(publicAddress: "https://login.example.test")
            } throws: {
                ($0 as? LoginError)?.code == .emulatorNotAllowed
            }
        }
    }

    @Test func `S54: every event of a sign-in's life is logged with its request, and with no secret`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let nonceAttempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: nonceAttempt)
            let app = try await KakaoApp(stage).tokens(of: 1001, nonce: nonce)
            _ = try await stage.signIn(.idToken(app.idToken, nonce: nonce), attempt: nonceAttempt).session()
            let session = try await stage.session(of: 1001)
            let next = try SessionTokens(json: try await stage.refresh(session.refreshToken).json())
            stage.clock.advance(by: 121)
            _ = try await stage.refresh(session.refreshToken)
            let last = try await stage.session(of: 1001)
            _ = try await stage.signIn(.accessToken(Secret("unknown-access-token")))
            _ = try await stage.call(.delete, "/v1/account", token: last.accessToken)
            let other = try await stage.session(of: 1002)
            _ = try await stage.call(.patch, "/v1/account", ["nickname": "바꾼 이름"], token: other.accessToken)
            _ = try await stage.call(.delete, "/v1/sessions", token: other.accessToken)
            _ = try await stage.refresh(other.refreshToken)
            _ = try await stage.refresh(Secret("no-token-of-ours"))
            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }

            for event in [
                "sign_in.new_person", "sign_up.succeeded", "sign_in.succeeded", "sign_in.refused", "session.refreshed",
                "session.refresh_reuse", "account.withdrawn", "account.changed", "session.ended",
                "session.refresh_refused",
            ] {
                let entries = stage.log.entries(event)
                #expect(!entries.isEmpty, "\(event)")
                #expect(entries.allSatisfy { $0["request"]?.count == 10 }, "\(event)")
            }
            #expect(stage.log.entries("session.refresh_refused").map { $0["cause"] } == ["ended", "no_token_of_ours"])
            let log = stage.log.text
            for secret in [
                session.refreshToken, session.accessToken, next.refreshToken, app.accessToken, app.idToken, nonce,
                nonceAttempt.secret, other.refreshToken, other.accessToken, Secret("바꾼 이름"), Secret("no-token-of-ours"),
                Secret("unknown-access-token"), Secret("seoyeon@example.com"), Secret("김서연"),
                Secret(try required(browser.cookies["login-session"])), Secret("code="), Secret("state="),
            ] {
                #expect(!log.contains(secret.exposed))
            }
        }
    }

    @Test func `the cleaner takes away what is over`() async throws {
        try await Stage.play { stage in
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let attempt = AttemptID.fresh()
            _ = try await stage.signIn(proof, attempt: attempt).offer()
            stage.clock.advance(by: 3_600)

            // A minute on the worker's timer, which hurries here.
            try await eventually("attempt and ticket are gone, so the attempt is as good as new") {
                try await stage.signIn(proof, attempt: attempt).status == 200
            }
        }
    }
}
