// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import SocialLogin
import SocialLoginDesktop
import Testing

/// An app with a native key: what `signIn`, `restore` and `signOut` do with a real server, and with none.
@Suite(.timeLimit(.minutes(2)))
struct AppSignInTests {
    @Test func `without a server the app learns who it is and is still signed in after a restart`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)

            guard case .withoutServer(let profile) = try await app.signInOnly(client) else { throw Unexpected() }
            #expect(profile.subject == "1001")
            #expect(profile.nickname == "김서연")

            let later = try app.client(server: false)
            #expect(await later.restore().text == "without server: kakao")
            #expect(try await later.profile(from: .kakao).email?.address == "seoyeon@example.com")
            #expect(try await later.signOut())
            #expect(await later.restore().text == "signed out")
            #expect(try await failure { try await later.profile(from: .kakao) }.code.rawValue == "not_signed_in")
        }
    }

    @Test func `C21: with a server a new person signs up, and a known one is a member at once`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()

            guard case .newPerson(let offer) = try await app.signInOnly(client) else { throw Unexpected() }
            #expect(offer.nickname == "김서연")
            #expect(await client.restore().text == "signed out")
            let joined = try await client.signUp(offer, nickname: "서연", acceptedTerms: ["service", "privacy"])

            #expect(await client.restore().text == "서연")
            #expect(try await client.account() == joined)
            let sessions = try await client.sessions()
            #expect(sessions.map(\.deviceName) == ["My Desk"])
            try await client.signOut()
            #expect(try await app.signInOnly(client).account().id == joined.id)
        }
    }

    @Test func `signing in again ends the session before, at the server too`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            let before = try await client.sessions().map(\.id)

            _ = try await app.signInOnly(client)

            try await eventually("the server knows of one session alone") {
                let now = try await client.sessions().map(\.id)
                return now.count == 1 && now != before
            }
            _ = try await app.signIn(client, as: 1002)
            try await eventually("the one before was told to the server, though it was another person's") {
                app.requests.count("/oauth/revoke") == 2
            }
            #expect(try await client.sessions().count == 1)
        }
    }

    @Test func `a sign-up whose answer was lost is repeated by the same call`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            guard case .newPerson(let offer) = try await app.signInOnly(client) else { throw Unexpected() }
            app.requests.loseAnswers("/v1/sign-up", 2)

            let error = try await failure {
                try await client.signUp(offer, nickname: "서연", acceptedTerms: ["service", "privacy"])
            }
            #expect(error.code.rawValue == "server_unreachable")
            let account = try await client.signUp(offer, nickname: "서연", acceptedTerms: ["service", "privacy"])

            #expect(try await client.account().id == account.id)
        }
    }

    @Test func `every answer of the server may be lost once, and the sign-in goes on`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            for path in ["/v1/nonces", "/v1/sign-in", "/v1/sign-up"] { app.requests.loseAnswers(path) }

            let account = try await app.signIn(client).account()

            #expect(try await client.account().id == account.id)
            #expect(app.requests.count("/v1/sign-in") == 2)
        }
    }

    @Test func `C1, C5: every attempt has a verifier, state and nonce of its own`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            var seen: [String: Set<String>] = [:]

            for _ in 0..<3 {
                let signedIn = Task { try await client.signIn(with: .kakao) }
                let page = try required(await app.person.nextPage())
                let fields = try FormFields(parsing: page.split(separator: "?", maxSplits: 1)[1])
                #expect(try fields.single("code_challenge_method") == "S256")
                for name in ["code_challenge", "state", "nonce"] {
                    seen[name, default: []].insert(try required(try fields.single(name)))
                }
                app.person.closeBrowser()
                #expect(try await failure { try await signedIn.value }.cancellation == .userDismissed)
            }

            #expect(seen.values.map(\.count) == [3, 3, 3])
        }
    }

    @Test func `C16: no token, code, state or address of a person is ever logged or said in an error`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            let first = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())
            let answer = try await app.answer(to: page)
            #expect(await client.handle(answer))
            #expect(await client.handle(answer))
            _ = try await first.value
            _ = try await app.signIn(client)
            let token = try await client.accessToken()
            app.requests.goOffline()
            _ = try? await client.account()
            try await client.signOut()

            let fields = try FormFields(parsing: answer.split(separator: "?", maxSplits: 1)[1])
            let code = try required(try fields.single("code"))
            let state = try required(try fields.single("state"))
            for secret in [code, state, token.exposed, "seoyeon@example.com"] {
                #expect(!app.log.text.contains(secret))
            }
            #expect(app.log.events.contains("attempt.late_callback") || app.log.events.contains("sign_out.not_told"))
        }
    }

    @Test func `C17, C22: plain http and emulators are for this machine alone, and only by name`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            _ = try app.client()
            #expect(app.log.events.contains("emulator.in_use"))
            #expect(throws: LoginError.self) { try EmulatorRouting(base: "http://emulator.example.com:9900") }

            for (address, isAllowed, code) in [
                ("http://login.example.com", true, "server_not_secure"),
                ("http://localhost:8080", false, "server_not_secure"), ("localhost:8080", true, "server_address"),
            ] {
                let environment = try LoginEnvironment.desktop(
                    app: "test", folder: stage.folder.appending(path: "http").path)
                let error = try await failure {
                    try LoginClient(
                        providers: [.kakao], server: .init(address, allowsLoopbackHTTP: isAllowed),
                        environment: environment)
                }
                #expect(error.code.rawValue == code)
            }
        }
    }
}
