// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

extension Control {
    /// Everything that the control API does, in the order in which the page lists it.
    static let routes = peopleRoutes + EmulatedProvider.all.flatMap(\.routes) + scenarioRoutes + requestRoutes

    private static let peopleRoutes = [
        ControlRoute(.get, "people", ko: "사람 목록", en: "Everybody there is") { control, _ throws(LoginError) in
            .array(control.world.withLock { $0.people.all.map(\.json) })
        },
        ControlRoute(
            .post, "people", example: #"{"nickname": "새사람", "email": "new@example.com"}"#,
            ko: "사람 추가. id를 빼면 새로 정해 줍니다.", en: "Adds a person. Without an id one is chosen."
        ) { control, call throws(LoginError) in
            let body = try call.body()
            return try control.world.change { world throws(LoginError) in
                let now = control.clock.now
                let given = body["id"] == nil ? body.merged(with: ["id": JSONValue(world.people.newID(at: now))]) : body
                let person = try Person(reading: SeedObject(given))
                guard world.people[person.id] == nil else { throw .seed(at: "id", .repeated) }
                world.people[person.id] = person
                return person.json
            }
        },
        ControlRoute(
            .patch, "people/{id}", example: #"{"email_verified": false}"#, ko: "사람 바꾸기. null은 지웁니다.",
            en: "Changes a person. null takes a value away."
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                guard let person = world.people[call.ids[0]] else { throw .emulatorNotFound }
                let changed = try Person(reading: SeedObject(person.json.merged(with: patch)))
                guard changed.id == person.id else { throw .seed(at: "id", .wanted("the same as before", "전과 같은 값")) }
                world.people[person.id] = changed
                return changed.json
            }
        },
        ControlRoute(
            .delete, "people/{id}", ko: "사람 지우기. 연결과 토큰도 사라집니다.",
            en: "Takes a person away, with links and tokens."
        ) { control, call throws(LoginError) in
            try control.world.change { world throws(LoginError) in
                guard let person = world.people[call.ids[0]] else { throw .emulatorNotFound }
                world.remove(person: person.id)
                return person.json
            }
        },
    ]

    private static let scenarioRoutes = [
        ControlRoute(.get, "faults", ko: "대기 중인 고장", en: "The faults on order") { control, _ throws(LoginError) in
            .array(control.world.withLock { $0.faults.all.map(\.json) })
        },
        ControlRoute(
            .post, "faults", example: #"{"path": "/oauth/token", "kind": "error", "code": "KOE237", "times": 2}"#,
            ko: """
                다음 요청을 고장 냅니다. kind: delay, error, answer, html, bad_gateway, lost_answer, cut_body, empty_body. \
                delay_ms는 어디에나 붙일 수 있습니다.
                """,
            en: """
                Orders a fault for the next requests. kind: delay, error, answer, html, bad_gateway, lost_answer, cut_body, \
                empty_body. delay_ms goes with any.
                """
        ) { control, call throws(LoginError) in
            let fault = try Fault(reading: call.object())
            control.world.withLock { $0.faults.add(fault) }
            return fault.json
        },
        ControlRoute(.delete, "faults", ko: "고장 모두 취소", en: "Cancels all faults") { control, _ throws(LoginError) in
            control.world.withLock { $0.faults = FaultList() }
            return [:]
        },
        ControlRoute(.get, "clock", ko: "지금 시각", en: "What time it is") { control, _ throws(LoginError) in
            control.clockJSON
        },
        ControlRoute(
            .post, "clock", example: #"{"advance_seconds": 86400}"#, ko: "시계 옮기기. 뒤로는 음수.",
            en: "Moves the clock; back by a negative number."
        ) { control, call throws(LoginError) in
            var body = try call.object()
            let reach: Int64 = 3_200_000_000
            guard let seconds = try body.integer("advance_seconds", in: -reach...reach) else {
                throw .seed(at: "advance_seconds", .missing)
            }
            try body.end()
            control.clock.advance(by: TimeInterval(seconds))
            return control.clockJSON
        },
        ControlRoute(.delete, "clock", ko: "시계를 제자리로", en: "Puts the clock right") { control, _ throws(LoginError) in
            control.clock.reset()
            return control.clockJSON
        },
        ControlRoute(.get, "state", ko: "모든 것", en: "Everything") { control, _ throws(LoginError) in
            control.world.withLock { world in
                var state = JSONObject()
                state["people"] = .array(world.people.all.map(\.json))
                state["links"] = .string(world.links.rawValue)
                for provider in EmulatedProvider.all { state[provider.id] = world.kept[provider.id]?.json }
                state["faults"] = .array(world.faults.all.map(\.json))
                state["clock"] = control.clockJSON
                return .object(state)
            }
        },
        ControlRoute(
            .post, "reset", ko: "처음 상태로: 사람, 앱, 연결, 토큰, 고장, 시계",
            en: """
                Back to the beginning: people, apps, links, tokens, faults, clock
                """
        ) { control, _ throws(LoginError) in
            control.clock.reset()
            let world = try control.seed.world(at: control.clock.now)
            control.world.withLock { $0 = world }
            for keys in control.keys.values { keys.forgetOlder() }
            return [:]
        },
    ]

    /// Puts a new key of a provider to work, and names it.
    func rotateKeys(of provider: String) -> JSONValue {
        guard let keys = keys[provider] else { return [:] }
        keys.rotate()
        return ["kid": .string(keys.current.keyID)]
    }

    /// Signs claims by a provider's key at work.
    func sign(_ claims: JSONObject, as provider: String) -> String? {
        keys[provider].map { signJWT(claims: claims, type: "JWT", key: $0.current).exposed }
    }

    private var clockJSON: JSONValue {
        ["now": .string(timestamp(clock.now)), "ahead_seconds": JSONValue(Int64(clock.offsetFromBase.rounded()))]
    }
}
