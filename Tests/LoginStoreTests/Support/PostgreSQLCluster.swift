// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs

/// A PostgreSQL server of one test: its own data, a socket in the test's folder, no port.
struct PostgreSQLCluster {
    private let folder: URL
    private let programs: URL

    /// Where the server's programs are; nil where PostgreSQL is not installed.
    static func installed() -> URL? {
        let folder = URL(fileURLWithPath: "/usr/lib/postgresql")
        // Without the folder there is no PostgreSQL, which is what nil says.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return versions.compactMap(Int.init).max().map { folder.appending(path: "\($0)/bin") }
    }

    /// Starts a server, hands it over and stops it.
    static func with(_ programs: URL, in folder: URL, _ body: (PostgreSQLCluster) async throws -> Void) async throws {
        let cluster = PostgreSQLCluster(folder: folder, programs: programs)
        try await cluster.makeData()
        let server = try cluster.startServer()
        do {
            try await cluster.waitUntilReady(server)
            try await body(cluster)
        } catch {
            await stop(server)
            throw error
        }
        await stop(server)
    }

    /// Runs a script and gives what psql said; a failing statement ends it with a status that is not 0.
    func psql(_ script: String) async throws -> (ending: Program.Ending, output: String) {
        let file = folder.appending(path: "script.sql")
        try Data(script.utf8).write(to: file)
        return try await call(
            "psql", ["-X", "-q", "-h", folder.path, "-v", "ON_ERROR_STOP=1", "-f", file.path, "postgres"])
    }

    private func makeData() async throws {
        if geteuid() == 0 {
            // The server refuses to run as the superuser.
            let ended = try await Program.run(["chown", "postgres", folder.path], complaints: .inOutput)
            guard ended.ending == .exit(0) else { throw Failure(program: "chown", output: ended.output) }
        }
        let data = folder.appending(path: "data").path
        let options = ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-N"]
        let (ending, output) = try await call("initdb", options)
        guard ending == .exit(0) else { throw Failure(program: "initdb", output: output) }
    }

    /// Starts the server as a child of this process: behind `pg_ctl` nobody could wait for its end.
    private func startServer() throws -> Program {
        let data = folder.appending(path: "data").path
        return try Program(
            command("postgres", ["-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off"]),
            complaints: .inOutput)
    }

    private func waitUntilReady(_ server: Program) async throws {
        for _ in 0..<1_000 where !server.hasEnded {
            let (ending, _) = try await call("pg_isready", ["-q", "-h", folder.path])
            if ending == .exit(0) { return }
        }
        await Self.stop(server)
        throw Failure(program: "postgres", output: await server.output.rest())
    }

    private static func stop(_ server: Program) async {
        // PostgreSQL's word for "at once": what it holds is thrown away anyway.
        server.signal(SIGQUIT)
        await server.ending()
    }

    private func call(_ program: String, _ arguments: [String]) async throws -> (Program.Ending, output: String) {
        let ended = try await Program.run(command(program, arguments), complaints: .inOutput)
        return (ended.ending, ended.output)
    }

    private func command(_ program: String, _ arguments: [String]) -> [String] {
        Program.runAs("postgres") + [programs.appending(path: program).path] + arguments
    }

    struct Failure: Error {
        let program: String
        let output: String
    }
}
