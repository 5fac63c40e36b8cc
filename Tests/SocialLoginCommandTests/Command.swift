// SPDX-License-Identifier: Apache-2.0

import Programs

/// The built command as a process of its own.
enum Command {
    private static let program = Program.built("social-login", named: "SOCIAL_LOGIN_BIN")

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - environment: what is added to a nearly empty environment.
    ///   - nobody: whether it runs as the user `nobody`, for whom this process must be root.
    ///   - limits: how many lines of output and of complaints are read before their pipes are closed.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], asNobody nobody: Bool = false,
        reading limits: (output: Int, complaints: Int) = (.max, .max)
    ) throws -> Program {
        try Program(
            command(arguments, asNobody: nobody), environment: all(environment), complaints: .kept, reading: limits)
    }

    /// Runs the command to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], asNobody nobody: Bool = false
    ) async throws -> (status: Int32, output: String, complaints: String) {
        let ended = try await Program.run(
            command(arguments, asNobody: nobody), environment: all(environment), complaints: .kept)
        return (ended.ending.status, ended.output, ended.complaints)
    }

    /// Runs the command to its end by a line of shell, in which it is `"$0" "$@"`.
    static func runByShell(
        _ line: String, _ arguments: [String]
    ) async throws -> (status: Int32, output: String, complaints: String) {
        let ended = try await Program.run(
            ["/bin/sh", "-c", line, program] + arguments, environment: all([:]), complaints: .kept)
        return (ended.ending.status, ended.output, ended.complaints)
    }

    private static func command(_ arguments: [String], asNobody nobody: Bool) -> [String] {
        (nobody ? Program.runAs("nobody") : []) + [program] + arguments
    }

    private static func all(_ environment: [String: String]) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
    }
}
