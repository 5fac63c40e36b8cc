// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Programs
import Testing

@Suite("The log of a command", .timeLimit(.minutes(5)))
struct LogTests {
    @Test("is a line of JSON for each entry where that is asked for, with the time in UTC")
    func json() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder(), ["--log", "json", "--verbose"])

        _ = try await demo.get("\(demo.server)/nowhere?code=s3cret")
        let line = try JSONValue(parsing: #require(await demo.program.complaints.next(with: "request.answered")))

        #expect(line["level"] == "debug")
        #expect(line["fields"]?["status"] == "404")
        #expect(line["time"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(!line.serializedText().contains("s3cret"))
    }

    @Test("says which route answered and never which path: its parts may be secrets, and of any length")
    func route() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder(), ["--verbose"])

        _ = try await demo.get("\(demo.server)/auth/kakao/callback?code=s3cret")
        let known = try #require(await demo.program.complaints.next(with: "request.answered"))
        _ = try await demo.get("\(demo.server)/\(String(repeating: "s3cret", count: 500))")
        let unknown = try #require(await demo.program.complaints.next(with: "request.answered"))

        #expect(known.contains(" route=/auth/{provider}/callback "))
        #expect(unknown.contains(" route=- "))
        #expect(!(known + unknown).contains("s3cret"))
    }

    @Test("is a line of text otherwise, which nothing that a client sends can break")
    func text() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder(), ["--verbose"])

        _ = try await demo.get("\(demo.server)/a%0Ab=%22%20c")
        let line = try #require(await demo.program.complaints.next(with: "request.answered"))

        #expect(line.wholeMatch(of: /\S+Z debug request\.answered request=\S+ method=GET route=- status=404/) != nil)
    }

    @Test("is silent where that is asked for, and says no details unless they are")
    func silence() async throws {
        let silent = try await RunningDemo(in: TemporaryFolder(), ["--log", "off", "--verbose"])
        let usual = try await RunningDemo(in: TemporaryFolder())
        for demo in [silent, usual] {
            _ = try await demo.get("\(demo.server)/nowhere")
            demo.program.signal(SIGTERM)
            #expect(await demo.program.ending() == .exit(0))
        }

        let complaints = await silent.program.complaints.rest().split(separator: "\n")
        let entries = await usual.program.complaints.rest()

        #expect(complaints.allSatisfy { $0.hasPrefix("WARNING: ") || $0.hasPrefix("Stopping.") })
        #expect(entries.contains(" info listener.started "))
        #expect(!entries.contains("request.answered"))
    }
}
