// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    func psql(_ script: String) async throws -> (status: Int32, output: String) {
        let file = folder.appending(path: "script.sql")
        try Data(script.utf8).write(to: file)
        return try await call(
            "psql", ["-X", "-q", "-h", folder.path, "-v", "ON_ERROR_STOP=1", "-f", file.path, "postgres"])
    }

    private func makeData() async throws {
        if geteuid() == 0 {
            // The server refuses to run as the superuser.
            let chown = URL(fileURLWithPath: "/bin/chown")
            _ = try await run(chown, ["postgres", folder.path], printingTo: output(of: "chown"))
        }
        let data = folder.appending(path: "data").path
        let options = ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-N"]
        let (status, output) = try await call("initdb", options)
        guard status == 0 else { throw Failure(program: "initdb", output: output) }
    }

    /// Starts the server as a child of this process: behind `pg_ctl` nobody could wait for its end.
    private func startServer() throws -> Process {
        let log = output(of: "postgres")
        try Data().write(to: log)
        let server = Process()
        let data = folder.appending(path: "data").path
        let command = command(
            "postgres", ["-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off"])
        server.executableURL = URL(fileURLWithPath: command[0])
        server.arguments = Array(command.dropFirst())
        server.standardOutput = try FileHandle(forWritingTo: log)
        server.standardError = server.standardOutput
        try server.run()
        return server
    }

    private func waitUntilReady(_ server: Process) async throws {
        for _ in 0..<1_000 where server.isRunning {
            let (status, _) = try await call("pg_isready", ["-q", "-h", folder.path])
            if status == 0 { return }
        }
        throw Failure(program: "postgres", output: try String(contentsOf: output(of: "postgres"), encoding: .utf8))
    }

    private static func stop(_ server: Process) async {
        await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
            server.terminationHandler = { _ in ended.resume() }
            // PostgreSQL's word for "at once": what it holds is thrown away anyway.
            kill(server.processIdentifier, SIGQUIT)
        }
    }

    private func call(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let command = command(program, arguments)
        return try await run(
            URL(fileURLWithPath: command[0]), Array(command.dropFirst()), printingTo: output(of: program))
    }

    private func command(_ program: String, _ arguments: [String]) -> [String] {
        runAs("postgres") + [programs.appending(path: program).path] + arguments
    }

    private func output(of program: String) -> URL { folder.appending(path: "\(program).out") }

    struct Failure: Error {
        let program: String
        let output: String
    }
}
