// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import Testing

@Suite("A command that crashes, or is told to", .timeLimit(.minutes(5)))
struct CrashTests {
    @Test(
        "ends at once and shows nothing of its memory",
        arguments: [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP])
    func signalled(number: Int32) async throws {
        let demo = try await RunningDemo(in: TemporaryFolder())

        demo.program.signal(number)

        #expect(await demo.program.ending() == .signal(number))
        let complaints = await demo.program.complaints.rest()
        for word in ["Registers", "Thread 0", "Backtrace", "backtrace", "crashed"] {
            #expect(!complaints.contains(word))
        }
    }

    @Test("leaves no core file, nor one at a program that collects them")
    func coreFiles() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder())

        let limits = try String(contentsOfFile: "/proc/\(demo.program.id)/limits", encoding: .utf8)

        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        let numbers = core.split(separator: " ").dropFirst(4).map(String.init)
        try #require(numbers.count >= 2, "\(core)")
        #expect(numbers[0] == (numbers[1] == "0" ? "0" : "1"), "\(core)")
    }
}
