// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
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
