// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import Programs
import Testing

@Suite("Stopping a command", .timeLimit(.minutes(5)))
struct StoppingTests {
    /// A demo with a request at the emulator that would be answered in five minutes.
    private func demoWithWaitingRequest() async throws -> (demo: RunningDemo, waiting: Task<HTTPResponse?, Never>) {
        let demo = try await RunningDemo(in: TemporaryFolder(), ["--log", "text", "--verbose"])
        _ = try await demo.post(
            "\(demo.emulator)/_emulator/faults",
            ["host": "kapi.kakao.com", "path": "/v2/user/me", "kind": "delay", "delay_ms": 300_000])
        let waiting = Task { try? await demo.get("\(demo.emulator)/kapi.kakao.com/v2/user/me") }
        #expect(await demo.program.complaints.next(with: "emulator.fault") != nil)
        return (demo, waiting)
    }

    @Test("an idle demo ends well at the first signal", arguments: [SIGINT, SIGTERM])
    func idle(signal: Int32) async throws {
        let demo = try await RunningDemo(in: TemporaryFolder())

        demo.program.signal(signal)

        #expect(await demo.program.ending() == .exit(0))
        await #expect(throws: TransportError.self) { try await demo.get(demo.server) }
    }

    @Test("Ctrl-C ends a demo in which a request waits, and still ends well")
    func waitingRequest() async throws {
        let (demo, waiting) = try await demoWithWaitingRequest()

        demo.program.signal(SIGINT)

        #expect(await demo.program.ending() == .exit(0))
        #expect(await waiting.value?.status != 200)
    }

    @Test("a second signal ends it at once")
    func twice() async throws {
        let (demo, waiting) = try await demoWithWaitingRequest()

        // Two of a kind could become one while they wait to be fetched; these cannot.
        demo.program.signal(SIGINT)
        demo.program.signal(SIGTERM)

        #expect(await demo.program.ending() == .exit(1))
        #expect(await demo.program.complaints.next(with: "Press Ctrl-C again") != nil)
        _ = await waiting.value
    }

    @Test("a reader that goes away ends nothing")
    func closedOutput() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder(), ["--verbose"], reading: (output: 1, complaints: 0))

        let response = try await demo.get("\(demo.server)/health/live")
        demo.program.signal(SIGINT)

        #expect(response.status == 200)
        #expect(await demo.program.ending() == .exit(0))
    }
}
