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

    @Test("gets the address as one argument, which no shell reads")
    func address() async throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }

        try await browser(["sh", "-c", "echo \"$2\" > \"$1\"", "sh", file.path]).open(
            "http://127.0.0.1/?a=$(id)&b='c d'")

        #expect(try String(contentsOf: file, encoding: .utf8) == "http://127.0.0.1/?a=$(id)&b='c d'\n")
    }

    @Test("starts with no signal blocked or ignored, whatever the thread blocks that starts it")
    func signals() async throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }

        let ending = await withCheckedContinuation { started in
            Thread.detachNewThread {
                // As the threads that run tasks may.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                // No shell: some clear the mask themselves.
                started.resume(returning: startProgram(["cp", "/proc/self/status", file.path]))
            }
        }
        #expect(await ending?.value == 0)

        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        // The C library's own two signals (32 and 33) are nobody's to set.
        let signals = lines.filter { $0.hasPrefix("SigBlk") || $0.hasPrefix("SigIgn") }
            .map { $0.replacing("180000000", with: "000000000") }
        #expect(signals == ["SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000"])
    }

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
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
