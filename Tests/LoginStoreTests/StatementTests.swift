// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import Testing

@testable import LoginStore

/// One SQL text for two databases: every statement is known, and both databases take it.
@Suite struct StatementTests {
    @Test("Every statement in the sources is in the list that is prepared")
    func listIsComplete() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/LoginStore").standardizedFileURL
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        // The driver's own statements begin and end transactions; they are SQLite's alone.
        let texts = try files.filter { !$0.hasPrefix("SQLite/") }
            .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }

        let declared = texts.flatMap { $0.matches(of: /static let (\w+) = Statement\(/).map { String($0.output.1) } }
        let made = texts.reduce(0) { $0 + $1.matches(of: /\bStatement\(/).count }
        let list = try String(contentsOf: sources.appending(path: "SQL/Statement+all.swift"), encoding: .utf8)
        let listed = list.matches(of: /\.([a-z]\w+),/).map { String($0.output.1) }

        #expect(declared.count > 40)
        #expect(Set(declared) == Set(listed))
        #expect(declared.count == made, "a statement is made somewhere else than in a static value")
        #expect(Set(Statement.all).count == declared.count)
    }

    @Test("SQLite prepares every statement")
    func sqlite() async throws {
        try await StoreKind.memory.withStore { store in
            for statement in Statement.all {
                let values = Array(repeating: SQLValue.null, count: statement.placeholders)

                _ = try await store.database.read { try $0.query(Statement("EXPLAIN \(statement.text)"), values) }
            }
        }
    }

    @Test("PostgreSQL makes the tables, prepares every statement and refuses what only SQLite takes")
    func postgreSQL() async throws {
        guard let programs = PostgreSQLCluster.installed() else {
            print("SKIPPED: PostgreSQL is not installed, so no statement was prepared on it.")
            return
        }
        try await withTemporaryFolder { folder in
            try await PostgreSQLCluster.with(programs, in: folder) { cluster in
                let tables = [Migration.versionTable] + Migration.all.map(\.text)
                let prepared = Statement.all.enumerated().map { "PREPARE statement_\($0) AS \($1.text);" }

                let ours = try await cluster.psql((tables + prepared).joined(separator: "\n"))
                // A check that cannot fail would say nothing about our own statements.
                let foreign = try await cluster.psql("PREPARE other AS INSERT OR IGNORE INTO settings VALUES ($1, $2);")

                #expect(ours.ending == .exit(0), "\(ours.output)")
                #expect(foreign.ending != .exit(0) && foreign.output.contains("syntax error"))
            }
        }
    }
}

extension Statement {
    /// How many values the statement takes.
    var placeholders: Int {
        text.matches(of: /\$(\d+)/).compactMap { Int($0.output.1) }.max() ?? 0
    }
}
