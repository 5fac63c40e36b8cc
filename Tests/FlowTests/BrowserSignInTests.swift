// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginServer
import Testing

/// A person at a browser: the first time, the next start, and the end.
struct BrowserSignInTests {
    @Test func `a new person signs in, signs up, comes back after a restart, signs out and withdraws`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)

            // The first time: Kakao vouches for her, and the form is filled in with what she agreed to share.
            let form = try await browser.signIn(as: 1001)
            #expect(form.path == "/sign-up")
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "김서연")
            #expect(form.markup.contains("seoyeon@example.com"))

            let account = try await browser.signUp(form)
            #expect(account.path == "/account")
            #expect(account.markup.contains("김서연"))

            // A new process on the same file: the next start signs in by itself.
            await stage.stopServer()
            try await stage.startServer()
            #expect(try await browser.open("/").path == "/account")

            let farewell = try await browser.submit(
                try required(try await browser.open("/account").form(to: "/sign-out")),
                on: try await browser.open("/account"))
            #expect(farewell.path == "/")
            #expect(farewell.query == "notice=signed-out")
            #expect(try await browser.open("/account").path == "/")

            // She is known now: no second sign-up.
            #expect(try await browser.signIn(as: 1001).path == "/account")
            #expect(try await stage.isLinked(1001))

            let question = try await browser.open("/account/withdraw")
            let goodbye = try await browser.submit(
                try required(question.form(to: "/account/withdraw")), on: question)
            #expect(goodbye.query == "notice=withdrawn")
            try await eventually("Kakao hears of the withdrawal") { try await !stage.isLinked(1001) }
        }
    }

    @Test func `S44: after the sign-in the browser is at our own account page, whatever the address says`() async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            _ = try await Browser(stage).open("/")

            let page = try await browser.open("/?next=https://evil.example.test/&return=//evil.example.test")

            #expect(page.path == "/account")
            #expect(page.origin == stage.address)
        }
    }

    @Test func `B04: a person who says no is told so, and no code is exchanged`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/auth/kakao")
            let consent = try await browser.submit(
                try required(start.form(with: "person")), on: start, [("person", "1001")])

            let page = try await browser.submit(
                try required(consent.form(with: "cancel")), on: consent, [("decision", "cancel")])

            #expect(page.path == "/")
            #expect(page.query == "notice=cancelled")
            #expect(page.markup.contains("로그인을 취소했어요"))
            #expect(stage.requests(for: "/kauth.kakao.com/oauth/token") == 0)
            #expect(stage.log.entries("callback.cancelled").map { $0["provider"] } == ["kakao"])
        }
    }

    @Test func `a callback that comes again while the sign-up waits leads to its form`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001)
            _ = try await browser.open(callback)

            let again = try await browser.open(callback)

            #expect(again.path == "/sign-up" && again.status == 200)
            _ = try await browser.signUp(again)
            #expect(try await browser.open(callback).path == "/account")
        }
    }

    @Test func `a form that was filled in in two tabs makes one account, and both end at it`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let form = try await browser.signIn(as: 1001)

            let first = try await browser.signUp(form)
            let second = try await browser.signUp(form)

            #expect(first.path == "/account" && second.path == "/account")
            #expect(first.status == 200 && second.status == 200)
        }
    }

    @Test func `two tabs can sign in one after the other, in either order`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let first = try await browser.open("/auth/kakao")
            let second = try await browser.open("/auth/kakao")

            let ended = try await browser.finishAtKakao(second, as: 1001)
            #expect(ended.path == "/sign-up")
            _ = try await browser.signUp(ended)
            let other = try await browser.finishAtKakao(first, as: 1001)

            #expect(other.path == "/account")
        }
    }

    @Test func `a reload of the callback after the sign-in goes to the account`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let state = try await stage.callback(of: browser, as: 1001)
            _ = try await browser.open(state)

            let again = try await browser.open(state)

            #expect(again.path == "/account")
        }
    }

    @Test func `the answer to a callback that was lost on the way is there when the browser asks again`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let callback = try await stage.callback(of: browser, as: 1001)
            let before = browser.cookies

            let lost = try await browser.send(try required(HTTPRequest(.get, callback)))
            for (name, _) in browser.cookies { browser.setCookie(name, before[name]) }
            for (name, value) in before { browser.setCookie(name, value) }
            let again = try await browser.send(try required(HTTPRequest(.get, callback)))

            #expect(lost.headers["Location"] == "/account")
            #expect(again.headers["Location"] == "/account")
            // What follows the value counts down to the session's end.
            let cookies = [again, lost].map { $0.headers.all("Set-Cookie").first?.prefix { $0 != ";" } }
            #expect(cookies[0] != nil && cookies[0] == cookies[1])
        }
    }

    @Test func `S38: a new sign-in has a new session, and the browser's former one is over`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let former = try required(browser.cookies["login-session"])

            _ = try await browser.open(try await stage.callback(of: browser, as: 1001))

            #expect(browser.cookies["login-session"] != former)
            let thief = Browser(stage)
            thief.setCookie("login-session", former)
            #expect(try await thief.open("/account").query == "notice=expired")
        }
    }

    @Test func `a browser session that nobody uses ends, and one that is used lasts until its absolute end`()
        async throws
    {
        try await Stage.play { stage in
            let used = Browser(stage)
            _ = try await used.join(as: 1001)
            let idle = Browser(stage)
            _ = try await idle.join(as: 1002)

            for _ in 0..<7 {
                stage.clock.advance(by: 25 * 86_400)
                #expect(try await used.open("/account").path == "/account")
            }
            #expect(try await idle.open("/account").query == "notice=expired")

            stage.clock.advance(by: 6 * 86_400)
            #expect(try await used.open("/account").query == "notice=expired")
        }
    }
}

extension Stage {
    /// The address that a provider sends a browser back to, not opened yet.
    ///
    /// - Parameter start: where the sign-in begins.
    func callback(of browser: Browser, as person: Int64, from start: String = "/auth/kakao") async throws -> String {
        var request = try required(HTTPRequest(.get, address + start))
        for _ in 0..<12 {
            let response = try await browser.send(request)
            guard let location = response.headers["Location"] else {
                let page = Page(response, at: request)
                let (form, choice) = try required(
                    page.form(with: "person").map { ($0, ("person", "\(person)")) }
                        ?? page.form(with: "agree_all").map { ($0, ("decision", "agree_all")) }, "\(response.text)")
                var fields = FormFields()
                for (name, value) in form.hidden + [choice] { fields.add(name, value) }
                request = try required(HTTPRequest.form(fields, to: page.origin + form.action))
                request.headers["Origin"] = page.origin
                continue
            }
            let target = location.hasPrefix("/") ? "\(request.scheme)://\(request.authority)\(location)" : location
            if target.hasPrefix("\(address)/auth/"), target.contains("/callback?") { return target }
            request = try required(HTTPRequest(.get, target))
        }
        throw Unexpected()
    }
}
