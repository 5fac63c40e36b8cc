// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginServer
import LoginStore
import Testing

/// Where tokens and secrets may be seen, and where not.
struct SecretPlaceTests {
    @Test func `S52: the database's files hold no token and no private key that anybody could use`() async throws {
        try await Stage.play { stage in
            let secrets = ["provider-access-token-value", "provider-refresh-token-value", "device-push-token-value"]
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let tokens: JSONValue = [
                "token_type": "bearer", "access_token": .string(secrets[0]), "expires_in": 3_600,
                "refresh_token": .string(secrets[1]), "refresh_token_expires_in": 86_400,
            ]
            try await stage.order(["kind": "answer", "body": .string(tokens.serializedText())], at: "/oauth/token")
            try await stage.order(["kind": "answer", "body": #"{"id":1001}"#], at: "/v2/user/me")
            let device = Device(name: "phone", platform: "ios", pushToken: Secret(secrets[2]))

            let offer = try await stage.signIn(proof, attempt: attempt, device: device).offer()
            let inTicket = try files(of: stage)
            let session = try await stage.signUp(offer.ticket).session()
            let inAccount = try files(of: stage)

            let own = [offer.ticket, session.tokens.accessToken, session.tokens.refreshToken].map(\.exposed)
            for (bytes, values) in [(inTicket, secrets + own), (inAccount, secrets + own)] {
                for value in values { #expect(!bytes.contains(Data(value.utf8))) }
                // The tail of a refresh token is its MAC, which alone would be enough beside id and counter.
                #expect(!bytes.contains(Data("PRIVATE KEY".utf8)))
            }
            let identity = try required(try await stage.store.identities(of: session.account.id).first)
            #expect(identity.sealedTokens != nil, "the tokens are kept, only sealed")
            for key in try await stage.store.signingKeys(at: stage.clock.now) {
                #expect(throws: (any Error).self) { try SigningKey(pkcs8: key.sealedPrivateKey, id: key.keyID) }
            }
        }
    }

    @Test(arguments: Stage.providers)
    func `S52: nor does it hold what any of the providers sent or was sent`(provider: ProviderID) async throws {
        try await Stage.play(.with(provider)) { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(at: provider, of: 1001, for: attempt)

            let offer = try await stage.signIn(proof, attempt: attempt, provider: provider).offer()
            let inTicket = try files(of: stage)
            let account = try await stage.signUp(offer.ticket).session().account
            let inAccount = try files(of: stage)

            let kinds: Set = ["access_token", "refresh_token", "id_token", "code", "client_secret", "appsecret_proof"]
            let secrets = stage.secrets.all.filter { kinds.contains($0.name) }
            #expect(secrets.count >= 4)
            for secret in secrets {
                for bytes in [inTicket, inAccount] {
                    #expect(!bytes.contains(Data(secret.value.utf8)), "a \(secret.name) is in the database")
                }
            }
            let identity = try required(try await stage.store.identities(of: account.id).first)
            #expect(identity.sealedTokens != nil, "the tokens are kept, only sealed")
        }
    }

    @Test func `S52: the server starts only with the key that sealed its database`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            await stage.stopServer()

            let error = await #expect(throws: LoginError.self) {
                try await stage.startServer(masterKeys: MasterKeys(MasterKey(random: SystemRandomSource())))
            }

            #expect(error?.code.rawValue == "master_key_wrong")
            try await stage.startServer()
            #expect(try await stage.call(.get, "/health/ready").status == 200)
        }
    }

    private func files(of stage: Stage) throws -> Data {
        var all = Data()
        for file in try FileManager.default.contentsOfDirectory(at: stage.folder, includingPropertiesForKeys: nil) {
            all += try Data(contentsOf: file)
        }
        try #require(!all.isEmpty)
        return all
    }

    @Test func `S57: whatever holds a token says no-store, and no address holds one`() async throws {
        try await Stage.play { stage in
            let attempt = AttemptID.fresh()
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            let offer = try await stage.signIn(.accessToken(token), attempt: attempt)
            let joined = try await stage.signUp(try offer.offer().ticket)
            let session = try joined.session().tokens
            let known = try await stage.signIn(.accessToken(token))
            let refreshed = try await stage.refresh(session.refreshToken)
            let app = OAuthApp(site: stage)
            let redeemed = try await app.redeem(try await app.code(of: 1001, in: Browser(stage)))
            let nonce = try await stage.call(
                .post, "/v1/nonces", NonceRequest(attemptID: attempt, provider: .kakao).json)
            let refused = try await stage.refresh(Secret("nonsense"))
            for answer in [offer, joined, known, refreshed, redeemed, nonce, refused] {
                #expect(answer.headers["Cache-Control"] == "no-store", "\(answer.status)")
            }

            let browser = Browser(stage)
            let callback = try await browser.send(
                try required(HTTPRequest(.get, try await stage.callback(of: browser, as: 1002))))
            let form = try await browser.open(try required(callback.headers["Location"]))
            let posted = try required(form.form(with: "form_proof"))
            var fields: FormFields = ["nickname": "이름", "agree_service": "yes", "agree_privacy": "yes"]
            for (name, value) in posted.hidden { fields.add(name, value) }
            let entered = try await browser.send(
                try required(HTTPRequest.form(fields, to: stage.address + "/sign-up")))
            for answer in [callback, entered] {
                #expect(answer.headers["Cache-Control"] == "no-store")
                let location = try required(answer.headers["Location"])
                for prefix in ["slr1.", "slc1.", "slt1.", "eyJ"] { #expect(!location.contains(prefix)) }
            }
            #expect(entered.headers["Location"] == "/account")
        }
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
