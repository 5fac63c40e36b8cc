// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@Suite("The way to an emulator")
struct EmulatorTransportTests {
    private struct Echo: HTTPHandler {
        func respond(to request: HTTPRequest) async -> HTTPResponse { .text("\(request.method) \(request.address)") }
    }

    @Test("a real address becomes a path of the emulator, with query and method kept")
    func rewriting() async throws {
        let transport = try EmulatorTransport(wrapping: HandlerTransport(Echo()), at: "http://127.0.0.1:9900/")
        let request = try #require(HTTPRequest(.post, "https://KAUTH.example.com/oauth/token?a=%2F"))

        let response = try await transport.send(request, limits: TransferLimits())

        #expect(
            response.body == Array("POST http://127.0.0.1:9900/kauth.example.com/oauth/token?a=%2F".utf8))
    }

    @Test("a browser is sent to the same place")
    func browserAddress() throws {
        let routing = try EmulatorRouting(base: "http://localhost:9900")

        #expect(
            routing.address(for: "https://example.com/oauth/authorize?state=S")
                == "http://localhost:9900/example.com/oauth/authorize?state=S")
        #expect(routing.address(for: "https://example.com") == "http://localhost:9900/example.com/")
        #expect(routing.base == "http://localhost:9900")
    }

    @Test(
        "C22, S58: any emulator address but plain http on loopback is refused, with a remedy",
        arguments: [
            "https://127.0.0.1:9900", "http://10.0.0.1:9900", "http://example.com", "http://0.0.0.0:9900",
            "127.0.0.1:9900",
            "http://127.0.0.1:9900/path", "http://127.0.0.1:9900?a=b", "http://127.0.0.1@example.com", "",
            "http://localhost.example.com:9900",
        ])
    func refusedBase(base: String) {
        let error = #expect(throws: LoginError.self) {
            try EmulatorTransport(wrapping: HandlerTransport(Echo()), at: base)
        }

        #expect(error?.code == .emulatorNotLoopback)
        #expect(error?.remedy.english == "Give it as http://127.0.0.1:9900, without a path.")
        #expect(error?.remedy.korean.contains("http://127.0.0.1:9900") == true)
    }

    @Test(
        "what is no provider's address is never sent",
        arguments: ["http://example.com/a", "https://example.com:8443/a", "https://[::1]/a"])
    func refusedRequest(address: String) async throws {
        let transport = try EmulatorTransport(wrapping: HandlerTransport(Echo()), at: "http://127.0.0.1:9900")
        let request = try #require(HTTPRequest(.get, address))

        await #expect(throws: TransportError(.refused, host: request.host, mayHaveBeenReceived: false)) {
            try await transport.send(request, limits: TransferLimits())
        }
        #expect(transport.address(for: address) == nil)
    }
}
