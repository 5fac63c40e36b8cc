// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import Programs
import RawSockets
import Testing

/// Transport and listener over TLS, with a certificate made for the test.
@Suite struct TLSTests {
    @Test("A certificate that an authority we named vouches for is trusted")
    func trusted() async throws {
        try await withCertificate(for: "IP:127.0.0.1") { tls, file in
            try await withListener(tls: tls) {
                .text("\($0.scheme) \($0.path)")
            } _: { listener in
                let request = try #require(HTTPRequest(.get, "https://127.0.0.1:\(listener.port)/a"))
                try await withTransport(policy: .httpsOnly, trusting: file) { transport in
                    for _ in 0..<3 {
                        let response = try await transport.send(request, limits: TransferLimits())
                        #expect(response.text == "https /a")
                    }
                    #expect(listener.connectionCount == 1)
                }
            }
        }
    }

    @Test("A certificate that nobody vouches for, or of another host, is not, and nothing was sent")
    func untrusted() async throws {
        try await withCertificate(for: "DNS:other.example") { tls, file in
            let reached = Locked(false)
            try await withListener(tls: tls) { _ in
                reached.withLock { $0 = true }
                return .text("")
            } _: { listener in
                let request = try #require(HTTPRequest(.get, "https://127.0.0.1:\(listener.port)/"))
                for authorities in [nil, file, file + ".missing"] {
                    try await withTransport(policy: .httpsOnly, trusting: authorities) { transport in
                        await #expect(
                            throws: TransportError(.untrusted, host: "127.0.0.1", mayHaveBeenReceived: false)
                        ) {
                            try await transport.send(request, limits: TransferLimits())
                        }
                    }
                }
                try await withTransport(.urlSession, policy: .httpsOnly) { transport in
                    // On Linux it now and then calls a failed handshake a lost connection.
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.send(request, limits: TransferLimits())
                    }
                    #expect(error.map { [.untrusted, .connectionLost].contains($0.reason) } == true)
                }
                #expect(!reached.value)
            }
        }
    }

    @Test("A server that speaks no TLS is not trusted")
    func plainServer() async throws {
        try await withListener { _ in
            .text("")
        } _: { listener in
            let request = try #require(HTTPRequest(.get, "https://127.0.0.1:\(listener.port)/"))
            try await withTransport(policy: .httpsOnly) { transport in
                await #expect(throws: TransportError(.untrusted, host: "127.0.0.1", mayHaveBeenReceived: false)) {
                    try await transport.send(request, limits: TransferLimits())
                }
            }
        }
    }

    @Test("A client that never finishes its handshake is cut, and a stop does not wait for it")
    func handshakeDeadline() async throws {
        try await withCertificate(for: "IP:127.0.0.1") { tls, _ in
            try await withListener(tls: tls) { _ in
                .text("")
            } _: { listener in
                let client = try await RawConnection.open(port: listener.port)
                try await client.send([0x16, 0x03, 0x01])

                await listener.stop(drainingFor: .zero)

                #expect(try await client.readToEnd() == [])
            }
        }
    }

    /// Makes a certificate with its key in a folder that is gone afterwards; the certificate is its own authority.
    private func withCertificate(
        for name: String, _ body: (ListenerSettings.TLS, String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }  // a left-over folder fails no test
        let (key, certificate) = (folder.appending(path: "key.pem"), folder.appending(path: "certificate.pem"))
        let made = try await Program.run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2",
                "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key.path, "-out", certificate.path,
            ], complaints: .inOutput)
        try #require(made.ending == .exit(0), "\(made.output)")
        let tls = ListenerSettings.TLS(
            certificatePEM: try String(contentsOf: certificate, encoding: .utf8),
            privateKeyPEM: Secret(try String(contentsOf: key, encoding: .utf8)))
        try await body(tls, certificate.path)
    }
}
