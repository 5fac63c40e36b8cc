// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore
import Testing

/// Who is asked what before an app gets an account that the browser is signed in to.
struct BrokerAskingTests {
    @Test func `whoever is signed in is asked, and goes on with one click, without the provider`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage, clientID: "shop"), Browser(stage, language: "en"))
            var shop = app
            shop.redirectURI = OAuthApp.shopRedirectURI
            _ = try await browser.join(as: 1001)
            await stage.stopEmulator()

            let page = try await browser.open(shop.address([:]))
            let form = try required(page.form(to: "/oauth/authorize"))
            let end = try await browser.submit(form, on: page)
            let answer = try shop.answer(at: end)
            let tokens = try SessionTokens(json: try await shop.redeem(Secret(try required(answer["code"]))).json())

            #expect(page.status == 200)
            #expect(page.markup.contains("Shop") && page.markup.contains("김서연"))
            let policy = try required(page.response.headers["Content-Security-Policy"])
            #expect(policy.contains("form-action 'self' https://shop.example;"))
            #expect(answer["state"] == shop.state && answer["iss"] == stage.address)
            #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
            let account = try await browser.open("/account")
            #expect(account.path == "/account", "the browser's own session is another one, and goes on")
            #expect(stage.log.entries("sign_in.continued").map { $0["session"] } == [tokens.sessionID])
        }
    }

    @Test func `whoever wants another account gets the providers, which ask again`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            _ = try await browser.join(as: 1001)
            let page = try await browser.open(app.address([:]))
            let link = try required(
                page.markup.pieces(from: "<a href=\"/oauth/authorize", to: ">").first { $0.contains("select_account") })

            let choice = try await browser.open(try required(link.attribute("href")))
            let button = try required(choice.markup.pieces(from: "<a class=\"provider-button", to: ">").first)
            let chooser = try await browser.open(try required(button.attribute("href")))
            let form = try await browser.finishAtKakao(chooser, as: 1002)
            let end = try await browser.signUp(form)

            #expect(chooser.form(with: "person") != nil, "Kakao knows this browser and asks all the same")
            #expect(try app.answer(at: end)["code"] != nil)
        }
    }

    @Test(
        arguments: [
            ("naver", "consent", "reprompt"), ("naver", "consent login", "reauthenticate"),
            ("facebook", "consent", "rerequest"), ("facebook", "select_account", "reauthenticate"),
            ("facebook", "login", "reauthenticate"),
        ])
    func `what an app wants the provider to ask reaches it in its own words`(
        provider: String, prompt: String, wish: String
    ) async throws {
        try await Stage.play(.also(.naver, .facebook)) { stage in
            let address = OAuthApp(site: stage).address(["provider": provider, "prompt": prompt])
            let answer = try await Browser(stage).send(try required(HTTPRequest(.get, stage.address + address)))

            let target = try required(answer.headers["Location"]?.split(separator: "?", maxSplits: 1).last)
            #expect(try FormFields(parsing: String(target)).single("auth_type") == wish)
        }
    }

    @Test(arguments: ["login", "select_account", "consent login"])
    func `an app that wants to know who it is has the provider ask`(prompt: String) async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            _ = try await browser.join(as: 1001)

            let ours = try await browser.open(app.address(["prompt": prompt]))
            let kakaos = try await browser.open(app.address(["provider": "kakao", "prompt": prompt]))

            #expect(ours.form(to: "/oauth/authorize") == nil && ours.markup.contains("provider-button"))
            #expect(kakaos.form(with: "person") != nil)
        }
    }

    @Test func `the provider is told whom the app expects, also by way of the sign-in page`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            let hint = "seoyeon@example.com"
            let page = try await browser.open(app.address(["login_hint": hint]))
            let button = try required(page.markup.pieces(from: "<a class=\"provider-button", to: ">").first)
            let addresses = [
                app.address(["provider": "kakao", "login_hint": hint]), try required(button.attribute("href")),
            ]

            for address in addresses {
                let response = try await browser.send(try required(HTTPRequest(.get, stage.address + address)))
                let location = try required(response.headers["Location"])
                let query = try FormFields(parsing: location.split(separator: "?", maxSplits: 1).last ?? "")
                #expect(try query.single("login_hint") == hint)
            }
            #expect(!page.markup.contains(hint))
        }
    }

    @Test func `the sign-in page names the app`() async throws {
        try await Stage.play { stage in
            let shop = OAuthApp(site: stage, clientID: "shop", redirectURI: OAuthApp.shopRedirectURI)

            let korean = try await Browser(stage).open(shop.address([:]))
            let english = try await Browser(stage, language: "en").open(shop.address([:]))

            #expect(korean.markup.contains("가게</bdi>에서 계속하려면"))
            #expect(english.markup.contains("continue to <bdi>Shop"))
        }
    }

    @Test func `a session that is over asks for a sign-in, and the app still gets its answer`() async throws {
        try await Stage.play { stage in
            let (app, browser) = (OAuthApp(site: stage), Browser(stage))
            _ = try await browser.join(as: 1001)
            let asked = try await browser.open(app.address([:]))
            let form = try required(asked.form(to: "/oauth/authorize"))
            let session = try required(try await stage.store.sessions(of: accountID(stage), at: stage.clock.now).first)
            _ = try await stage.store.endSession(
                session.id, .endedByOperator, at: stage.clock.now, requestID: nil)

            let late = try await browser.submit(form, on: asked)
            let fresh = try await browser.open(app.address([:]))
            let button = try required(late.markup.pieces(from: "<a class=\"provider-button", to: ">").first)
            let end = try await browser.finishAtKakao(
                try await browser.open(try required(button.attribute("href"))), as: 1001)

            #expect(late.status == 200 && fresh.status == 200)
            #expect(fresh.markup.contains("provider-button"))
            #expect(try app.answer(at: end)["code"] != nil)
        }
    }

    private func accountID(_ stage: Stage) throws -> String {
        try required(stage.log.entries("sign_up.succeeded").first?["account"])
    }

    @Test(arguments: ["no proof", "another browser's proof", "another site", "a changed request"])
    func `P3: no other page makes an app go on with somebody's account`(attack: String) async throws {
        try await Stage.play { stage in
            let (app, browser, other) = (OAuthApp(site: stage), Browser(stage), Browser(stage))
            _ = try await browser.join(as: 1001)
            _ = try await other.join(as: 1002)
            let page = try await browser.open(app.address([:]))
            let form = try required(page.form(to: "/oauth/authorize"))
            let foreign = try required(try await other.open(app.address([:])).form(to: "/oauth/authorize"))
            var hidden = Dictionary(form.hidden) { first, _ in first }
            switch attack {
            case "no proof": hidden["form_proof"] = nil
            case "another browser's proof": hidden["form_proof"] = foreign.hidden.first { $0.0 == "form_proof" }?.1
            case "a changed request": hidden["request"] = (hidden["request"]?.dropLast(3) ?? "") + "AAA"
            default: break
            }
            var fields = FormFields()
            for (name, value) in hidden { fields.add(name, value) }
            var request = try required(HTTPRequest.form(fields, to: stage.address + "/oauth/authorize"))
            request.headers["Origin"] = attack == "another site" ? "https://evil.example" : stage.address

            let answer = try await browser.send(request)

            #expect([400, 403].contains(answer.status))
            #expect(answer.headers["Location"] == nil)
            #expect(stage.log.entries("sign_in.continued").isEmpty)
        }
    }

    @Test func `the longest request that is taken fits into a cookie that browsers keep`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let app = OAuthApp(site: stage, clientID: "shop", redirectURI: OAuthApp.longRedirectURI)
            let (state, hint) = (String(repeating: "\"", count: 512), String(repeating: "가", count: 106))
            let changes = ["provider": "kakao", "state": state, "login_hint": hint, "prompt": "login select_account"]

            let start = try await browser.send(
                try required(HTTPRequest(.get, stage.address + app.address(changes))))
            let cookie = try required(start.headers.all("Set-Cookie").first)
            let tooLong = try await browser.open(app.address(["state": String(repeating: "x", count: 513)]))

            #expect(start.status == 303)
            #expect(cookie.utf8.count < 4_096, "RFC 6265, section 6.1")
            #expect(try app.answer(at: tooLong)["error"] == "invalid_request")
        }
    }
}
