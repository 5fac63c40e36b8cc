// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import LoginStore

/// Refresh with rotation, durable, by 32 clients: in the store alone, through the server's handler, and over HTTP.
enum RefreshBench {
    private static let allauthName = "django-allauth headless, through its handler"

    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        try await plan.withFolder { folder in
            let raw = try RawCommits(in: folder)
            let kakao = try BenchProvider(.kakao)
            let server = try await BenchServer.start(in: folder, with: [kakao])
            let sessions = try await server.signUp(plan.clients * 3, of: kakao)
            let listener = try HTTPListener.start(
                ListenerSettings(host: "127.0.0.1", port: 0), handler: server.handler, log: .silent)
            let transport = CurlTransport(policy: .loopbackHTTPAllowed)
            let overHTTP = RefreshClients(
                Array(sessions[..<plan.clients]), transport: transport, address: "http://127.0.0.1:\(listener.port)")
            let inHandler = RefreshClients(
                Array(sessions[plan.clients..<(plan.clients * 2)]), transport: HandlerTransport(server.handler),
                address: BenchServer.address)
            let inStore = StoreRefreshClients(Array(sessions[(plan.clients * 2)...]), store: server.store)

            var contenders = [
                Contender(name: "SQLite by itself, one row a commit") { try await raw.turn(plan.turn) },
                Contender(name: "refresh in LoginStore") {
                    try await load(clients: plan.clients, for: plan.turn) { try await inStore.refresh($0) }
                },
                Contender(name: "refresh through LoginServer's handler") {
                    try await load(clients: plan.clients, for: plan.turn) { try await inHandler.refresh($0) }
                },
                Contender(name: "refresh over HTTP, load included") {
                    try await load(clients: plan.clients, for: plan.turn) { try await overHTTP.refresh($0) }
                },
            ]
            let allauth = AllauthHeadless(in: folder)
            if let allauth {
                contenders.append(Contender(name: allauthName) { try await allauth.turn(plan.turn) })
            }
            let turns = try await Contender.compete(contenders, rounds: plan.rounds)
            await listener.stop(drainingFor: .zero)
            await transport.close()
            await server.store.close()
            var table = table(Array(contenders.prefix(4)), Array(turns.prefix(4)), plan)
            if allauth == nil {
                table.note += " django-allauth is not installed: `./dev test` makes its environment."
            } else {
                compare(&table, with: contenders[4].figure(turns[4], rival: turns[0]), handler: turns[2], turns[4])
            }
            return table
        }
    }

    /// Adds the rival's row, and how much faster our handler is.
    private static func compare(
        _ table: inout BenchTable, with rival: BenchTable.Figure, handler: [Turn], _ rivals: [Turn]
    ) {
        let times = median(zip(handler, rivals).map { $0.perSecond / $1.perSecond })
        var figure = rival
        figure.goals = [BenchTable.Goal(text: "ours \(times.rounded(to: 1)) x, 10 x wanted", isReached: times >= 10)]
        table.figures.append(figure)
    }

    private static func table(_ contenders: [Contender], _ turns: [[Turn]], _ plan: BenchPlan) -> BenchTable {
        var table = BenchTable(
            title: "Refresh with rotation, durable (WAL, synchronous = FULL), \(plan.clients) clients",
            note: "Ratios to SQLite by itself, same disk, page size and sync; \(plan.rounds) rounds in turns.")
        for (contender, own) in zip(contenders, turns) {
            var figure = contender.figure(own, rival: contender.name == contenders[0].name ? nil : turns[0])
            if let ratio = figure.ratio, let p99 = figure.p99 {
                figure.goals = [
                    BenchTable.Goal(text: "1.0 x", isReached: ratio >= 1),
                    BenchTable.Goal(text: "p99 under 15 ms", isReached: p99 < .milliseconds(15)),
                ]
            }
            table.figures.append(figure)
        }
        return table
    }
}

/// Clients of the server, each with a session whose newest refresh token it holds.
struct RefreshClients: Sendable {
    private let tokens: [Locked<Secret>]
    private let transport: any HTTPTransport
    private let address: String

    init(_ sessions: [BenchServer.OpenSession], transport: any HTTPTransport, address: String) {
        tokens = sessions.map { Locked($0.refreshToken) }
        self.transport = transport
        self.address = address
    }

    /// Exchanges a client's refresh token and keeps the next.
    func refresh(_ client: Int) async throws {
        let form: FormFields = ["grant_type": "refresh_token", "refresh_token": tokens[client].value.exposed]
        guard let request = HTTPRequest.form(form, to: "\(address)/oauth/token") else {
            throw BenchError("the address \(address) is none")
        }
        let response = try await transport.send(request, limits: TransferLimits())
        guard response.status == 200, let next = try JSONValue(parsing: response.body)["refresh_token"]?.string else {
            throw BenchError("a refresh was answered with \(response.status)")
        }
        tokens[client].withLock { $0 = Secret(next) }
    }
}

/// The same on the store, without a server.
struct StoreRefreshClients: Sendable {
    private let sessions: [(id: String, counter: Locked<Int64>)]
    private let store: LoginStore
    private let clock = SystemWallClock()

    init(_ sessions: [BenchServer.OpenSession], store: LoginStore) {
        self.sessions = sessions.map { ($0.id, Locked(0)) }
        self.store = store
    }

    /// Rotates a client's session once.
    func refresh(_ client: Int) async throws {
        let (id, counter) = sessions[client]
        let outcome = try await store.refresh(
            Refresh(
                sessionID: id, counter: counter.value, clientID: BenchServer.clientID, idleLife: 30 * 86_400,
                at: clock.now, requestID: nil))
        guard case .rotated(let session) = outcome else { throw BenchError("a session was not rotated: \(outcome)") }
        counter.withLock { $0 = session.counter }
    }
}
