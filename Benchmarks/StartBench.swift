// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginServer
import Programs

/// `social-login serve` as a process: from its start to its first page, and the memory that it holds.
enum StartBench {
    private static let connections = 10_000

    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        try await plan.withFolder { folder in
            let server = try ServedProgram(in: folder)
            let first = try await server.start()
            await first.program.stop()

            var starts: [Double] = []
            for _ in 0..<plan.rounds {
                let run = try await server.start()
                starts.append(run.milliseconds)
                await run.program.stop()
            }
            let run = try await server.start()
            let idle = try memory(of: run.program.id)
            let crowd = try IdleConnections(count: connections, port: run.port)
            try await crowd.waitUntilAccepted(by: run.program.id)
            let crowded = try memory(of: run.program.id)
            crowd.close()
            await run.program.stop()
            return table(first: first.milliseconds, starts: starts, idle: idle, crowded: crowded, plan)
        }
    }

    private static func table(
        first: Double, starts: [Double], idle: Double, crowded: Double, _ plan: BenchPlan
    ) -> BenchTable {
        func goal(_ text: String, _ isReached: Bool) -> [BenchTable.Goal] {
            [BenchTable.Goal(text: text, isReached: isReached)]
        }
        let usual = median(starts)
        return BenchTable(
            title: "social-login serve: start and memory",
            note: "From the start of the process to the whole first page; VmRSS of the process. \(plan.rounds) starts.",
            figures: [
                BenchTable.Figure(
                    name: "start to first page, new database", value: first, unit: "ms",
                    goals: goal("under 150 ms", first < 150)),
                BenchTable.Figure(
                    name: "start to first page, median", value: usual, unit: "ms",
                    goals: goal("under 150 ms", usual < 150)),
                BenchTable.Figure(
                    name: "memory after the first page", value: idle, unit: "MB", goals: goal("under 40 MB", idle < 40)),
                BenchTable.Figure(
                    name: "memory with \(connections) idle connections", value: crowded, unit: "MB",
                    goals: goal("under 350 MB", crowded < 350)),
            ])
    }

    /// The memory of a process that is in RAM, in MB.
    private static func memory(of processID: Int32) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(separator: " ").compactMap({ Double($0) }).first
        else { throw BenchError("the process \(processID) is gone") }
        return kilobytes / 1024
    }
}

/// `social-login serve` with a settings file of its own, built beside this program.
private struct ServedProgram {
    private let command: [String]
    private let masterKey = MasterKey(random: SystemRandomSource()).base64

    /// One start of it.
    struct Run {
        let program: Program
        let port: UInt16
        let milliseconds: Double
    }

    init(in folder: URL) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "social-login").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw BenchError("\(program) is not built; `./dev bench` builds it")
        }
        let settings: JSONValue = [
            "public_address": "http://127.0.0.1:8080", "service_name": ["ko": "측정", "en": "Bench"],
            "listen": ["host": "127.0.0.1", "port": 0], "database": "login.sqlite",
            "providers": ["kakao": ["app_id": "1", "rest_key": "bench-rest-key"]],
        ]
        let file = folder.appending(path: "serve.json")
        try Data(settings.serialized(.indented)).write(to: file)
        command = [program, "serve", "--dev", "--json", "--log", "off", "--config", file.path]
    }

    /// Starts it and waits for its first page.
    func start() async throws -> Run {
        let clock = ContinuousClock()
        let start = clock.now
        let program = try Program(command, environment: ["SOCIAL_LOGIN_MASTER_KEY": masterKey.exposed])
        while let line = await program.output.next() {
            guard let listening = try JSONValue(parsing: line)["listening"]?.string,
                let port = listening.split(separator: ":").last.flatMap({ UInt16($0) }),
                let request = HTTPRequest(.get, "http://\(listening)/")
            else { throw BenchError("`social-login serve` said: \(line)") }
            let transport = CurlTransport(policy: .loopbackHTTPAllowed)
            let page = try await transport.send(request, limits: TransferLimits())
            let taken = clock.now - start
            await transport.close()
            guard page.status == 200 else { throw BenchError("the first page was answered with \(page.status)") }
            return Run(program: program, port: port, milliseconds: taken / .milliseconds(1))
        }
        throw BenchError("`social-login serve` ended at once")
    }
}
