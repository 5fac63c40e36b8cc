// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginServer
import Testing

/// Callbacks that are not, or not quite, the answer that a browser waits for.
struct BadCallbackTests {
    /// What is done to the `state` of a good callback, and what the browser is told.
    enum Spoiling: String, CaseIterable, Sendable {
        case wrong, missing, empty, repeated, repeatedWrong, foreign
    }

    private func spoil(_ callback: String, _ spoiling: Spoiling, foreign: String) throws -> String {
        let (base, query) = try required(callback.split(separator: "?", maxSplits: 1).pair)
        var fields = FormFields()
        let state = try required(try FormFields(parsing: query).single("state"))
        let other = try required(
            try FormFields(parsing: try required(foreign.split(separator: "?", maxSplits: 1).pair).1).single("state"))
        for field in try FormFields(parsing: query).fields where field.name != "state" {
            fields.add(field.name, field.value)
        }
        switch spoiling {
        case .wrong: fields.add("state", String(state.reversed()))
        case .missing: break
        case .empty: fields.add("state", "")
        case .repeated: for _ in 0..<2 { fields.add("state", state) }
        case .repeatedWrong: for value in [state, "EVIL"] { fields.add("state", value) }
        case .foreign: fields.add("state", other)
        }
        return "\(base)?\(fields.encoded)"
    }

    @Test(arguments: Spoiling.allCases)
    func `B09: a state that is wrong, missing, repeated or another browser's signs nobody in`(spoiling: Spoiling)
        async throws
    {
        try await Stage.play { stage in
            let (browser, other) = (Browser(stage), Browser(stage))
            let callback = try await stage.callback(of: browser, as: 1001)
            let foreign = try await stage.callback(of: other, as: 1002)

            let page = try await browser.open(try spoil(callback, spoiling, foreign: foreign))

            #expect(page.status == 400)
            #expect(page.path == "/auth/kakao/callback")
            #expect(browser.cookies["login-session"] == nil)
            #expect(browser.tickets.isEmpty)
            let isOver = spoiling == .repeated || spoiling == .repeatedWrong
            #expect(page.markup.contains(isOver ? "invalid_request" : "sign_in_over"))
            let refusals = stage.log.entries("callback.refused").map { $0["code"] }
            #expect(refusals == (isOver ? ["callback_malformed"] : []), "S54: a refusal leaves a line")
            // A callback that is not ours leaves the attempt as usable as it was; one that is, and broken, ends it.
            #expect(try await browser.open(callback).path == (isOver ? "/auth/kakao/callback" : "/sign-up"))
        }
    }

    @Test func `a good callback in another browser signs nobody in`() async throws {
        try await Stage.play { stage in
            let (victim, attacker) = (Browser(stage), Browser(stage))
            let callback = try await stage.callback(of: attacker, as: 1002)

            let page = try await victim.open(callback)

            #expect(page.status == 400)
            #expect(page.markup.contains("sign_in_over"))
            #expect(victim.cookies.isEmpty)
        }
    }

    @Test(arguments: ["", "code=c&state=s", "error=access_denied&state=s", "code=c", "state=s"])
    func `a callback with nothing pending changes nothing, whoever gets it`(query: String) async throws {
        try await Stage.play { stage in
            let (stranger, member) = (Browser(stage), Browser(stage))
            _ = try await member.join(as: 1001)
            let cookie = member.cookies["login-session"]

            let page = try await stranger.open("/auth/kakao/callback?\(query)")

            #expect(page.status == 400)
            #expect(page.markup.contains("sign_in_over"))
            #expect(stranger.cookies.isEmpty)
            #expect(try await member.open("/auth/kakao/callback?\(query)").path == "/account")
            #expect(member.cookies["login-session"] == cookie)
        }
    }

    @Test func `a used code signs nobody in a second time`() async throws {
        try await Stage.play { stage in
            let (first, second) = (Browser(stage), Browser(stage))
            let used = try await stage.callback(of: first, as: 1001)
            _ = try await first.open(used)
            let fresh = try await stage.callback(of: second, as: 1002)

            let page = try await second.open(try replaceCode(in: fresh, by: used))

            #expect(page.status == 400)
            #expect(page.markup.contains("credential_refused"))
            #expect(stage.log.entries("sign_in.refused").last?["vendor_code"] == "KOE320")
        }
    }

    @Test func `B15: a code that was made for another client or another browser's request is refused`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001)
            let app = KakaoApp(stage)
            let native = try await app.code(
                of: 1002, key: "demo-kakao-native-key", KakaoApp.redirectURI, PKCE(random: SystemRandomSource()))

            let page = try await browser.open(try replaceCode(in: callback, by: "x?code=\(native.exposed)"))

            #expect(page.status >= 400)
            #expect(browser.cookies["login-session"] == nil)

            // A code of our own key, injected from another browser: the verifier does not fit (RFC 9700, section 4.5).
            let victim = Browser(stage)
            let waiting = try await stage.callback(of: victim, as: 1001)
            let stolen = try await stage.callback(of: Browser(stage), as: 1003)
            let injected = try await victim.open(try replaceCode(in: waiting, by: stolen))
            #expect(injected.status == 400)
            #expect(victim.cookies["login-session"] == nil)
        }
    }

    @Test(arguments: [ProviderID.apple, .facebook, .naver])
    func `B15: a code that was injected from another browser's sign-in is refused, wherever something ties it`(
        provider: ProviderID
    ) async throws {
        var options = StageOptions.also(.apple, .facebook)
        // Naver's older path ties a code to nothing; the OpenID Connect path does.
        options.naver = NaverSettings(
            clientID: "demo-naver-client-id", clientSecret: Secret("demo-naver-client-secret"), usesOpenID: true,
            isNonceExempt: false)
        try await Stage.play(options) { stage in
            func callback(_ browser: Browser, as person: Int64) async throws -> [(String, String)] {
                if provider == .apple {
                    return try required(try await browser.formFromApple(as: person).forms.first).hidden
                }
                let address = try await stage.callback(of: browser, as: person, from: "/auth/\(provider)")
                let query = try required(address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).last)
                return try FormFields(parsing: query).fields.map { ($0.name, $0.value) }
            }
            let (attacker, victim) = (Browser(stage), Browser(stage))
            let stolen = try await callback(attacker, as: 1003).first { $0.0 == "code" }?.1
            var fields = FormFields()
            for (name, value) in try await callback(victim, as: 1001) {
                fields.add(name, name == "code" ? stolen : value)
            }

            var path = "/auth/\(provider)/callback?\(fields.encoded)"
            if provider == .apple {
                path = try required(
                    try await stage.post(fields, to: "/auth/apple/callback").headers["Location"])
            }
            let page = try await victim.open(path)

            #expect([400, 401].contains(page.status))
            #expect(page.markup.contains("credential_refused") || page.markup.contains("nonce_refused"))
            #expect(victim.cookies["login-session"] == nil && victim.tickets.isEmpty)
        }
    }

    @Test func `an expired code is refused, and a browser that took too long is told to start again`() async throws {
        var options = StageOptions()
        options.change = { $0.lives.nonce = 900 }
        try await Stage.play(options) { stage in
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001)
            stage.clock.advance(by: 601)

            let answer = try await stage.signIn(proof, attempt: attempt)
            #expect(answer.status == 400)
            #expect(try answer.problemCode() == .credentialRefused)
            #expect(try await browser.open(callback).markup.contains("sign_in_over"))
        }
    }

    @Test func `S8: an id_token that does not hold the nonce of this very sign-in signs nobody in`() async throws {
        try await Stage.play { stage in
            let browser = Browser(stage)
            let callback = try await stage.callback(of: browser, as: 1001)
            let others = try await KakaoApp(stage).tokens(of: 1001, nonce: Secret("of another sign-in"))
            let answer: JSONValue = [
                "access_token": "a", "expires_in": 9, "id_token": .string(others.idToken.exposed),
            ]
            try await stage.order(
                ["kind": "answer", "body": .string(answer.serializedText())], at: "/oauth/token")

            let page = try await browser.open(callback)

            #expect(page.status == 401)
            #expect(page.markup.contains("nonce_refused"))
            #expect(browser.tickets.isEmpty)
        }
    }

    @Test func `P13: the error page shows a code and the request's id, and nothing of the inside`() async throws {
        try await Stage.play { stage in
            let page = try await Browser(stage).open("/auth/kakao/callback?code=SECRET-CODE&state=SECRET-STATE")

            let requestID = try required(page.response.headers["X-Request-ID"])
            #expect(page.markup.contains(requestID))
            #expect(page.markup.contains("sign_in_over"))
            for inside in ["SECRET", "LoginError", "swift", "sqlite", "KOE"] {
                #expect(!page.markup.contains(inside))
            }
            #expect(stage.log.entries("sign_in.stray_callback").map { $0["request"] } == [requestID])
        }
    }

    @Test func `a provider that is not offered has no pages`() async throws {
        try await Stage.play { stage async throws in
            for path in ["/auth/naver", "/auth/naver/callback?code=c&state=s", "/auth/%00", "/auth/kakao%2F.."] {
                #expect(try await Browser(stage).open(path).status == 404)
            }
        }
    }

    private func replaceCode(in callback: String, by other: String) throws -> String {
        let (base, query) = try required(callback.split(separator: "?", maxSplits: 1).pair)
        let code = try FormFields(parsing: try required(other.split(separator: "?", maxSplits: 1).pair).1).single(
            "code")
        var fields = FormFields()
        for field in try FormFields(parsing: query).fields {
            fields.add(field.name, field.name == "code" ? code : field.value)
        }
        return "\(base)?\(fields.encoded)"
    }
}

extension [Substring] {
    /// Two pieces as a pair.
    fileprivate var pair: (Substring, Substring)? { count == 2 ? (self[0], self[1]) : nil }
}
