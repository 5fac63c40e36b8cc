// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs

/// django-allauth headless, a rival for refreshes; there where `./dev test` has made the Python environment.
struct AllauthHeadless: Sendable {
    /// Python with django-allauth in it, as `./dev test` makes it.
    private static let python = ".venv/bin/python"
    private static let script = "Benchmarks/allauth_headless.py"

    private let database: String

    /// Uses a database of its own in a folder; nil where django-allauth is not installed.
    init?(in folder: URL) {
        guard FileManager.default.isExecutableFile(atPath: Self.python) else { return nil }
        database = folder.appending(path: "allauth.sqlite").path
    }

    /// Has one turn, in a process of its own; its start does not count.
    func turn(_ duration: Duration) async throws -> Turn {
        let run = try await Program.run(
            [Self.python, Self.script, database, "\(duration / .seconds(1))"], complaints: .kept)
        guard let perSecond = Double(run.output.filter { !$0.isWhitespace }) else {
            throw BenchError("django-allauth gave no figure: \(run.complaints.suffix(400))")
        }
        return Turn(perSecond: perSecond, latencies: [])
    }
}
