// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import SocialLogin
import Testing

/// Calls that miss a consent of the person: they are asked once, and each call is made once more.
@Suite(.timeLimit(.minutes(2)))
struct AppConsentTests {
    private static let me = "/kapi.kakao.com/v2/user/me"
    private static let logout = "/kapi.kakao.com/v1/user/logout"

    /// Lets so many calls miss the consent to the e-mail address.
    private func missConsent(_ stage: Stage, times: Int) async throws {
        try await fault(stage, "kapi.kakao.com", "/v2/user/me", code: "-402", times: times)
    }

    private func fault(_ stage: Stage, _ host: String, _ path: String, code: String, times: Int = 1) async throws {
        _ = try await stage.control(
            .post, "faults",
            [
                "host": .string(host), "path": .string(path), "kind": "error", "code": .string(code),
                "times": JSONValue(Int64(times)),
            ])
    }

    private func allHaveMissedIt(_ stage: Stage) async throws {
        try await eventually("the faults are used up") {
            try await stage.control(.get, "faults").json().array?.isEmpty ?? false
        }
    }

    /// Makes calls at once, and says how each of them ended.
    private func readProfiles(_ count: Int, _ client: LoginClient) -> Task<[String], Never> {
        Task {
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        do throws(LoginError) {
                            return try await client.profile(from: .kakao).email?.address ?? "no address"
                        } catch {
                            return error.cancellation?.rawValue ?? "\(error.code.rawValue), \(error.advice)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    /// What a call throws that misses a consent.
    private static func missing(_ scope: String) -> LoginError {
        LoginError(
            .init(rawValue: "missing"), advice: .askConsent(scopes: [scope]), message: BilingualText(ko: "", en: ""),
            remedy: BilingualText(ko: "", en: ""))
    }

    private func fields(of page: String) throws -> FormFields {
        try FormFields(parsing: page.split(separator: "?", maxSplits: 1)[1])
    }

    @Test func `50 calls that miss a consent show one page for just that, and each is made once more`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client, agreeing: .required(and: []))
            #expect(try await client.profile(from: .kakao).email == nil)
            let before = app.requests.count(Self.me)
            try await missConsent(stage, times: 50)

            let calls = readProfiles(50, client)
            let page = try required(await app.person.nextPage())
            try await allHaveMissedIt(stage)
            #expect(try fields(of: page).single("scope") == "account_email,openid")
            #expect(try fields(of: page).single("agt") != nil)
            #expect(await client.handle(try await app.answer(to: page)))

            #expect(await calls.value == Array(repeating: "seoyeon@example.com", count: 50))
            // Two for each call, and two to see that it was the same person who agreed.
            #expect(app.requests.count(Self.me) - before == 102)
            #expect(app.person.openCount == 2)
            #expect(app.requests.count("/kauth.kakao.com/api/agt") == 1)
            #expect(await client.restore().text == "without server: kakao")
        }
    }

    @Test func `a person who says no is asked once, every call hears that, and nobody is signed out`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            try await missConsent(stage, times: 20)

            let calls = readProfiles(20, client)
            _ = try required(await app.person.nextPage())
            try await allHaveMissedIt(stage)
            app.person.closeBrowser()

            #expect(await calls.value == Array(repeating: "userDismissed", count: 20))
            #expect(app.person.openCount == 2)
            #expect(app.requests.count(Self.me) == 21)
            #expect(try await client.profile(from: .kakao).subject == "1001")
        }
    }

    @Test func `a person who leaves out what is needed is not asked again, and the call says so`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client, agreeing: .required(and: []))
            let times = Locked(0)

            let call = Task {
                try await client.call(.kakao) { _ -> Int in
                    times.withLock { $0 += 1 }
                    throw Self.missing("account_email")
                }
            }
            let page = try required(await app.person.nextPage())
            #expect(await client.handle(try await app.answer(to: page, agreeing: .required(and: ["profile_image"]))))

            let error = try await failure { try await call.value }
            #expect(error.code.rawValue == "consent_missing")
            #expect(error.advice == .respectRefusal)
            #expect(times.value == 2)
            #expect(app.person.openCount == 2)
            #expect(try await client.profile(from: .kakao).email == nil)
        }
    }

    @Test func `a ticket lets nobody else agree, whoever sits at the browser`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client, as: 1001, agreeing: .required(and: []))
            let asked = Task { try await client.askConsent(to: ["account_email"], at: .kakao) }

            let page = try required(await app.person.nextPage())
            #expect(await client.handle(try await app.answer(to: page, as: 1002)))
            try await asked.value

            #expect(try await client.profile(from: .kakao).email?.address == "seoyeon@example.com")
        }
    }

    @Test func `where no ticket is given, another account on the page does not take the person's place`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client, as: 1001)
            try await fault(stage, "kauth.kakao.com", "/api/agt", code: "KOE004")
            try await missConsent(stage, times: 5)

            let calls = readProfiles(5, client)
            let page = try required(await app.person.nextPage())
            try await allHaveMissedIt(stage)
            #expect(try fields(of: page).single("agt") == nil)
            #expect(await client.handle(try await app.answer(to: page, as: 1002)))

            #expect(await calls.value == Array(repeating: "consent_of_another_person, respectRefusal", count: 5))
            #expect(try await client.profile(from: .kakao).subject == "1001")
            #expect(await client.restore().text == "without server: kakao")
            // What the other one was given is given back.
            try await eventually("the other one is signed out again") { app.requests.count(Self.logout) == 1 }
        }
    }

    @Test func `with a network that fails nobody is asked, and the next call asks`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            try await fault(stage, "kauth.kakao.com", "/api/agt", code: "KOE237")

            let error = try await failure { try await client.askConsent(to: ["account_email"], at: .kakao) }
            #expect(error.advice == .tryLater)
            let asked = Task { try await client.askConsent(to: ["friends"], at: .kakao) }
            #expect(await client.handle(try await app.answer(to: try required(await app.person.nextPage()))))

            try await asked.value
        }
    }

    @Test func `who signs out while the page is open stays signed out`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            let asked = Task { try await client.askConsent(to: ["friends"], at: .kakao) }
            let page = try required(await app.person.nextPage())
            let answer = try await app.answer(to: page)

            try await client.signOut()
            #expect(await client.handle(answer))

            #expect(try await failure { try await asked.value }.code.rawValue == "not_signed_in")
            #expect(await client.restore().text == "signed out")
        }
    }

    @Test func `a call that is cancelled leaves at once, and the last one takes the page down`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            let asks = (0..<3).map { _ in Task { try await client.askConsent(to: ["friends"], at: .kakao) } }
            _ = try required(await app.person.nextPage())

            for ask in asks {
                ask.cancel()
                #expect(try await failure { try await ask.value }.cancellation == .programmatic)
            }

            try await eventually("the page is down") { client.phase == .idle }
            #expect(app.person.openCount == 2)
            let again = Task { try await client.askConsent(to: ["friends"], at: .kakao) }
            #expect(await client.handle(try await app.answer(to: try required(await app.person.nextPage()))))
            try await again.value
        }
    }

    @Test func `nobody is asked who is not signed in, and no page is gone on with after a restart`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            let error = try await failure { try await client.askConsent(to: ["friends"], at: .kakao) }
            #expect(error.code.rawValue == "not_signed_in")

            _ = try await app.signInOnly(client)
            let asked = Task { try await client.askConsent(to: ["friends"], at: .kakao) }
            let answer = try await app.answer(to: try required(await app.person.nextPage()))

            #expect(await !(try app.client(server: false)).handle(answer))
            #expect(await client.handle(answer))
            try await asked.value
        }
    }

    @Test func `a call of the app's own is renewed, asks, and throws what it throws`() async throws {
        try await Stage.play { stage in
            let app = App(stage)
            let client = try app.client(server: false)
            _ = try await app.signInOnly(client)
            let misses = Locked([Self.missing("friends")])

            let called = Task {
                try await client.call(.kakao) { token in
                    if let miss = misses.withLock({ $0.popLast() }) { throw miss }
                    return token
                }
            }
            #expect(await client.handle(try await app.answer(to: try required(await app.person.nextPage()))))

            _ = try await called.value
            #expect(misses.value.isEmpty)
            await #expect(throws: Unexpected.self) {
                try await client.call(.kakao) { _ in throw Unexpected() }
            }
        }
    }
}
