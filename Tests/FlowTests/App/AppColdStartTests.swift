// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import SocialLogin
import Testing

/// The system ends an app while its person is at the provider: the next process takes the answer, or says clearly no.
@Suite(.timeLimit(.minutes(2)))
struct AppColdStartTests {
    /// Begins a sign-in in a process that never hears how it ended; gives the answer that arrives later.
    private func abandoned(_ app: App, server: Bool = true) async throws -> String {
        let client = try app.client(server: server)
        let lost = Task { try await client.signIn(with: .kakao) }
        defer { lost.cancel() }
        let page = try required(await app.person.nextPage())
        let answer = try await app.answer(to: page)
        let entry = stageEntry(app)
        let kept = try Data(contentsOf: entry)
        lost.cancel()
        _ = await lost.result
        // Ending it removed the entry; a killed process would not have.
        try kept.write(to: entry)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: entry.path)
        return answer
    }

    private func stageEntry(_ app: App) -> URL { app.stage.folder.appending(path: "app/attempt") }

    @Test func `the answer is exchanged in the next process, and restore says how it ended`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            _ = try await app.signIn(try app.client())
            try await app.client().signOut()
            let answer = try await abandoned(app)

            let next = try app.client()
            #expect(await next.handle(answer))

            #expect(await next.restore().text == "서연")
            #expect(!FileManager.default.fileExists(atPath: stageEntry(app).path))
            #expect(await next.handle(answer))
        }
    }

    @Test func `a new person is offered the sign-up, and without a server the profile can be read`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let answer = try await abandoned(app)
            let next = try app.client()
            #expect(await next.handle(answer))
            #expect(await next.restore().text == "new person")

            let alone = try await abandoned(app, server: false)
            let client = try app.client(server: false)
            #expect(await client.handle(alone))
            #expect(await client.restore().text == "without server: kakao")
        }
    }

    @Test func `an answer after ten minutes is ours, ends the attempt and is not exchanged`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let answer = try await abandoned(app, server: false)
            stage.clock.advance(by: 601)

            let next = try app.client(server: false)
            #expect(await next.handle(answer))

            #expect(await next.restore().text == "signed out")
            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 0)
            #expect(!FileManager.default.fileExists(atPath: stageEntry(app).path))
        }
    }

    @Test func `a foreign address leaves it pending, and a refusal ends it`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let answer = try await abandoned(app, server: false)
            let next = try app.client(server: false)
            #expect(await !next.handle("\(App.nativeLink)?code=stolen&state=wrong"))
            #expect(FileManager.default.fileExists(atPath: stageEntry(app).path))

            let refusal = answer.replacing("code=", with: "error=access_denied&was=")
            #expect(await next.handle(refusal))

            #expect(!FileManager.default.fileExists(atPath: stageEntry(app).path))
            #expect(await next.restore().text == "signed out")
        }
    }
}
