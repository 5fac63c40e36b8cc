// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Faults on order")
struct FaultTests {
    @Test(
        "A provider's own refusal is answered as often as it was ordered, at its path only",
        arguments: [
            ("KOE237", 400), ("KOE322", 400), ("KOE010", 401), ("-401", 401), ("-402", 403), ("-10", 400),
            ("-1", 400), ("-9798", 503),
        ])
    func refusals(_ code: String, _ status: Int) async throws {
        let world = try EmulatedWorld()
        let token = try #require(try await world.signIn()["access_token"]?.string)
        try await world.control(
            .post, "faults", ["kind": "error", "code": .string(code), "path": "/v2/user/me", "times": 2])

        let elsewhere = try await world.kapi("/v1/user/access_token_info", token: token)
        let first = try await world.kapi("/v2/user/me", token: token)
        let second = try await world.kapi("/v2/user/me", token: token)
        let third = try await world.kapi("/v2/user/me", token: token)

        #expect(elsewhere.status == 200)
        #expect(first.status == status)
        #expect(try first.errorCode() == code)
        #expect(try second.errorCode() == code)
        #expect(third.status == 200)
    }

    @Test("Every code of the catalogue can be ordered")
    func catalogue() async throws {
        let world = try EmulatedWorld()

        for code in KakaoFault.codes {
            try await world.control(.post, "faults", ["kind": "error", "code": .string(code)])
            #expect(try await world.kapi("/v2/user/me", token: "x").errorCode() == code)
        }
    }

    @Test(
        "What a network does to an answer",
        arguments: [
            ("html", 200, "text/html; charset=utf-8"), ("bad_gateway", 502, "text/html; charset=utf-8"),
            ("cut_body", 200, "application/json;charset=UTF-8"), ("empty_body", 200, "application/json;charset=UTF-8"),
        ])
    func brokenAnswers(_ kind: String, _ status: Int, _ type: String) async throws {
        let world = try EmulatedWorld()
        let token = try #require(try await world.signIn()["access_token"]?.string)
        try await world.control(.post, "faults", ["kind": .string(kind), "host": "kapi.kakao.com"])

        let response = try await world.kapi("/v2/user/me", token: token)

        #expect(response.status == status)
        #expect(response.headers["Content-Type"] == type)
        #expect(throws: JSONError.self) { try response.json() }
        #expect(response.body.isEmpty == (kind == "empty_body"))
        #expect(try await world.kapi("/v2/user/me", token: token).status == 200)
    }

    @Test(
        "A lost answer was worked on: the code is spent. A bad gateway's request never arrived",
        arguments: [true, false])
    func lostAnswer(_ isLost: Bool) async throws {
        let world = try EmulatedWorld()
        let code = try await Agent(world).code(of: 1001)
        try await world.control(
            .post, "faults", ["kind": isLost ? "lost_answer" : "bad_gateway", "path": "/oauth/token"])

        let lost = try await world.exchange(code)
        let again = try await world.exchange(code)

        #expect(lost.status == 502)
        #expect(again.status == (isLost ? 400 : 200))
    }

    @Test("An answer can be ordered word for word")
    func wordForWord() async throws {
        let world = try EmulatedWorld()
        try await world.control(
            .post, "faults", ["kind": "answer", "status": 418, "body": "tea", "content_type": "text/plain"])

        let response = try await world.kapi("/v2/user/me", token: "x")

        #expect(response.status == 418)
        #expect(response.text == "tea")
        #expect(response.headers["Content-Type"] == "text/plain")
    }

    @Test("A delay waits on the clock that was handed in, not on the one that the control API moves")
    func delay() async throws {
        let timer = ManualTimer()
        let world = try EmulatedWorld(.demo, timer: timer)
        try await world.control(.post, "faults", ["kind": "delay", "delay_ms": 90_000])

        async let answer = world.kapi("/v2/user/me", token: "x")
        let wanted = await timer.nextSleep()
        try await world.control(.post, "clock", ["advance_seconds": 100])
        timer.wake()

        #expect(wanted == .milliseconds(90_000))
        #expect(try await answer.status == 401)
    }

    @Test("Faults on order are listed, with what is left of them, and can be cancelled")
    func list() async throws {
        let world = try EmulatedWorld()
        try await world.control(.post, "faults", ["kind": "html", "times": 3, "delay_ms": 5])

        _ = try await world.control(.get, "people")
        let list = try await world.control(.get, "faults").json()
        try await world.control(.delete, "faults")

        #expect(list == [["kind": "html", "times": 3, "delay_ms": 5, "status": 200]])
        #expect(try await world.kapi("/v2/user/me", token: "x").status == 401)
    }
}
