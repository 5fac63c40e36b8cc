// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import SocialLogin
import SocialLoginDesktop
import Testing

/// An app on a desktop: the browser is another program, and the answer comes at a loopback address.
@Suite(.timeLimit(.minutes(2)))
struct AppDesktopTests {
    /// A browser on loopback whose pages go to the test.
    private func loopback(_ shown: @escaping @Sendable (String) async throws(LoginError) -> Void = { _ in })
        -> (browser: LoopbackBrowser, pages: AsyncStream<String>)
    {
        let (pages, page) = AsyncStream.makeStream(of: String.self)
        let browser = LoopbackBrowser(log: .silent) { address throws(LoginError) in
            try await shown(address)
            page.yield(address)
        }
        return (browser, pages)
    }

    private func next(_ pages: AsyncStream<String>) async throws -> String {
        for await page in pages { return page }
        throw Unexpected()
    }

    /// Follows the last redirect of a sign-in, to the app: the page that the app shows there.
    private func comeBack(_ person: Browser, from end: Page) async throws -> HTTPResponse {
        let location = try required(end.response.headers["Location"], "the browser did not come back to the app")
        return try await person.send(try required(HTTPRequest(.get, location)))
    }

    private func redirectURI(_ page: String) throws -> String {
        try required(try FormFields(parsing: page.split(separator: "?", maxSplits: 1)[1]).single("redirect_uri"))
    }

    @Test func `C8: through the server's pages a person signs up, in their browser, and the app holds the session`()
        async throws
    {
        try await Stage.play { stage in
            let app = App(stage)
            let (browser, pages) = loopback()
            let client = try app.client([.kakao], browser: browser)
            let person = Browser(stage)
            let signedIn = Task { try await client.signIn(with: .kakao) }

            let form = try await person.finishAtKakao(try await person.open(try await next(pages)), as: 1001)
            let end = try await person.signUp(form, nickname: "서연")

            #expect(try await comeBack(person, from: end).text.contains("앱으로 돌아가세요"))
            #expect(try await signedIn.value.account().nickname == "서연")
            #expect(await (try app.client([.kakao])).restore().text == "서연")
            #expect(try await client.signOut())
            #expect(try await failure { try await client.account() }.code.rawValue == "not_signed_in")
        }
    }

    @Test func `through the server, lost answers cost nothing, and the person's no is a cancellation`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let (browser, pages) = loopback()
            let client = try app.client([.kakao], browser: browser)
            let person = Browser(stage)
            let refused = Task { try await client.signIn(with: .kakao) }
            let page = try await person.open(try await next(pages))
            let consent = try await person.submit(
                try required(page.form(with: "person")), on: page, [("person", "1001")])
            let no = try await person.submit(
                try required(consent.form(with: "cancel")), on: consent, [("decision", "cancel")])
            _ = try await comeBack(person, from: no)
            #expect(try await failure { try await refused.value }.cancellation == .userDismissed)

            app.requests.loseAnswers("/oauth/token")
            app.requests.loseAnswers("/v1/account")
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let form = try await person.finishAtKakao(try await person.open(try await next(pages)), as: 1001)
            _ = try await comeBack(person, from: try await person.signUp(form))

            let account = try await signedIn.value.account()
            #expect(try await client.account().id == account.id)
        }
    }

    @Test(
        arguments: [
            ("state=wrong&code=a&iss=ISS", 400, nil), ("code=a&iss=ISS", 400, nil),
            ("state=STATE&code=a", 200, "callback_of_other_issuer"),
            ("state=STATE&code=a&iss=https%3A%2F%2Fevil.example.com", 200, "callback_of_other_issuer"),
            ("state=STATE&iss=ISS", 200, "callback_malformed"),
            ("state=STATE&iss=ISS&code=a&code=b", 200, "callback_malformed"),
            ("state=STATE&iss=ISS&code=never-given", 200, "code_refused"),
            ("state=STATE&iss=ISS&error=temporarily_unavailable", 200, "server_refused"),
            ("state=STATE&iss=ISS&error=access_denied", 200, "cancelled_by_user"),
        ] as [(String, Int, String?)])
    func `C2, C4: what arrives on loopback ends a brokered sign-in only where it belongs to it`(
        query: String, status: Int, code: String?
    ) async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let (browser, pages) = loopback()
            let client = try app.client([.kakao], browser: browser)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try await next(pages)
            let fields = try FormFields(parsing: page.split(separator: "?", maxSplits: 1)[1])
            let state = try required(try fields.single("state"))
            let query = query.replacing("STATE", with: state).replacing("ISS", with: percentEncoded(stage.address))
            let redirectURI = try redirectURI(page)

            for path in ["/favicon.ico", "/callback/"] {
                let other = try required(HTTPRequest(.get, redirectURI.replacing("/callback", with: path)))
                #expect(try await stage.transport.send(other, limits: TransferLimits()).status == 404)
            }
            let answer = try await stage.transport.send(
                try required(HTTPRequest(.get, "\(redirectURI)?\(query)")), limits: TransferLimits())

            #expect(answer.status == status)
            if code == nil {
                #expect(client.phase.isAuthenticating)
                client.cancel()
            }
            #expect(try await failure { try await signedIn.value }.code.rawValue == code ?? "cancelled_by_app")
        }
    }

    @Test func `with a REST key without secret and one registered address it needs no server`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let (browser, pages) = loopback()
            let client = try app.client(
                [
                    .direct(.kakao, callback: .loopback(port: nil, path: "/kakao")) { environment throws(LoginError) in
                        try .kakao(KakaoSettings(restKey: "demo-kakao-rest-key"), environment: environment)
                    }
                ], server: false, browser: browser)
            let signedIn = Task { try await client.signIn(with: .kakao) }
            let page = try await next(pages)
            try await stage.control(
                .patch, "kakao/apps/1000001",
                ["client_secret": .null, "redirect_uris": [.string(try redirectURI(page))]])

            let person = Browser(stage)
            let end = try await person.finishAtKakao(try await person.open(page), as: 1002)

            #expect(try await comeBack(person, from: end).status == 200)
            guard case .withoutServer(let profile) = try await signedIn.value else { throw Unexpected() }
            #expect(profile.subject == "1002")
        }
    }

    @Test func `a port that is taken is a typed error, and our own is free again for the next attempt`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let (browser, pages) = loopback()
            let taken = AppProvider.kakao(restKey: "demo-kakao-rest-key", loopbackPort: stage.port)
            let client = try app.client([taken], server: false, browser: browser)

            let error = try await failure { try await client.signIn(with: .kakao) }
            #expect(error.code.rawValue == "address_in_use")
            #expect(client.phase == .idle)

            // A port of our own: found free, used by an attempt, and again by the one that takes its place.
            let found = try HTTPListener.start(
                ListenerSettings(host: "127.0.0.1", port: 0), handler: NothingHere(), log: .silent)
            let port = found.port
            await found.stop(drainingFor: .zero)
            let own = try app.client(
                [.kakao(restKey: "demo-kakao-rest-key", loopbackPort: port)], server: false, browser: browser)
            let first = Task { try await own.signIn(with: .kakao) }
            #expect(try redirectURI(try await next(pages)) == "http://127.0.0.1:\(port)/kakao")
            let second = Task { try await own.signIn(with: .kakao, superseding: true) }
            #expect(try redirectURI(try await next(pages)) == "http://127.0.0.1:\(port)/kakao")
            #expect(try await failure { try await first.value }.cancellation == .superseded)
            second.cancel()
            #expect(try await failure { try await second.value }.cancellation == .programmatic)
        }
    }

    @Test func `where nothing can show the page it fails, and nobody listens any more`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let seen = Locked("")
            let (browser, _) = loopback { address throws(LoginError) in
                seen.withLock { $0 = address }
                throw .cannotOpen
            }
            let client = try app.client([.kakao], browser: browser)

            let error = try await failure { try await client.signIn(with: .kakao) }

            #expect(error.code.rawValue == "cannot_open")
            let request = try required(HTTPRequest(.get, try redirectURI(seen.value)))
            await #expect(throws: TransportError.self) {
                try await stage.transport.send(request, limits: TransferLimits())
            }
        }
    }
}

private struct NothingHere: HTTPHandler {
    func respond(to request: HTTPRequest) async -> HTTPResponse { .text("", status: 404) }
}
