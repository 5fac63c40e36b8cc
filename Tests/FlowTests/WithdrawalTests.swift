// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// A person leaves.
struct WithdrawalTests {
    @Test func `S25: withdrawal ends every session, removes what is personal and unlinks at Kakao`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let app = try await stage.session(of: 1001)
            let account = try await stage.call(.get, "/v1/account", token: app.accessToken).json()
            let id = try required(account["id"]?.string)

            let answer = try await stage.call(.delete, "/v1/account", token: app.accessToken)

            #expect(answer.status == 204)
            #expect(try await stage.refresh(app.refreshToken).problemCode() == .sessionEnded)
            #expect(try await stage.call(.get, "/v1/account", token: app.accessToken).problemCode() == .sessionEnded)
            #expect(try await browser.open("/account").query == "notice=expired")
            #expect(try await stage.store.account(id) == nil)
            #expect(try await stage.store.identities(of: id).isEmpty)
            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }
            try await eventually("the queue is empty") { try await stage.store.outbox(limit: 10).isEmpty }
            #expect(stage.log.entries("account.withdrawn").map { $0["account"] } == [id])
        }
    }

    @Test func `S25: withdrawing twice is no error, and the person may come back as somebody new`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let before = try await stage.call(.get, "/v1/account", token: first.accessToken).json()["id"]

            #expect(try await stage.call(.delete, "/v1/account", token: first.accessToken).status == 204)
            #expect(try await stage.call(.delete, "/v1/account", token: first.accessToken).status == 204)

            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }
            let second = try await stage.session(of: 1001)
            let after = try await stage.call(.get, "/v1/account", token: second.accessToken).json()["id"]
            #expect(before != after)
        }
    }

    @Test func `S25: thirty withdrawals at once are all granted, and Kakao is told once`() async throws {
        try await Stage.play { stage in
            let app = try await stage.session(of: 1001)

            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<30 {
                    group.addTask { try await stage.call(.delete, "/v1/account", token: app.accessToken).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(statuses == [Int](repeating: 204, count: 30))
            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }
            try await eventually("the queue is empty") { try await stage.store.outbox(limit: 10).isEmpty }
            #expect(stage.requests(for: "/kapi.kakao.com/v1/user/unlink") == 1)
            #expect(stage.log.entries("account.withdrawn").count == 1)
        }
    }

    @Test func `a button that is pressed twice on the page ends at the same farewell`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let question = try await browser.open("/account/withdraw")
            let form = try required(question.form(to: "/account/withdraw"))
            let cookie = browser.cookies["login-session"]

            let first = try await browser.submit(form, on: question)
            browser.setCookie("login-session", cookie)
            let second = try await browser.submit(form, on: question)

            #expect(first.query == "notice=withdrawn")
            #expect(second.query == "notice=withdrawn")
            #expect(browser.cookies["login-session"] == nil)
        }
    }

    @Test func `with Kakao down the account goes at once and the unlink is tried until it is heard`() async throws {
        try await Stage.play { stage in
            let app = try await stage.session(of: 1001)
            await stage.stopEmulator()

            #expect(try await stage.call(.delete, "/v1/account", token: app.accessToken).status == 204)
            try await eventually("a first try fails") { !stage.log.entries("unlink.failed").isEmpty }
            let waiting = try await stage.store.outbox(limit: 10)
            #expect(waiting.count == 1)
            #expect(waiting.first?.identity.subject == "1001")

            try await stage.startEmulator()
            #expect(try await stage.isLinked(1001))
            stage.clock.advance(by: 3)

            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }
            try await eventually("the queue is empty") { try await stage.store.outbox(limit: 10).isEmpty }
        }
    }

    @Test func `an unlink that waits survives a restart`() async throws {
        try await Stage.play { stage in
            let app = try await stage.session(of: 1001)
            await stage.stopEmulator()
            #expect(try await stage.call(.delete, "/v1/account", token: app.accessToken).status == 204)
            try await eventually("a first try fails") { !stage.log.entries("unlink.failed").isEmpty }

            await stage.stopServer()
            try await stage.startEmulator()
            stage.clock.advance(by: 400)
            try await stage.startServer()

            try await eventually("Kakao hears of it") { try await !stage.isLinked(1001) }
        }
    }

    /// A credential of each kind that a provider gives an app, and whether its account can be unlinked afterwards.
    enum Proof: String, CaseIterable {
        case naverCode, naverIDToken, appleCode, appleIDToken, facebookAccessToken, facebookIDToken

        var provider: ProviderID {
            switch self {
            case .naverCode, .naverIDToken: .naver
            case .appleCode, .appleIDToken: .apple
            case .facebookAccessToken, .facebookIDToken: .facebook
            }
        }

        /// Naver and Apple take nothing but a token of the person, and an id_token brings none.
        var leavesLink: Bool { self == .naverIDToken || self == .appleIDToken }

        func credential(_ stage: Stage, _ nonce: Secret) async throws -> SignInCredential {
            switch self {
            case .naverCode:
                return .code(
                    try await NaverApp(stage).code(of: 1001), redirectURI: NaverApp.redirectURI, verifier: nil,
                    nonce: nonce)
            case .naverIDToken:
                let tokens = try await NaverApp(stage).tokens(of: 1001, nonce: nonce)
                return .idToken(Secret(try required(tokens["id_token"]?.string)), nonce: nonce)
            case .appleCode, .appleIDToken:
                let native = try await AppleApp(stage).credential(of: 1001, nonce: nonce)
                return .idToken(native.idToken, nonce: nonce, code: self == .appleCode ? native.code : nil)
            case .facebookAccessToken, .facebookIDToken:
                let tokens = try await stage.control(
                    .post, "facebook/native",
                    [
                        "app": 4_000_001, "person": 1001, "permissions": ["email"],
                        "limited": .bool(self == .facebookIDToken), "nonce": .string(nonce.exposed),
                    ]
                ).json()
                guard self == .facebookIDToken else {
                    return .accessToken(Secret(try required(tokens["access_token"]?.string)))
                }
                return .idToken(Secret(try required(tokens["id_token"]?.string)), nonce: nonce)
            }
        }
    }

    @Test(arguments: Proof.allCases)
    func `a link is ended, or the answer and the page say where the person can`(proof: Proof) async throws {
        try await Stage.play(.also(.naver, .apple, .facebook)) { stage in
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt, provider: proof.provider)
            let offer = try await stage.signIn(
                try await proof.credential(stage, nonce), attempt: attempt, provider: proof.provider
            ).offer()
            let (tokens, _) = try await stage.signUp(offer.ticket).session()

            let answer = try await stage.call(.delete, "/v1/account", token: tokens.accessToken)

            if proof.leavesLink {
                #expect(answer.status == 200)
                let left = try required(answer.json()["left_at_providers"]?.array)
                #expect(left.map { $0["provider"]?.string } == [proof.provider.rawValue])
                #expect(left.first?["remedy"]?.string?.contains("can be ended there") == true)
            } else {
                #expect(answer.status == 204)
                try await eventually("the provider hears of it") {
                    try await !stage.isLinked(1001, at: proof.provider)
                }
            }
            try await eventually("the queue is empty") { try await stage.store.outbox(limit: 10).isEmpty }
            #expect(stage.log.entries("unlink.failed").isEmpty)
            #expect(try await stage.call(.delete, "/v1/account", token: tokens.accessToken).status == 204)
        }
    }

    @Test func `somebody whom Kakao no longer knows counts as unlinked`() async throws {
        try await Stage.play { stage in
            let app = try await stage.session(of: 1001)
            try await stage.control(.delete, "kakao/apps/1000001/people/1001")

            #expect(try await stage.call(.delete, "/v1/account", token: app.accessToken).status == 204)

            try await eventually("the queue is empty") { try await stage.store.outbox(limit: 10).isEmpty }
            #expect(stage.log.entries("unlink.failed").isEmpty)
        }
    }
}
