// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import LoginServer
import Testing

/// A person at a browser who signs in with Apple, whose answer is posted from Apple's own page.
struct AppleBrowserTests {
    private func links(_ stage: Stage) async throws -> Int {
        try await stage.control(.get, "apple/links").json().array?.count ?? 0
    }

    @Test func `B06, B07: a new person signs in, signs up by the name that Apple told once, comes back and withdraws`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)

            let form = try await browser.signInWithApple(as: 1001)
            #expect(form.path == "/sign-up")
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "김서연")
            #expect(form.markup.contains("seoyeon@example.com"))
            let account = try await browser.signUp(form)
            #expect(account.path == "/account")

            // Another browser: she is known now, and Apple tells no name.
            let other = Browser(stage)
            let back = try await other.signInWithApple(as: 1001)
            #expect(back.path == "/account" && back.markup.contains("김서연"))
            #expect(try await links(stage) == 1)

            let question = try await other.open("/account/withdraw")
            _ = try await other.submit(try required(question.form(to: "/account/withdraw")), on: question)
            try await eventually("Apple hears of the withdrawal") { try await links(stage) == 0 }
            #expect(stage.requests(for: "/appleid.apple.com/auth/revoke") == 1)
        }
    }

    @Test func `B65: whoever leaves the form half way finds the name again, and an empty one never takes its place`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let first = try await Browser(stage).signInWithApple(as: 1001)
            #expect(first.form(with: "form_proof")?.value(of: "nickname") == "김서연")

            let browser = Browser(stage)
            let second = try await browser.signInWithApple(as: 1001)
            #expect(second.form(with: "form_proof")?.value(of: "nickname") == "김서연")

            // Long after, with empty names from the browser: still hers.
            stage.clock.advance(by: 86_400)
            let page = try await browser.formFromApple(as: 1001)
            let empty = #"{"name":{"firstName":" ","lastName":""}}"#
            let third = try await browser.submit(
                try required(page.forms.first), on: page, [("user", empty)])
            #expect(third.form(with: "form_proof")?.value(of: "nickname") == "김서연")

            let account = try await browser.signUp(third)
            #expect(account.markup.contains("김서연"))
            #expect(!stage.log.text.contains("서연"))
        }
    }

    @Test
    func `a name that is not shared leaves the field empty, and a hidden address is one that Apple forwards from`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let form = try await Browser(stage).signInWithApple(as: 1002, sharing: [])

            #expect(form.path == "/sign-up")
            #expect(form.form(with: "form_proof")?.value(of: "nickname") == "")
            #expect(form.markup.contains("@privaterelay.appleid.com"))
            #expect(!form.markup.contains("junho@example.com"))
        }
    }

    @Test func `a person who cancels at Apple is told so`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)
            let start = try await browser.open("/auth/apple")
            let end = try await browser.submit(
                try required(start.form(with: "cancel")), on: start, [("decision", "cancel")])

            let page = try await browser.submit(try required(end.forms.first), on: end)

            #expect(page.path == "/" && page.query == "notice=cancelled")
            #expect(stage.requests(for: "/appleid.apple.com/auth/token") == 0)
        }
    }

    @Test func `B07: Apple's form from another browser, or one that lost its cookie, signs nobody in`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let (hers, his) = (Browser(stage), Browser(stage))
            _ = try await his.open("/auth/apple")
            let page = try await hers.formFromApple(as: 1001)
            let form = try required(page.forms.first)

            let stolen = try await his.submit(form, on: page)
            let bare = try await Browser(stage).submit(form, on: page)
            let own = try await hers.submit(form, on: page)

            #expect(stolen.status == 400 && bare.status == 400)
            #expect(own.path == "/sign-up")
            #expect(stage.log.entries("sign_in.stray_callback").count == 2)
        }
    }

    @Test func `the form is handed on once: afterwards its address is a stranger's, and so is one that ran out`()
        async throws
    {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)
            let page = try await browser.formFromApple(as: 1001)
            let form = try required(page.forms.first)
            func address() async throws -> String {
                var fields = FormFields()
                for (name, value) in form.hidden { fields.add(name, value) }
                let answer = try await stage.post(fields, to: "/auth/apple/callback")
                #expect(answer.status == 303)
                return try required(answer.headers["Location"])
            }
            let (first, late) = (try await address(), try await address())
            #expect(first.hasPrefix("/auth/apple/callback?posted="))
            #expect(!first.contains(form.value(of: "code") ?? "?"))

            #expect(try await browser.open(first).path == "/sign-up")
            for name in browser.cookies.keys where name.hasPrefix("login-ticket-") { browser.setCookie(name, nil) }
            #expect(try await browser.open(first).status == 400)
            stage.clock.advance(by: 601)
            #expect(try await browser.open(late).status == 400)
        }
    }

    @Test func `S55: what nobody asked for is not kept, and one state's answers take one place`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let page = try await Browser(stage).formFromApple(as: 1001)
            let state = try required(page.forms.first?.hidden.first { $0.0 == "state" }?.1)
            func post(_ fields: FormFields) async throws -> HTTPResponse {
                try await stage.post(fields, to: "/auth/apple/callback")
            }

            let invented = try await post(["state": "x", "user": .some(String(repeating: "a", count: 16_000))])
            let bent = try await post(["state": .some(String(state.dropLast()) + "!"), "code": "C1"])
            let one = try await post(["state": .some(state), "code": "C1"])
            let two = try await post(["state": .some(state), "code": "C2"])
            stage.clock.advance(by: 601)
            let late = try await post(["state": .some(state), "code": "C1"])

            #expect([invented, bent, late].map(\.status) == [400, 400, 400])
            #expect([invented, bent, late].allSatisfy { $0.text.contains("sign_in_over") })
            #expect(one.status == 303 && one.headers["Location"] == two.headers["Location"])
        }
    }

    @Test func `a field user of any length costs the name and not the sign-in`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)
            let page = try await browser.formFromApple(as: 1001)
            let form = try required(page.forms.first)
            var fields = FormFields()
            for (name, value) in form.hidden where name != "user" { fields.add(name, value) }
            fields.add("user", #"{"name":{"firstName":"\#(String(repeating: "a", count: 40_000))"}}"#)

            let answer = try await stage.post(fields, to: "/auth/apple/callback")
            let next = try await browser.open(try required(answer.headers["Location"]))

            #expect(next.path == "/sign-up")
            #expect(next.form(with: "form_proof")?.value(of: "nickname") == "")
        }
    }

    @Test func `a posted form counts for the provider that it was posted to and no other`() async throws {
        try await Stage.play(.also(.apple, .facebook)) { stage in
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001, from: "/auth/facebook")
            let query = try required(callback.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).last)
            let fields = try FormFields(parsing: query)

            let posted = try await stage.post(fields, to: "/auth/apple/callback")
            let own = try await browser.formFromApple(as: 1001)
            var apples = FormFields()
            for (name, value) in try required(own.forms.first).hidden { apples.add(name, value) }
            let address = try required(
                try await stage.post(apples, to: "/auth/apple/callback").headers["Location"])
            let moved = try await browser.open(address.replacing("/apple/", with: "/facebook/"))

            #expect(posted.status == 400)
            #expect(moved.status == 400 && moved.markup.contains("sign_in_over"))
            #expect(try await browser.open(callback).path == "/sign-up")
        }
    }

    @Test(arguments: ["code=C1", "", "state=S1&state=S2&code=C1", "state=%zz", "state=S1&code=C1&user=%7B"])
    func `a posted callback that is none ends at a page that says so`(body: String) async throws {
        try await Stage.play(.also(.apple)) { stage in
            var request = try required(HTTPRequest(.post, "\(stage.address)/auth/apple/callback"))
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Array(body.utf8)
            let browser = Browser(stage)

            var answer = try await browser.send(request)
            if let location = answer.headers["Location"] {
                answer = try await browser.send(try required(HTTPRequest(.get, stage.address + location)))
            }

            #expect(answer.status == 400)
            #expect(answer.text.contains("<html"))
        }
    }

    @Test func `whoever answers in the address takes no posted callback, and JSON is no form`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let kakao = try await stage.post(["code": "C1", "state": "S1"], to: "/auth/kakao/callback")
            let json = try await stage.call(.post, "/auth/apple/callback", ["code": "C1", "state": "S1"])
            let huge = try await stage.post(
                ["state": "S1", "code": .some(String(repeating: "a", count: 20_000))], to: "/auth/apple/callback")

            #expect(kakao.status == 404)
            #expect(json.status == 400)
            #expect(huge.status == 400)
        }
    }

    @Test func `an app is signed in with Apple by way of our own authorization server`() async throws {
        try await Stage.play(.also(.apple)) { stage in
            let browser = Browser(stage)
            let app = OAuthApp(site: stage)

            let start = try await browser.open(app.address(["provider": "apple"]))
            let form = try await browser.signInWithApple(as: 1001, from: start)
            let end = try await browser.signUp(form)

            let tokens = try await app.redeem(Secret(try required(try app.answer(at: end)["code"])))
            #expect(tokens.status == 200)
        }
    }
}
