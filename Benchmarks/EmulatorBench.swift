// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import ProviderEmulator

/// A person's whole sign-in at the emulated Kakao over HTTP, by as many people at a time as there are clients.
///
/// Each is signed in at Kakao already, so that a flow is: authorize and read the consent page, agree, exchange the code
/// for tokens with a signed id_token, read the profile. Then the link is ended, so that consent is asked for again.
enum EmulatorBench {
    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        let emulator = try ProviderEmulator(
            seed: EmulatorSeed(parsing: seed(people: plan.clients).serialized()),
            clock: MovableWallClock(base: SystemWallClock()), random: SystemRandomSource(), log: .silent,
            timer: ContinuousClock())
        let listener = try HTTPListener.start(
            ListenerSettings(host: "127.0.0.1", port: 0), handler: emulator, log: .silent)
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        let address = "http://127.0.0.1:\(listener.port)"
        var people: [EmulatedPerson] = []
        for number in 0..<plan.clients {
            people.append(
                try await EmulatedPerson.signedIn(id: firstPerson + Int64(number), at: address, by: transport))
        }
        let flows = people
        let contenders = [
            Contender(name: "the emulated Kakao's discovery document") {
                try await load(clients: plan.clients, for: plan.turn) { _ in
                    _ = try await transport.get("\(address)/kauth.kakao.com/.well-known/openid-configuration")
                }
            },
            Contender(name: "authorize, agree, token, user/me, unlink") {
                try await load(clients: plan.clients, for: plan.turn) { try await flows[$0].flow() }
            },
        ]
        let turns = try await Contender.compete(contenders, rounds: plan.rounds)
        await listener.stop(drainingFor: .zero)
        await transport.close()
        var table = BenchTable(
            title: "The emulator, over HTTP, load included, \(plan.clients) clients",
            note:
                "Ratio to one plain GET; a flow is five requests, one RS256 signature. \(plan.rounds) rounds in turns.")
        var flow = contenders[1].figure(turns[1], rival: turns[0])
        flow.goals = [BenchTable.Goal(text: "1,000 /s", isReached: flow.value >= 1_000)]
        table.figures = [contenders[0].figure(turns[0]), flow]
        return table
    }

    private static let firstPerson: Int64 = 2_001

    private static func seed(people: Int) -> JSONValue {
        let persons = (0..<people).map { number -> JSONValue in
            ["id": JSONValue(firstPerson + Int64(number)), "nickname": .string("person \(number)")]
        }
        return [
            "people": .array(persons),
            "kakao": [
                "apps": [
                    [
                        "id": 1, "name": "bench", "rest_key": .string(EmulatedPerson.restKey),
                        "redirect_uris": [.string(EmulatedPerson.redirectURI)],
                        "consent_items": [["scope": "profile_nickname", "stage": "required"]],
                    ]
                ]
            ],
        ]
    }
}

/// Somebody whose browser is signed in at the emulated Kakao, and the app that they sign in to.
private struct EmulatedPerson: Sendable {
    static let restKey = "bench-rest-key"
    static let redirectURI = "http://localhost/callback"

    private let address: String
    private let transport: CurlTransport
    private let cookie: String

    /// Chooses the account in a new browser.
    static func signedIn(id: Int64, at address: String, by transport: CurlTransport) async throws -> EmulatedPerson {
        let person = EmulatedPerson(address: address, transport: transport, cookie: "")
        let page = try await transport.get(person.authorizeAddress)
        let answer = try await transport.post(
            ["sign_in": try signIn(on: page), "person": "\(id)"], to: "\(address)/kauth.kakao.com/emulator/account")
        guard let cookie = answer.headers["Set-Cookie"]?.split(separator: ";").first else {
            throw BenchError("choosing an account was answered with \(answer.status)")
        }
        return EmulatedPerson(address: address, transport: transport, cookie: String(cookie))
    }

    /// One sign-in.
    func flow() async throws {
        let page = try await transport.get(authorizeAddress, ["Cookie": cookie])
        let agreed = try await transport.post(
            ["sign_in": try Self.signIn(on: page), "decision": "agree_all"],
            to: "\(address)/kauth.kakao.com/emulator/consent", ["Cookie": cookie])
        guard let location = agreed.headers["Location"], let query = location.split(separator: "?").last,
            let code = try FormFields(parsing: String(query)).single("code")
        else { throw BenchError("consent was answered with \(agreed.status)") }
        let tokens = try await transport.post(
            [
                "grant_type": "authorization_code", "client_id": Self.restKey, "redirect_uri": Self.redirectURI,
                "code": code,
            ], to: "\(address)/kauth.kakao.com/oauth/token")
        let body = try JSONValue(parsing: tokens.body)
        guard let token = body["access_token"]?.string, body["id_token"]?.string != nil else {
            throw BenchError("the code was answered with \(tokens.status)")
        }
        let bearer: HTTPHeaders = ["Authorization": "Bearer \(token)"]
        let profile = try await transport.get("\(address)/kapi.kakao.com/v2/user/me", bearer)
        // Without a body the load would pay for a connection of its own: see `CurlTransport`.
        let unlinked = try await transport.post(
            ["target_id_type": "user_id"], to: "\(address)/kapi.kakao.com/v1/user/unlink", bearer)
        guard profile.status == 200, unlinked.status == 200 else {
            throw BenchError("the profile was answered with \(profile.status), the unlink with \(unlinked.status)")
        }
    }

    private var authorizeAddress: String {
        let query: FormFields = [
            "client_id": Self.restKey, "redirect_uri": Self.redirectURI, "response_type": "code", "state": "bench",
        ]
        return "\(address)/kauth.kakao.com/oauth/authorize?\(query.encoded)"
    }

    private static func signIn(on page: HTTPResponse) throws -> String {
        let (body, mark) = (page.body, Array(#"name="sign_in" value=""#.utf8))
        guard let start = body.indices.first(where: { body[$0...].starts(with: mark) }) else {
            throw BenchError("there is no form on a page with status \(page.status)")
        }
        return String(
            decoding: body[(start + mark.count)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}

extension CurlTransport {
    fileprivate func get(_ address: String, _ headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
        guard let request = HTTPRequest(.get, address, headers: headers) else { throw BenchError("\(address) is none") }
        return try await send(request, limits: TransferLimits())
    }

    fileprivate func post(
        _ form: FormFields, to address: String, _ headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
        guard var request = HTTPRequest.form(form, to: address) else { throw BenchError("\(address) is none") }
        for field in headers.fields { request.headers[field.name] = field.value }
        return try await send(request, limits: TransferLimits())
    }
}
