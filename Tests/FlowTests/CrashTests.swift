// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCurlTransport
import LoginHTTP
import Testing

/// The process is killed in the middle of its work.
struct CrashTests {
    /// One client that refreshes again and again, and remembers what it sent last and what came back.
    private actor Client {
        private(set) var lastSent: Secret
        private(set) var lastAnswer: SessionTokens
        private(set) var count = 0

        init(_ tokens: SessionTokens) {
            lastSent = tokens.refreshToken
            lastAnswer = tokens
        }

        /// Refreshes until the server is gone or enough was done.
        func refresh(at site: any Site, times: Int, tick: @Sendable () -> Void) async {
            for _ in 0..<times {
                lastSent = lastAnswer.refreshToken
                // A failure is the kill: the client keeps what it sent, to send it again.
                guard let answer = try? await site.refresh(lastSent), answer.status == 200,
                    let tokens = try? SessionTokens(json: answer.json())
                else { return }
                lastAnswer = tokens
                count += 1
                tick()
            }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `after kill -9 in the middle of a thousand refreshes every client that repeats its last request goes on`()
        async throws
    {
        let data = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
        // A folder that stays behind in /tmp disturbs nobody.
        defer { try? FileManager.default.removeItem(at: data) }
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        let demo = try await DemoProcess(data: data, transport: transport)
        var clients: [Client] = []
        for number in 0..<10 {
            clients.append(Client(try await demo.session(of: number % 2 == 0 ? 1001 : 1002)))
        }

        let done = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask {
                    await client.refresh(at: demo, times: 100) {
                        if done.withLock({
                            $0 += 1; return $0
                        }) == 400 {
                            demo.kill()
                        }
                    }
                }
            }
        }
        let answered = done.value
        #expect(answered >= 400 && answered < 1_000, "the kill came in the middle: \(answered)")

        await demo.end()
        let again = try await DemoProcess(data: data, after: demo, transport: transport)
        for client in clients {
            let sent = await client.lastSent
            let first = try await again.refresh(sent)
            #expect(first.status == 200, "\(first.text)")
            let tokens = try SessionTokens(json: first.json())

            // One head: the same request has the same successor, and that one goes on.
            let second = try SessionTokens(json: try await again.refresh(sent).json())
            #expect(second.refreshToken == tokens.refreshToken)
            #expect(try await again.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
            let next = try await again.refresh(tokens.refreshToken)
            #expect(next.status == 200)
            #expect(try await again.refresh(sent).problemCode() == .refreshReuse)
        }
        await again.end()
        await transport.close()
    }
}
