// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// People who sign in with Naver, in a browser and through the API.
struct NaverTests {
    private static func play(_ settings: NaverSettings = NaverApp.settings, _ body: (Stage) async throws -> Void)
        async throws
    {
        var options = StageOptions()
        options.naver = settings
        try await Stage.play(options, body)
    }

    /// The kinds of proof with which somebody new can begin.
    enum Proof: String, CaseIterable {
        case code, codeWithNonce, codeOfNaversApp, idToken
    }

    /// A code as an app brings it: Naver's older path has no place for a nonce, so none is needed.
    private func use(
        _ code: Secret, redirectURI: String? = NaverApp.redirectURI, nonce: Secret? = nil
    ) -> SignInCredential {
        .code(code, redirectURI: redirectURI, verifier: nil, nonce: nonce, state: Secret("app-state"))
    }

    /// The code that Naver's own app gives.
    private func codeOfNaversApp(_ stage: Stage) async throws -> Secret {
        let address =
            "naversearchthirdlogin://thirdPartyLogin?version=2&callbackScheme=demonaver"
            + "&extOauthConsumerKey=demo-naver-client-id&response_type=code"
        let answer = try await stage.control(.post, "naver/app-switch", ["address": .string(address), "person": 1001])
        let callback = try required(try answer.json()["callback"]?.string)
        return Secret(try required(callback.split(separator: "authCode=").last.map(String.init)))
    }

    private func credential(_ proof: Proof, _ stage: Stage, _ attempt: AttemptID) async throws -> SignInCredential {
        let app = NaverApp(stage)
        switch proof {
        case .code:
            return use(try await app.code(of: 1001))
        case .codeWithNonce:
            return use(
                try await app.code(of: 1001), nonce: try await stage.nonce(for: attempt, provider: .naver))
        case .codeOfNaversApp:
            return use(try await codeOfNaversApp(stage), redirectURI: nil)
        case .idToken:
            let nonce = try await stage.nonce(for: attempt, provider: .naver)
            let token = try await app.tokens(of: 1001, nonce: nonce)["id_token"]?.string
            return .idToken(Secret(try required(token)), nonce: nonce)
        }
    }

    @Test(arguments: Proof.allCases)
    func `each proof that names our app offers a new person to sign up and signs a known one in`(
        proof: Proof
    ) async throws {
        try await Self.play { stage in
            let first = AttemptID.fresh()
            let offer = try await stage.signIn(
                try await credential(proof, stage, first), attempt: first, provider: .naver
            ).offer()
            let joined = try await stage.signUp(offer.ticket).session()
            let second = AttemptID.fresh()
            let back = try await stage.signIn(
                try await credential(proof, stage, second), attempt: second, provider: .naver
            ).session()

            #expect(back.account.id == joined.account.id)
            #expect(back.account.identities.map(\.provider) == [.naver])
            if proof != .idToken {
                #expect(offer.nickname == "김서연")
                #expect(offer.email == EmailAddress("seoyeon@example.com", isVerified: false))
            }
        }
    }

    @Test func `S10: a bare access token signs in who is known, opens no account and changes nothing`() async throws {
        try await Self.play { stage in
            let app = NaverApp(stage)
            let stranger = try await stage.signIn(.accessToken(try await app.accessToken(of: 1002)), provider: .naver)
            let first = AttemptID.fresh()
            let offer = try await stage.signIn(
                try await credential(.code, stage, first), attempt: first, provider: .naver
            ).offer()
            let joined = try await stage.signUp(offer.ticket).session()

            let back = try await stage.signIn(
                .accessToken(try await app.accessToken(of: 1001)), provider: .naver
            ).session()
            // The attempt that came to nothing may be repeated with a proof that is good enough.
            #expect(stranger.status == 400)
            #expect(try stranger.problemCode() == .credentialRefused)
            #expect(stranger.text.contains("Send a code or an id_token the first time."))
            #expect(back.account.id == joined.account.id)
        }
    }

    @Test func `S10: a token of another app leads to nobody here`() async throws {
        try await Self.play { stage in
            let first = AttemptID.fresh()
            let offer = try await stage.signIn(
                try await credential(.code, stage, first), attempt: first, provider: .naver
            ).offer()
            _ = try await stage.signUp(offer.ticket).session()
            try await stage.control(
                .post, "naver/apps",
                [
                    "id": 9, "client_id": "evil", "client_secret": "evil-secret", "url_schemes": ["demonaver"],
                    "items": [["item": "email"]],
                ])
            var evil = NaverApp(stage)
            evil.clientID = "evil"
            evil.clientSecret = "evil-secret"

            let answer = try await stage.signIn(
                .accessToken(try await evil.accessToken(of: 1001)), provider: .naver)
            let second = AttemptID.fresh()
            let byCode = try await stage.signIn(
                use(try await evil.code(of: 1001)), attempt: second, provider: .naver)

            #expect(try answer.problemCode() == .credentialRefused)
            #expect(try byCode.problemCode() == .credentialRefused)
        }
    }

    @Test func `S8: a nonce that is sent with a code is ours or refused, though none is needed`() async throws {
        try await Self.play { stage in
            let others = try await stage.nonce(for: .fresh(), provider: .naver)
            for nonce in [Secret("invented"), others] {
                let answer = try await stage.signIn(use(Secret("code"), nonce: nonce), provider: .naver)
                #expect(try answer.problemCode() == .nonceRefused)
            }
            #expect(stage.requests(for: "/nid.naver.com/oauth2.0/token") == 0)
        }
    }

    @Test func `S8: with openid a code needs the nonce that its request held`() async throws {
        var settings = NaverApp.settings
        settings.usesOpenID = true
        try await Self.play(settings) { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt, provider: .naver)
            let code = try await NaverApp(stage).code(of: 1001, nonce: nonce)

            let without = try await stage.signIn(use(code), attempt: attempt, provider: .naver)
            let good = try await stage.signIn(use(code, nonce: nonce), attempt: attempt, provider: .naver)

            #expect(try without.problemCode() == .nonceRefused)
            #expect(good.status == 200, "\(good.text)")
        }
    }

    @Test(arguments: [false, true])
    func `S8: with openid a code of Naver's own app signs in only where nonces are exempted`(isExempt: Bool)
        async throws
    {
        var settings = NaverApp.settings
        settings.usesOpenID = true
        settings.isNonceExempt = isExempt
        try await Self.play(settings) { stage in
            let code = try await codeOfNaversApp(stage)
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt, provider: .naver)

            let withNonce = try await stage.signIn(
                use(code, redirectURI: nil, nonce: isExempt ? nil : nonce), attempt: attempt, provider: .naver)

            #expect(withNonce.status == (isExempt ? 200 : 401), "\(withNonce.text)")
            #expect(stage.requests(for: "/nid.naver.com/oauth2.0/token") == (isExempt ? 1 : 0))
            #expect(stage.requests(for: "/nid.naver.com/oauth2/token") == 0)
        }
    }

    @Test func `a code whose outcome Naver leaves open is never sent again, however often the page is loaded`()
        async throws
    {
        try await Self.play { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/auth/naver")
            try await stage.order(["kind": "answer", "body": #"{"error":"server_error"}"#], at: "/oauth2.0/token")

            let page = try await browser.finishAtKakao(start, as: 1001)
            let path = "\(page.path)?\(page.query ?? "")"
            let again = [try await browser.open(path), try await browser.open(path)]

            #expect(page.status == 502 && page.markup.contains("restart_sign_in"))
            #expect(again.allSatisfy { $0.markup.contains("sign_in_over") })
            #expect(stage.requests(for: "/nid.naver.com/oauth2.0/token") == 1)
        }
    }

    @Test func `fields that are too long to be kept cost nobody the sign-in`() async throws {
        try await Self.play { stage in
            let long = String(repeating: "a", count: 5_000)
            let me: JSONValue = [
                "resultcode": "00", "message": "success",
                "response": [
                    "id": "n-long", "nickname": "서연", "email": .string("\(long)@example.com"),
                    "profile_image": .string("https://phinf.pstatic.net/\(long)"),
                ],
            ]
            let tokens: JSONValue = [
                "access_token": .string(String(repeating: "t", count: 9_000)), "token_type": "bearer",
            ]
            try await stage.order(["kind": "answer", "body": .string(tokens.serializedText())], at: "/oauth2.0/token")
            try await stage.order(["kind": "answer", "body": .string(me.serializedText())], at: "/v1/nid/me")

            let offer = try await stage.signIn(use(Secret("code")), provider: .naver).offer()
            let joined = try await stage.signUp(offer.ticket).session()

            #expect(offer.nickname == "서연" && offer.email == nil && offer.picture == nil)
            #expect(joined.account.email == nil)
        }
    }

    @Test(arguments: [false, true])
    func `a person signs in by the pages, comes back, and withdraws, which Naver hears of`(
        usesOpenID: Bool
    ) async throws {
        var settings = NaverApp.settings
        settings.usesOpenID = usesOpenID
        try await Self.play(settings) { stage in
            // Naver's guide calls the exchange's state required, and says nothing of who checks it.
            try await stage.control(.patch, "naver/rules", ["token_needs_state": true])
            let browser = Browser(stage)
            let start = try await browser.open("/")
            let form = try await browser.finishAtKakao(try await browser.open("/auth/naver"), as: 1001)
            let account = try await browser.signUp(form)

            #expect(start.markup.contains("/auth/kakao") && start.markup.contains("네이버로 시작하기"))
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "김서연")
            #expect(account.path == "/account" && account.markup.contains("네이버"))
            #expect(try await stage.isLinked(1001, at: .naver))
            let question = try await browser.open("/account/withdraw")
            _ = try await browser.submit(try required(question.form(to: "/account/withdraw")), on: question)
            try await eventually("Naver hears of it") { try await !stage.isLinked(1001, at: .naver) }
        }
    }

    @Test func `saying no at Naver leads back with a friendly word`() async throws {
        try await Self.play { stage in
            let browser = Browser(stage)
            let page = try await browser.open("/auth/naver")

            let back = try await browser.submit(
                try required(page.form(with: "cancel")), on: page, [("decision", "cancel")])

            #expect(back.path == "/" && back.query == "notice=cancelled")
        }
    }

    @Test func `an app's brokered sign-in goes straight to Naver and ends with a code`() async throws {
        try await Self.play { stage in
            let app = OAuthApp(site: stage)
            let browser = Browser(stage)
            let first = try await browser.open(app.address(["provider": "naver"]))
            let page = try await browser.signUp(try await browser.finishAtKakao(first, as: 1001))

            #expect(first.markup.contains("진짜 네이버가 아닙니다."))
            #expect(try app.answer(at: page)["code"] != nil)
        }
    }

    @Test func `S19, B66, B91: one address at four providers is four accounts, verified or not`() async throws {
        try await Stage.play(.also(.naver, .apple, .facebook)) { stage in
            var accounts: Set<String> = []
            var addresses: [EmailAddress?] = []
            let kakao = try await stage.session(of: 1001)
            accounts.insert(
                try required(try await stage.call(.get, "/v1/account", token: kakao.accessToken).json()["id"]?.string))
            for proof in [WithdrawalTests.Proof.naverCode, .appleCode, .facebookAccessToken] {
                let attempt = AttemptID.fresh()
                let nonce = try await stage.nonce(for: attempt, provider: proof.provider)
                let offer = try await stage.signIn(
                    try await proof.credential(stage, nonce), attempt: attempt, provider: proof.provider
                ).offer()
                addresses.append(offer.email)
                accounts.insert(try await stage.signUp(offer.ticket).session().account.id)
            }

            #expect(accounts.count == 4)
            #expect(Set(addresses.map { $0?.address }) == ["seoyeon@example.com"])
            #expect(addresses.map { $0?.isVerified } == [false, true, false])
        }
    }

    @Test func `an error that comes with HTTP 200 is one, and trouble at Naver signs nobody out`() async throws {
        try await Self.play { stage in
            let app = NaverApp(stage)
            let code = try await app.code(of: 1001)
            let (first, second, third) = (AttemptID.fresh(), AttemptID.fresh(), AttemptID.fresh())
            _ = try await stage.signIn(
                use(code), attempt: first, provider: .naver
            ).offer()

            let again = try await stage.signIn(
                use(code), attempt: second, provider: .naver)
            try await stage.control(
                .post, "faults", ["path": "/v1/nid/me", "kind": "html", "status": 200, "times": 2])
            let html = try await stage.signIn(
                use(try await app.code(of: 1001)), attempt: third, provider: .naver)

            #expect(try again.problemCode() == .credentialRefused)
            #expect(try html.problemCode() == .restartSignIn)
        }
    }
}
