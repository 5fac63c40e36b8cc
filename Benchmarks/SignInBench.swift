// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

/// Sign-in with each kind of credential, durable; nonces, codes and signed tokens are made ready before each turn.
enum SignInBench {
    private static let people = 100
    /// As many sign-ins as are made ready for one turn.
    private static let batch = 2_000

    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        try await plan.withFolder { folder in
            let server = try await BenchServer.start(in: folder)
            let sessions = try await server.signIn(sessions: people)
            let clients = RefreshClients(
                Array(sessions.prefix(plan.clients)), transport: HandlerTransport(server.handler),
                address: BenchServer.address)
            let refresh = Contender(name: "refresh through LoginServer's handler") {
                try await load(clients: plan.clients, for: plan.turn) { try await clients.refresh($0) }
            }
            let signIns = BenchServer.CredentialKind.allCases.map { kind in
                Contender(name: "sign-in with \(kind.rawValue), the same way") {
                    try await signIn(batch, with: kind, clients: plan.clients, at: server)
                }
            }
            let contenders = [refresh] + signIns
            let turns = try await Contender.compete(contenders, rounds: plan.rounds)
            await server.store.close()

            var table = BenchTable(
                title: "Sign-in, durable, \(plan.clients) clients",
                note: "Ratio to a refresh; \(plan.rounds) rounds in turns, \(batch) sign-ins of \(people) people each.")
            table.figures = [refresh.figure(turns[0])]
            for (place, contender) in signIns.enumerated() {
                table.figures.append(contender.figure(turns[place + 1], rival: turns[0]))
            }
            if let ratio = table.figures[1].ratio {
                table.figures[1].goals = [BenchTable.Goal(text: "0.5 x", isReached: ratio >= 0.5)]
            }
            return table
        }
    }

    private static func signIn(
        _ count: Int, with kind: BenchServer.CredentialKind, clients: Int, at server: BenchServer
    ) async throws -> Turn {
        let requests = try await prepared(count, with: kind, at: server)
        let next = Locked(0)
        let clock = ContinuousClock()
        let start = clock.now
        let latencies = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<clients {
                group.addTask {
                    var own: [Duration] = []
                    while true {
                        let place = next.withLock { next in
                            next += 1
                            return next - 1
                        }
                        guard place < requests.count else { return own }
                        let before = clock.now
                        let answer = try SignInAnswer(json: try await server.post("/v1/sign-in", requests[place].json))
                        guard case .session = answer else { throw BenchError("a known person was taken for a new one") }
                        own.append(clock.now - before)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Turn(
            perSecond: Double(count) / ((clock.now - start) / .seconds(1)), latencies: latencies.sorted())
    }

    private static func prepared(
        _ count: Int, with kind: BenchServer.CredentialKind, at server: BenchServer
    ) async throws -> [SignInRequest] {
        try await withThrowingTaskGroup(of: [SignInRequest].self) { group in
            for part in 0..<4 {
                group.addTask {
                    var own: [SignInRequest] = []
                    for number in 0..<(count / 4) {
                        let subject = "\((number * 4 + part) % people + 1)"
                        own.append(try await server.preparedSignIn(subject: subject, with: kind))
                    }
                    return own
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
