// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// Signing in with Facebook: in the browser, and from an app by each of its credentials.
struct FacebookTests {
    /// What Facebook's own SDK gives an app.
    private func native(
        _ stage: Stage, of person: Int64 = 1001, app: Int64 = 4_000_001, nonce: Secret? = nil, limited: Bool = false
    ) async throws -> JSONValue {
        var body = JSONObject([
            .init(name: "app", value: JSONValue(app)), .init(name: "person", value: JSONValue(person)),
            .init(name: "permissions", value: ["email"]), .init(name: "limited", value: .bool(limited)),
        ])
        body["nonce"] = nonce.map { .string($0.exposed) }
        return try await stage.control(.post, "facebook/native", .object(body)).json()
    }

    private func accessToken(_ stage: Stage, app: Int64 = 4_000_001) async throws -> Secret {
        Secret(try required(try await native(stage, app: app)["access_token"]?.string))
    }

    private func links(_ stage: Stage) async throws -> Int {
        try await stage.control(.get, "facebook/links").json().array?.count ?? 0
    }

    @Test func `B03: a new person signs in in the browser, comes back without a question, and withdraws`() async throws
    {
        try await Stage.play(.also(.facebook)) { stage in
            let browser = Browser(stage)
            let form = try await browser.finishAtKakao(try await browser.open("/auth/facebook"), as: 1001)
            #expect(form.path == "/sign-up")
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "김서연")
            #expect(form.markup.contains("seoyeon@example.com"))
            _ = try await browser.signUp(form)

            let callback = try await stage.location(after: "/auth/facebook", of: browser)
            #expect(callback.hasSuffix("#_=_"))
            let answer = try await browser.send(try required(HTTPRequest(.get, callback)))
            #expect(answer.headers["Location"] == "/account#")
            #expect(try await links(stage) == 1)

            let question = try await browser.open("/account/withdraw")
            _ = try await browser.submit(try required(question.form(to: "/account/withdraw")), on: question)
            try await eventually("Facebook hears of the withdrawal") { try await links(stage) == 0 }
        }
    }

    @Test func `a person who says no is told so, and one who declines the address signs up without one`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/auth/facebook")
            let no = try await browser.submit(
                try required(start.form(with: "cancel")), on: start, [("decision", "cancel")])
            let again = try await browser.open("/auth/facebook")
            let consent = try await browser.submit(
                try required(again.form(with: "person")), on: again, [("person", "1001")])
            let form = try await browser.submit(
                try required(consent.form(with: "agree")), on: consent,
                [("item", "public_profile"), ("decision", "agree")])

            #expect(no.path == "/" && no.query == "notice=cancelled")
            #expect(form.path == "/sign-up")
            #expect(!form.markup.contains("seoyeon@example.com"))
        }
    }

    @Test func `S10, S20: an access token signs in once Facebook says whose it is, and its address is unverified`()
        async throws
    {
        try await Stage.play(.also(.facebook)) { stage in
            let offer = try await stage.signIn(
                .accessToken(try await accessToken(stage)), provider: .facebook
            ).offer()
            _ = try await stage.signUp(offer.ticket).session()
            let back = try await stage.signIn(.accessToken(try await accessToken(stage)), provider: .facebook)

            #expect(offer.email == EmailAddress("seoyeon@example.com", isVerified: false))
            #expect(back.status == 200)
            #expect(try back.session().account.identities.map(\.provider) == [.facebook])
        }
    }

    @Test
    func `S8: a Limited Login signs in by its id_token and the nonce of this server, never as an access token`()
        async throws
    {
        try await Stage.play(.also(.facebook)) { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)
            let token = Secret(
                try required(try await native(stage, nonce: nonce, limited: true)["id_token"]?.string))

            let asAccessToken = try await stage.signIn(.accessToken(token), attempt: attempt, provider: .facebook)
            let withoutNonce = try await stage.signIn(
                .idToken(token, nonce: nil), attempt: attempt, provider: .facebook)
            let offer = try await stage.signIn(
                .idToken(token, nonce: nonce), attempt: attempt, provider: .facebook
            ).offer()

            #expect(try asAccessToken.problemCode() == .invalidRequest)
            #expect(try asAccessToken.json()["field"]?.string == "credential.type")
            #expect(try asAccessToken.json()["advice"]?.string == "fix_request")
            #expect(asAccessToken.text.contains("Limited Login"))
            #expect(try withoutNonce.problemCode() == .nonceRefused)
            #expect(offer.nickname == "김서연")
            #expect(offer.email?.isVerified == false)
        }
    }

    @Test func `S10: tokens of another app and dead ones sign nobody in`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            try await stage.control(.post, "facebook/apps", ["id": 9, "app_secret": "another"])
            let foreign = try await stage.signIn(
                .accessToken(try await accessToken(stage, app: 9)), provider: .facebook)
            let token = try await accessToken(stage)
            try await stage.control(.post, "facebook/tokens/end", ["app": 4_000_001, "person": 1001, "subcode": 460])
            let dead = try await stage.signIn(.accessToken(token), provider: .facebook)
            let nonsense = try await stage.signIn(.accessToken(Secret("nonsense")), provider: .facebook)

            #expect(try foreign.problemCode() == .wrongAudience)
            #expect(try dead.problemCode() == .credentialRefused)
            #expect(try dead.json()["vendor_code"]?.string == "190/460")
            #expect(try nonsense.problemCode() == .credentialRefused)
        }
    }

    @Test(arguments: [("4000001", "wrong"), ("4000002", "demo-facebook-app-secret")])
    func `a wrong secret or id of the app is the operator's fault, in the browser and through the API`(
        appID: String, secret: String
    ) async throws {
        var options = StageOptions()
        options.others = { environment throws(LoginError) in
            [
                try .facebook(
                    FacebookSettings(appID: appID, appSecret: Secret(secret)), environment: environment)
            ]
        }
        try await Stage.play(options) { stage in
            let browser = Browser(stage)
            let good = try await stage.signIn(.accessToken(try await accessToken(stage)), provider: .facebook)

            #expect(good.status == 500)
            #expect(try good.problemCode() == .providerMisconfigured)
            guard appID == "4000001" else { return }
            let page = try await browser.finishAtKakao(try await browser.open("/auth/facebook"), as: 1001)
            #expect(page.status == 500 && page.markup.contains("provider_misconfigured"))
        }
    }

    @Test func `a callback with an error's number alone is that error`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            let browser = Browser(stage)
            let there = try await browser.send(try required(HTTPRequest(.get, stage.address + "/auth/facebook")))
            let query = try required(there.headers["Location"]?.split(separator: "?", maxSplits: 1).last)
            let state = try required(try FormFields(parsing: query).single("state"))

            let page = try await browser.open(
                "/auth/facebook/callback?error_code=2&error_message=Down&state=\(state)")

            #expect(page.status == 503)
            #expect(stage.log.entries("callback.refused").map { $0["vendor_code"] } == ["2"])
        }
    }

    @Test func `S16: the server proves the secret with every call, so an app that demands it signs in`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            try await stage.control(.patch, "facebook/apps/4000001", ["requires_proof": true])
            let browser = Browser(stage)

            let form = try await browser.finishAtKakao(try await browser.open("/auth/facebook"), as: 1001)
            let token = try await stage.signIn(.accessToken(try await accessToken(stage)), provider: .facebook)

            #expect(form.path == "/sign-up")
            #expect(token.status == 200)
        }
    }

    @Test func `what Facebook calls transient ends nothing: the same may be tried again`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            let token = try await accessToken(stage)
            try await stage.control(.post, "faults", ["host": "graph.facebook.com", "kind": "error", "code": "2"])

            let attempt = AttemptID.fresh()
            let first = try await stage.signIn(.accessToken(token), attempt: attempt, provider: .facebook)
            let second = try await stage.signIn(.accessToken(token), attempt: attempt, provider: .facebook)

            #expect(try first.problemCode() == .providerUnavailable)
            #expect(second.status == 200)
        }
    }

    @Test func `withdrawal ends the link of somebody of whom no token is kept, by the app's own`() async throws {
        try await Stage.play(.also(.facebook)) { stage in
            let offer = try await stage.signIn(
                .accessToken(try await accessToken(stage)), provider: .facebook
            ).offer()
            let (tokens, _) = try await stage.signUp(offer.ticket).session()

            _ = try await stage.call(.delete, "/v1/account", token: tokens.accessToken)

            try await eventually("Facebook hears of the withdrawal") { try await links(stage) == 0 }
        }
    }
}

extension Stage {
    /// Where a signed-in browser is sent by the provider, after it was sent there by us.
    fileprivate func location(after path: String, of browser: Browser) async throws -> String {
        let there = try await browser.send(try required(HTTPRequest(.get, address + path)))
        let back = try await browser.send(
            try required(HTTPRequest(.get, try required(there.headers["Location"]))))
        return try required(back.headers["Location"])
    }
}
