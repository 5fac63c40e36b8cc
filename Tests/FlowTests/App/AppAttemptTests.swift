// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import SocialLogin
import Testing

/// One attempt of an app: what belongs to it, what ends it, and that it ends once.
@Suite(.timeLimit(.minutes(2)))
struct AppAttemptTests {
    static let foreign = [
        "kakaodemo-kakao-native-key://oauth?code=stolen&state=wrong", "kakaodemo-kakao-native-key://oauth?code=stolen",
        "kakaodemo-kakao-native-key://oauth?error=access_denied&state=", "kakaodemo-kakao-native-key://other",
        "tasty-map://restaurants/7", "", "kakaodemo-kakao-native-key://oauth?code=%zz&state=%zz",
    ]

    @Test func `C2: foreign addresses in the midst of it are not ours and do not end it`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())

            for address in Self.foreign { #expect(await !client.handle(address)) }

            #expect(client.phase.isAuthenticating)
            #expect(await client.handle(try await app.answer(to: page)))
            _ = try await signedIn.value
        }
    }

    @Test func `C3: a callback with nothing pending is not ours, and nothing is exchanged`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)

            for address in Self.foreign { #expect(await !client.handle(address)) }

            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 0)
        }
    }

    @Test func `C4: an answer that names another issuer fails the sign-in`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())

            let answer = try await app.answer(to: page) + "&iss=https%3A%2F%2Fevil.example.com"
            #expect(await client.handle(answer))

            #expect(try await failure { try await signedIn.value }.code == .callbackOfOtherIssuer)
            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 0)
        }
    }

    @Test(
        arguments: [
            ("error=access_denied&error_description=User%20denied%20access", "cancelled_by_user"),
            ("error=server_error", "provider_unavailable"), ("error=what_is_this", "provider_error"),
            ("nothing=here", "callback_malformed"), ("code=a&code=b", "callback_malformed"),
        ])
    func `an answer that is a refusal ends it as what it says`(query: String, code: String) async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())
            let state = try required(try FormFields(parsing: page.split(separator: "?")[1]).single("state"))

            #expect(await client.handle("\(App.nativeLink)?\(query)&state=\(percentEncoded(state))"))

            #expect(try await failure { try await signedIn.value }.code.rawValue == code)
            #expect(client.phase == .idle)
            #expect(app.person.closeCount == 1)
        }
    }

    @Test func `C18: a second sign-in fails at once, and may take the first one's place where it says so`()
        async throws
    {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let first = Task { try await client.signIn(with: .kakao) }
            let firstPage = try required(await app.person.nextPage())

            #expect(try await failure { try await client.signIn(with: .kakao) }.code.rawValue == "already_in_progress")

            let second = Task { try await client.signIn(with: .kakao, superseding: true) }
            #expect(try await failure { try await first.value }.cancellation == .superseded)
            let secondPage = try required(await app.person.nextPage())
            #expect(await client.handle(try await app.answer(to: firstPage)))
            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 0)
            #expect(await client.handle(try await app.answer(to: secondPage)))
            _ = try await second.value
        }
    }

    @Test func `C19: an answer after the end is swallowed and never exchanged`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())
            client.cancel()
            #expect(try await failure { try await signedIn.value }.cancellation == .programmatic)

            #expect(await client.handle(try await app.answer(to: page)))

            #expect(app.log.events.contains("attempt.late_callback"))
            #expect(app.requests.count("/kauth.kakao.com/oauth/token") == 0)
        }
    }

    @Test func `C19: cancelling the task ends it, whenever that comes`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.signIn(with: .kakao)
            }
            #expect(try await failure { try await early.value }.cancellation == .programmatic)

            let late = Task { try await client.signIn(with: .kakao) }
            _ = try required(await app.person.nextPage())
            late.cancel()
            #expect(try await failure { try await late.value }.cancellation == .programmatic)

            _ = try await app.signInOnly(client)
        }
    }

    @Test func `C19: a sign-in cancelled during the exchange leaves nothing behind`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client()
            _ = try await app.signIn(client)
            try await client.signOut()
            let gate = app.requests.hold("/v1/sign-in")
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())
            #expect(await client.handle(try await app.answer(to: page)))
            await gate.arrival()

            client.cancel()
            #expect(client.phase == .idle)
            gate.open()

            #expect(try await failure { try await signedIn.value }.cancellation == .programmatic)
            #expect(await client.restore().text == "signed out")
        }
    }

    @Test func `C19: ten minutes end it, and thirty seconds an exchange`() async throws {
        try await Stage.play { stage in
            var app = App(stage)
            let timer = VirtualTimer()
            app.timer = timer
            let client = try app.client(server: false)
            let first = Task { try await client.signIn(with: .kakao) }
            _ = try required(await app.person.nextPage())

            await timer.sleeper(for: .seconds(600))
            timer.advance(by: .seconds(600))

            #expect(try await failure { try await first.value }.cancellation == .timedOut)
            let gate = app.requests.hold("/kauth.kakao.com/oauth/token")
            let second = Task { try await client.signIn(with: .kakao) }
            let page = try required(await app.person.nextPage())
            #expect(await client.handle(try await app.answer(to: page)))
            await gate.arrival()
            await timer.sleeper(for: .seconds(30))
            timer.advance(by: .seconds(30))
            #expect(try await failure { try await second.value }.code.rawValue == "exchange_timed_out")
            gate.open()
            #expect(await client.restore().text == "signed out")
        }
    }

    @Test func `a browser that gives no sign for three seconds blocks nobody's screen, and its answer still counts`()
        async throws
    {
        try await Stage.play { stage in
            var app = App(stage)
            let timer = VirtualTimer()
            app.timer = timer
            let browser = StubbornBrowser()
            browser.closing.open()
            let client = try app.client(server: false, browser: browser)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            await browser.opening.arrival()
            #expect(client.phase == .waiting(.browser, isInputBlocked: true))

            await timer.sleeper(for: .seconds(3))
            timer.advance(by: .seconds(3))

            try await eventually("input is released") { client.phase == .waiting(.browser, isInputBlocked: false) }
            let page = try required(browser.page.value)
            #expect(await client.handle(try await app.answer(to: page)))
            guard case .withoutServer = try await signedIn.value else { throw Unexpected() }
            browser.opening.open()
        }
    }

    @Test func `a browser that never lets go keeps nobody waiting`() async throws {
        try await Stage.play { stage in
            var app = App(stage)
            let timer = VirtualTimer()
            app.timer = timer
            let browser = StubbornBrowser()
            let client = try app.client(server: false, browser: browser)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            await browser.opening.arrival()

            client.cancel()
            await timer.sleeper(for: .seconds(3))
            timer.advance(by: .seconds(3))

            #expect(try await failure { try await signedIn.value }.cancellation == .programmatic)
            browser.closing.open()
            browser.opening.open()
        }
    }

    @Test func `the next attempt gets ready only when what the one before showed is taken down`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let browser = OrderlyBrowser()
            let client = try app.client(server: false, browser: browser)
            let first = Task { try await client.signIn(with: .kakao) }
            await browser.opened.arrival()

            let second = Task { try await client.signIn(with: .kakao, superseding: true) }
            await browser.closing.arrival()
            browser.closing.open()

            #expect(try await failure { try await first.value }.cancellation == .superseded)
            second.cancel()
            #expect(try await failure { try await second.value }.cancellation == .programmatic)
            let places = browser.events.value
            #expect(places.first == "prepare")
            #expect(places.dropFirst().first == "close")
        }
    }

    @Test func `phases follow it from tap to outcome, and end with the client`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            var client: LoginClient? = try app.client(server: false)
            let phases = try required(client?.phases)

            _ = try await app.signInOnly(try required(client))
            client = nil

            let seen = await phases.reduce(into: []) { $0.append($1) }
            #expect(
                seen == [
                    .idle, .preparing(isInputBlocked: true), .waiting(.browser, isInputBlocked: true),
                    .finishing(isInputBlocked: true), .idle,
                ])
        }
    }
}

/// A browser that neither opens nor closes until the test lets it.
private final class StubbornBrowser: SignInBrowser {
    let place = AwaitedPlace.browser
    let page = Locked<String?>(nil)
    let opening = Gate()
    let closing = Gate()

    func prepare(
        for target: CallbackTarget, receive: @escaping @Sendable (BrowserEvent) -> Bool
    ) async throws(LoginError) -> String { App.nativeLink }

    func open(_ address: String) async throws(LoginError) {
        page.withLock { $0 = address }
        await opening.pass()
    }

    func close() async { await closing.pass() }
}

/// A browser that writes down when it is asked to get ready and to close, and closes when the test lets it.
private final class OrderlyBrowser: SignInBrowser {
    let place = AwaitedPlace.browser
    let events = Locked<[String]>([])
    let opened = Gate()
    let closing = Gate()

    init() { opened.open() }

    func prepare(
        for target: CallbackTarget, receive: @escaping @Sendable (BrowserEvent) -> Bool
    ) async throws(LoginError) -> String {
        events.withLock { $0.append("prepare") }
        return App.nativeLink
    }

    func open(_ address: String) async throws(LoginError) { await opened.pass() }

    func close() async {
        await closing.pass()
        events.withLock { $0.append("close") }
    }
}
