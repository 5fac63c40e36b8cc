// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore

/// `login-bench`: measures what README.md promises, each figure beside the rival that it is compared with.
///
/// Rates of one machine swing from run to run, so nothing is compared across runs: the contenders of a table take turns
/// in one process, A B A B, and what counts is the median of the rounds' ratios.
enum Bench {
    private static let usage = """
        usage: login-bench [--json] [--rounds N] [--seconds N] [--in FOLDER] [SUBJECT ...]

        Subjects: refresh, sign-in, verify, emulator, start.

        Without names everything is measured.
          --json        print one JSON document instead of tables
          --rounds N    how often each contender has its turn (5)
          --seconds N   how long a turn takes, in seconds (2)
          --in FOLDER   where the databases are made, on the disk that is to be measured (the temporary folder)
        """

    /// Reads the arguments, measures and prints.
    static func run(_ arguments: [String]) async {
        do {
            guard let plan = try BenchPlan(arguments.dropFirst()) else {
                print(usage)
                return
            }
            try await measure(plan, command: arguments)
        } catch {
            FileHandle.standardError.write(Data("login-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ plan: BenchPlan, command: [String]) async throws {
        var report = BenchReport(command: command.joined(separator: " "), plan: plan)
        for subject in plan.subjects {
            let table =
                switch subject {
                case .refresh: try await RefreshBench.measure(plan)
                case .signIn: try await SignInBench.measure(plan)
                case .verify: try await VerifyBench.measure(plan)
                case .emulator: try await EmulatorBench.measure(plan)
                case .start: try await StartBench.measure(plan)
                }
            if !plan.printsJSON { print(table.text) }
            report.tables.append(table)
        }
        if plan.printsJSON { print(report.json.serializedText(.indented)) }
    }
}

/// What is measured, how often and for how long.
struct BenchPlan: Sendable {
    /// A table of figures.
    enum Subject: String, CaseIterable {
        case refresh
        case signIn = "sign-in"
        case verify
        case emulator
        case start
    }

    var subjects: [Subject] = []
    var printsJSON = false
    var rounds = 5
    var turn: Duration = .seconds(2)
    var folder = FileManager.default.temporaryDirectory
    let clients = 32

    /// Reads arguments; nil where they ask for help.
    init?(_ arguments: ArraySlice<String>) throws {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "-h", "--help": return nil
            case "--json": printsJSON = true
            case "--rounds": rounds = try Self.number(rest.next(), of: argument)
            case "--seconds": turn = .seconds(try Self.number(rest.next(), of: argument))
            case "--in":
                guard let path = rest.next() else { throw BenchError("--in needs a folder") }
                folder = URL(fileURLWithPath: path)
            default:
                guard let subject = Subject(rawValue: argument) else { throw BenchError("\(argument) is unknown") }
                subjects.append(subject)
            }
        }
        if subjects.isEmpty { subjects = Subject.allCases }
    }

    private static func number(_ text: String?, of argument: String) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), (1...600).contains(number) else {
            throw BenchError("\(argument) needs a number from 1 to 600")
        }
        return number
    }

    /// Makes a folder for one table, hands it over and removes it.
    func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let name = "login-bench-\(SystemRandomSource().bytes(6).map { String($0, radix: 16) }.joined())"
        let own = folder.appending(path: name)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        defer {
            // What stays behind in a temporary folder harms nobody.
            try? FileManager.default.removeItem(at: own)
        }
        return try await body(own)
    }
}

/// Why nothing could be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
