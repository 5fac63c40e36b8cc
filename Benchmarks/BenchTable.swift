// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Figures that were measured together.
struct BenchTable: Sendable {
    let title: String
    /// What the ratios are ratios to, and anything that must be known to read the figures.
    var note: String
    var figures: [Figure] = []

    /// One row.
    struct Figure: Sendable {
        let name: String
        let value: Double
        let unit: String
        var p50: Duration?
        var p99: Duration?
        /// The median of the rounds' ratios to the rival.
        var ratio: Double?
        var goals: [Goal] = []
    }

    /// What a figure should reach.
    struct Goal: Sendable {
        let text: String
        let isReached: Bool
    }

    /// The table for people.
    var text: String {
        var lines = ["", title, note, ""]
        for figure in figures {
            var line = "  " + figure.name.padded(to: 46) + figure.value.shown.padded(to: 10, left: true)
            line += " " + figure.unit.padded(to: 6)
            line += (figure.ratio.map { "\($0.rounded(to: 2)) x" } ?? "").padded(to: 9, left: true)
            line += (figure.p50.map { "p50 \($0.inMilliseconds) ms" } ?? "").padded(to: 16, left: true)
            line += (figure.p99.map { "p99 \($0.inMilliseconds) ms" } ?? "").padded(to: 16, left: true)
            let goals = figure.goals.map { "\($0.isReached ? "reached" : "MISSED"): \($0.text)" }
            lines.append(line + (goals.isEmpty ? "" : "   " + goals.joined(separator: "; ")))
        }
        return lines.joined(separator: "\n")
    }

    /// The table for programs.
    var json: JSONValue {
        let rows = figures.map { figure -> JSONValue in
            var row = JSONObject()
            row["name"] = .string(figure.name)
            row["value"] = .decimal(figure.value)
            row["unit"] = .string(figure.unit)
            row["p50_ms"] = figure.p50.map { .decimal($0 / .milliseconds(1)) }
            row["p99_ms"] = figure.p99.map { .decimal($0 / .milliseconds(1)) }
            row["ratio"] = figure.ratio.map { .decimal($0) }
            row["goals"] = .array(figure.goals.map { ["goal": .string($0.text), "reached": .bool($0.isReached)] })
            return .object(row)
        }
        return ["title": .string(title), "note": .string(note), "figures": .array(rows)]
    }
}

/// Everything that one run measured.
struct BenchReport: Sendable {
    let command: String
    let plan: BenchPlan
    var tables: [BenchTable] = []

    init(command: String, plan: BenchPlan) {
        self.command = command
        self.plan = plan
    }

    var json: JSONValue {
        [
            "command": .string(command), "rounds": JSONValue(plan.rounds), "clients": JSONValue(plan.clients),
            "tables": .array(tables.map(\.json)),
        ]
    }
}

extension JSONValue {
    /// A number with at most three digits behind the point.
    static func decimal(_ value: Double) -> JSONValue {
        .number(JSONNumber(text: value.rounded(to: 3)))
    }
}

extension Double {
    /// With so many digits behind the point.
    func rounded(to digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int64((magnitude * scale).rounded())
        let (before, behind) = (whole / Int64(scale), String(whole % Int64(scale)))
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(before)" }
        return "\(sign)\(before).\(String(repeating: "0", count: digits - behind.count))\(behind)"
    }

    /// In the precision that people compare.
    var shown: String { magnitude < 100 ? rounded(to: 1) : rounded(to: 0) }
}

extension Duration {
    var inMilliseconds: String { (self / .milliseconds(1)).rounded(to: 2) }
}

extension String {
    fileprivate func padded(to width: Int, left: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - count))
        return left ? blanks + self : self + blanks
    }
}
