// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

/// Sign-in at each provider with each kind of credential, durable; nonces, codes and signed tokens are made ready before
/// each turn. A sign-in that does not end with a session ends the measurement.
enum SignInBench {
    private static let people = 100
    /// As many sign-ins as are made ready for one turn.
    private static let batch = 1_000

    /// One row: what is brought, and from where.
    private struct Way {
        let provider: BenchProvider
        let kind: CredentialKind

        var name: String { "Sign-in with \(provider.provider.name.english) by \(kind.rawValue)" }
    }

    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        try await plan.withFolder { folder in
            let providers = try ProviderPart.all.map(BenchProvider.init)
            let server = try await BenchServer.start(in: folder, with: providers)
            var sessions: [BenchServer.OpenSession] = []
            for provider in providers { sessions += try await server.signUp(people, of: provider) }
            let clients = RefreshClients(
                Array(sessions.prefix(plan.clients)), transport: HandlerTransport(server.handler),
                address: BenchServer.address)
            let refresh = Contender(name: "refresh through LoginServer's handler") {
                try await load(clients: plan.clients, for: plan.turn) { try await clients.refresh($0) }
            }
            let ways = providers.flatMap { provider in
                provider.part.kinds.map { Way(provider: provider, kind: $0) }
            }
            let signIns = ways.map { way in
                Contender(name: way.name) { try await signIn(batch, way, clients: plan.clients, at: server) }
            }
            let turns = try await Contender.compete([refresh] + signIns, rounds: plan.rounds)
            await server.store.close()

            var table = BenchTable(
                title: "Sign-in through LoginServer's handler, durable, \(plan.clients) clients",
                note: "Ratio to a refresh; \(plan.rounds) rounds in turns, \(batch) sign-ins of \(people) people each; "
                    + "the provider's answers are ready.")
            table.figures = [refresh.figure(turns[0])]
            for (place, signIn) in signIns.enumerated() {
                var figure = signIn.figure(turns[place + 1], rival: turns[0])
                if ways[place].kind == .idToken, let ratio = figure.ratio {
                    figure.goals = [BenchTable.Goal(text: "0.5 x", isReached: ratio >= 0.5)]
                }
                table.figures.append(figure)
            }
            return table
        }
    }

    private static func signIn(
        _ count: Int, _ way: Way, clients: Int, at server: BenchServer
    ) async throws -> Turn {
        let requests = try await prepared(count, way, at: server)
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
                        guard case .session = answer else {
                            throw BenchError("\(way.name): a known person was taken for a new one")
                        }
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
        _ count: Int, _ way: Way, at server: BenchServer
    ) async throws -> [SignInRequest] {
        try await withThrowingTaskGroup(of: [SignInRequest].self) { group in
            for part in 0..<4 {
                group.addTask {
                    var own: [SignInRequest] = []
                    for number in 0..<(count / 4) {
                        let person = (number * 4 + part) % people
                        own.append(try await server.preparedSignIn(person, of: way.provider, by: way.kind))
                    }
                    return own
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
