// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// Where a listener listens, and what it says when it cannot.
@Suite struct AddressTests {
    @Test("localhost is 127.0.0.1 and ::1, on one port", arguments: ["127.0.0.1", "::1"])
    func localhostIsBoth(address: String) async throws {
        try await withListener(TestHandler { .text($0.authority) }, host: "localhost") { listener in
            let client = try await RawConnection.open(to: address, port: listener.port)

            #expect(try await client.ask("GET / HTTP/1.0\r\n\r\n").text == "localhost:\(listener.port)")
        }
    }

    @Test("An address is that address alone")
    func addressIsAlone() async throws {
        try await withListener(host: "::1") { listener in
            await #expect(throws: RawSocketError.refused) { try await RawConnection.open(port: listener.port) }
        }
    }

    @Test(
        "A port that is taken in either family is an error that names the address",
        arguments: [
            ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("::1", "::1", "[::1]"), ("localhost", "127.0.0.1", "127.0.0.1"),
            ("localhost", "::1", "[::1]"),
        ])
    func portInUse(host: String, taken: String, named: String) throws {
        let taken = try TakenPort(host: taken)

        let error = #expect(throws: LoginError.self) {
            try HTTPListener.start(
                ListenerSettings(host: host, port: taken.port), handler: TestHandler.echo, log: .silent)
        }

        #expect(error?.code == .addressInUse)
        #expect(error?.message.english == "Another program already listens on \(named):\(taken.port).")
        #expect(error?.message.korean == "다른 프로그램이 이미 \(named):\(taken.port)에서 기다리고 있습니다.")
        #expect(error?.remedy.english == "Stop that program or choose another port; port 0 takes one that is free.")
    }

    @Test(
        "What is no address of this machine is an error",
        arguments: [("192.0.2.1", 0), ("login.example", 0), ("", 0), ("127.0.0.1", 65_536), ("127.0.0.1", -1)])
    func noAddress(host: String, port: Int) throws {
        let error = #expect(throws: LoginError.self) {
            try HTTPListener.start(ListenerSettings(host: host, port: port), handler: TestHandler.echo, log: .silent)
        }

        #expect(error?.code == .addressUnavailable)
        #expect(error?.message.english == "\(host):\(port) is no address of this machine.")
    }

    @Test("A certificate that is none is an error")
    func tlsUnusable() throws {
        let tls = ListenerSettings.TLS(certificatePEM: "no certificate", privateKeyPEM: Secret("no key"))

        let error = #expect(throws: LoginError.self) {
            try HTTPListener.start(
                ListenerSettings(host: "127.0.0.1", port: 0, tls: tls), handler: TestHandler.echo, log: .silent)
        }

        #expect(error?.code == .tlsUnusable)
        #expect(error?.message.english == "The TLS certificate or its private key cannot be used.")
        #expect(error?.message.korean == "TLS 인증서나 개인 키를 쓸 수 없습니다.")
    }

    @Test("Beyond the connection limit a client waits until another has left")
    func connectionLimit() async throws {
        try await withListener(settings: { $0.connectionLimit = 2 }) { listener in
            var clients: [RawConnection] = []
            for _ in 0..<6 { clients.append(try await RawConnection.open(port: listener.port)) }
            try await eventually { listener.connectionCount == 2 }

            for client in clients {
                let answer = try await client.ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(answer.status == 200)
            }
        }
    }
}
