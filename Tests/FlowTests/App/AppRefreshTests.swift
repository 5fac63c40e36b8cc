// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginStore
import SocialLogin
import SocialLoginDesktop
import Testing

/// What an app holds of a session: renewed once for everybody, lost only by a definite refusal.
@Suite(.timeLimit(.minutes(2)))
struct AppRefreshTests {
    private static let path = "/oauth/token"

    /// The session that the server knows of an app.
    private func session(of client: LoginClient, on stage: Stage) async throws -> SessionRecord {
        let current = try required(try await client.sessions().first(where: \.isCurrent))
        return try required(try await stage.store.session(current.id)?.session)
    }

    @Test func `C12: a thousand callers cause exactly one refresh`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            let before = try await session(of: client, on: stage).counter
            stage.clock.advance(by: 3_600)

            let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
                for _ in 0..<1_000 { group.addTask { try await client.accessToken() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }

            #expect(tokens.count == 1)
            #expect(app.requests.count(Self.path) == 1)
            #expect(try await session(of: client, on: stage).counter == before + 1)
        }
    }

    @Test func `C13: processes with one store refresh once and end with the same tokens`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let clients = try (0..<4).map { _ in try app.client() }
            _ = try await app.signIn(clients[0])
            stage.clock.advance(by: 3_600)

            let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
                for client in clients { group.addTask { try await client.accessToken() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }

            #expect(tokens.count == 1)
            #expect(app.requests.count(Self.path) == 1)
        }
    }

    @Test func `a lost answer of a refresh costs nobody the session`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            stage.clock.advance(by: 3_600)
            app.requests.loseAnswers(Self.path, 3)

            #expect(try await failure { try await client.accessToken() }.code.rawValue == "server_unreachable")
            #expect(await client.restore().text == "서연")

            #expect(app.requests.count(Self.path) == 4)
            #expect(try await client.account().nickname == "서연")
        }
    }

    @Test func `C14: a server that cannot be reached or fails keeps everybody signed in`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            stage.clock.advance(by: 3_600)

            app.requests.goOffline()
            #expect(await client.restore().text == "서연, unconfirmed")
            app.requests.goOffline(false)
            await stage.stopServer()
            #expect(await client.restore().text == "서연, unconfirmed")
            #expect(try await failure { try await client.accessToken() }.advice == .tryLater)
            try await stage.startServer()

            #expect(await client.restore().text == "서연")
        }
    }

    @Test func `C14: a definite refusal signs out, once and for every process`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let (client, other) = (try app.client(), try app.client())
            _ = try await app.signIn(client)
            try await stage.store.endSession(
                try await session(of: client, on: stage).id, .endedByOwner, at: stage.clock.now, requestID: nil)
            stage.clock.advance(by: 3_600)

            #expect(await client.restore().text == "signed out")

            #expect(try await failure { try await other.accessToken() }.code.rawValue == "not_signed_in")
            #expect(app.requests.count(Self.path) == 1)
        }
    }

    @Test func `a sign-out overtakes a refresh under way, which brings nothing back`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            let id = try await session(of: client, on: stage).id
            stage.clock.advance(by: 3_600)
            let gate = app.requests.hold(Self.path)
            let refresh = Task { try await client.accessToken() }
            await gate.arrival()

            #expect(try await client.signOut())
            gate.open()

            #expect(try await failure { try await refresh.value }.code.rawValue == "not_signed_in")
            #expect(await client.restore().text == "signed out")
            #expect(try await stage.store.session(id)?.session.end?.reason == .signedOut)
        }
    }

    @Test func `a new sign-in overtakes a refresh under way and stays`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            let first = try await app.signIn(client, as: 1001).account()
            stage.clock.advance(by: 3_600)
            let gate = app.requests.hold(Self.path)
            let refresh = Task { try await client.accessToken() }
            await gate.arrival()

            let second = try await app.signIn(client, as: 1002).account()
            gate.open()
            _ = try await refresh.value

            #expect(second.id != first.id)
            #expect(try await client.account().id == second.id)
        }
    }

    @Test func `C15: a sign-out offline forgets at once and tells the server when there is a network`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            let id = try await session(of: client, on: stage).id
            app.requests.goOffline()

            #expect(try await !client.signOut())
            #expect(await client.restore().text == "signed out")
            app.requests.goOffline(false)
            #expect(await (try app.client()).restore().text == "signed out")

            try await eventually("the server hears of the sign-out") {
                try await stage.store.session(id)?.session.end?.reason == .signedOut
            }
            try await eventually("nothing is left to tell") {
                try FileManager.default.contentsOfDirectory(atPath: stage.folder.appending(path: "app").path)
                    .allSatisfy { $0.hasSuffix(".lock") }
            }
        }
    }

    @Test func `a session is used at the server that gave it and at no other`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)

            let other = try LoginClient(
                providers: [.kakao], server: .init("https://other.example.com"),
                environment: .desktop(app: "test", folder: stage.folder.appending(path: "app").path))

            #expect(await other.restore().text == "signed out")
            #expect(await client.restore().text == "서연")
        }
    }

    @Test func `calls with a provider's dead token refresh it once and are each made again`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            try await stage.control(
                .post, "kakao/tokens/kill", ["app": 1_000_001, "person": 1001, "tokens": "access"])

            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await client.profile(from: .kakao).subject }
                }
                for try await subject in group { #expect(subject == "1001") }
            }
            // One for the sign-in's code, one for the refresh.
            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 2)

            try await stage.control(.post, "kakao/tokens/kill", ["app": 1_000_001, "person": 1001, "tokens": "all"])
            #expect(try await failure { try await client.profile(from: .kakao) }.code == .refreshRefused)
            #expect(await client.restore().text == "signed out")
        }
    }
}
