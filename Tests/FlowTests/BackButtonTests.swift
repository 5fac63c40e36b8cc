// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import Testing

/// What a browser's Back brings once more after the person said no.
struct BackButtonTests {
    /// Goes to Kakao, says no, and gives the callback that this made.
    private func cancel(
        _ browser: Browser, on stage: Stage, from start: String = "/auth/kakao"
    ) async throws -> (callback: String, page: Page) {
        let state = try await stage.callback(of: browser, as: 1001, from: start)
        let query = try FormFields(parsing: try required(state.split(separator: "?", maxSplits: 1).last).description)
        var fields: FormFields = ["error": "access_denied", "error_description": "User said no: kept@example.com"]
        fields.add("state", try query.single("state"))
        let callback = "\(stage.address)/auth/kakao/callback?\(fields.encoded)"
        return (callback, try await browser.open(callback))
    }

    @Test func `a no that comes again by Back is the same notice again, and no sign-in any more`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let (callback, first) = try await cancel(browser, on: stage)

            let again = try await browser.open(callback)
            let query = try required(callback.split(separator: "?").last)
            let state = try required(try FormFields(parsing: String(query)).single("state"))
            var changed: FormFields = ["code": "C1"]
            changed.add("state", state)
            let agreed = try await browser.open("/auth/kakao/callback?\(changed.encoded)")

            for page in [first, again, agreed] {
                #expect(page.path == "/" && page.query == "notice=cancelled")
            }
            #expect(stage.requests(for: "/kauth.kakao.com/oauth/token") == 0)
            // A stranger's browser knows nothing of it, and its time is as short as any sign-in's.
            #expect(try await Browser(stage).open(callback).markup.contains("sign_in_over"))
            stage.clock.advance(by: 601)
            #expect(try await browser.open(callback).markup.contains("sign_in_over"))
        }
    }

    @Test func `an app gets the same no again`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let app = OAuthApp(site: stage)
            let (callback, first) = try await cancel(browser, on: stage, from: app.address())

            let again = try await browser.open(callback)

            #expect(try app.answer(at: first)["error"] == "access_denied")
            #expect(try app.answer(at: again) == app.answer(at: first))
        }
    }

    @Test func `after a no the next sign-in goes its own way`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            _ = try await cancel(browser, on: stage)

            #expect(try await browser.join(as: 1001).path == "/account")
        }
    }

    @Test func `B04, B26: the provider's words on a no are in the log without what is personal, and on no page`()
        async throws
    {
        try await Stage.play { stage in
            let (_, page) = try await cancel(Browser(stage), on: stage)

            #expect(stage.log.entries("callback.cancelled").map { $0["vendor_words"] } == ["User said no: […]"])
            #expect(!page.markup.contains("User said no"))
        }
    }
}
