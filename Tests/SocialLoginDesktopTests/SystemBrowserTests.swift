// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import SocialLogin
import Testing

@testable import SocialLoginDesktop

@Suite("The person's browser", .timeLimit(.minutes(1)))
struct SystemBrowserTests {
    private func browser(_ command: [String]) -> SystemBrowser {
        SystemBrowser(timer: ContinuousClock(), command: command)
    }

    @Test("gets the address as one argument, and starts with no signal blocked or ignored")
    func signals() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("signals-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let script = "echo \"$2\" > \"$1\"; grep -E 'Sig(Blk|Ign)' /proc/self/status >> \"$1\""

        let command = ["sh", "-c", script, "sh", file.path, "http://127.0.0.1/a?b=$(id)&c='d e'"]
        let ending = await withCheckedContinuation { started in
            Thread.detachNewThread {
                // As the threads that run tasks may.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                started.resume(returning: startProgram(command))
            }
        }
        #expect(await ending?.value == 0)

        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        // The C library's own two signals (32 and 33) are nobody's to set.
        #expect(
            lines.map { $0.replacing("180000000", with: "000000000") } == [
                "http://127.0.0.1/a?b=$(id)&c='d e'", "SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000",
            ])
    }

    @Test("that cannot be started or fails is an error", arguments: [["no-such-program"], ["false"]])
    func cannotOpen(command: [String]) async throws {
        await #expect(throws: LoginError.self) { try await browser(command).open("http://127.0.0.1/") }
    }

    @Test("leaves no zombie behind, also where nobody waits for its end")
    func noZombies() async throws {
        for _ in 0..<20 { try await browser(["true"]).open("http://127.0.0.1/") }

        #expect(try zombies() == [])
    }

    /// The children of this process that have ended and that nobody has fetched.
    private func zombies() throws -> [String] {
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            // A process that ends while it is looked at is none that stays.
            guard name.allSatisfy(\.isNumber),
                let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
            else { return false }
            let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && fields[0] == "Z" && fields[1] == own && line.contains("(true)")
        }
    }
}
