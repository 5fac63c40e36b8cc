// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import RawSockets
import Testing

/// Where a transport may go.
@Suite struct PolicyTests {
    @Test(
        "S15: plain http is for loopback, and only where it is switched on",
        arguments: [
            (OutgoingPolicy.httpsOnly, "http://127.0.0.1:9/"), (.httpsOnly, "http://localhost:9/"),
            (.loopbackHTTPAllowed, "http://192.0.2.1/"), (.loopbackHTTPAllowed, "http://127.0.0.1.example.com/"),
            (.loopbackHTTPAllowed, "http://localhost.example.com/"), (.loopbackHTTPAllowed, "http://0x7f.0.0.1/"),
            (.loopbackHTTPAllowed, "http://2130706433/"), (.loopbackHTTPAllowed, "http://[::1]example.com/"),
            (.loopbackHTTPAllowed, "http://[::ffff:192.0.2.1]/"), (.loopbackHTTPAllowed, "http://127.0.0.1:80:81/"),
        ])
    func plainHTTP(policy: OutgoingPolicy, address: String) async throws {
        // Not every such text is an address for HTTPRequest in the first place; that is a refusal too.
        guard let request = HTTPRequest(.get, address) else { return }

        try await expectRefusal(of: request, policy: policy)
    }

    @Test(
        "S15: with an allow-list no other host is called",
        arguments: ["https://evil.example/", "https://kauth.kakao.com.evil.example/", "https://kauth.kakao.com./"])
    func allowList(address: String) async throws {
        // Not every such text is an address for HTTPRequest in the first place; that is a refusal too.
        guard let request = HTTPRequest(.get, address) else { return }

        try await expectRefusal(of: request, policy: .httpsOnly.limited(to: ["kauth.kakao.com"]))
    }

    @Test(
        "A request whose parts would read back as another address is not sent",
        arguments: [
            ("http", "127.0.0.1:9/@evil.example", "/"), ("http", "evil.example#@127.0.0.1", "/"),
            ("http", "u@127.0.0.1:9", "/"), ("http", "127.0.0.1:9", "/a b"), ("http", "127.0.0.1:9", "/a\r\nX: y"),
            ("http", "127.0.0.1:9", "/a?b"), ("http", "127.0.0.1:9", "a"), ("file", "127.0.0.1:9", "/etc/passwd"),
            ("ftp", "127.0.0.1:9", "/"), ("HTTP", "127.0.0.1:9", "/"), ("http", "127.0.0.1\\@evil.example", "/"),
            ("http", "", "/"),
        ])
    func oddParts(scheme: String, authority: String, path: String) async throws {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)

        try await expectRefusal(of: request, policy: .loopbackHTTPAllowed)
    }

    @Test(
        "A method that is not one is not sent",
        arguments: ["", "GET /evil HTTP/1.1\r\nHost: evil\r\n\r\nGET", "G T"])
    func oddMethods(method: String) async throws {
        let server = try RawServer.sending("HTTP/1.1 200 OK\r\n\r\n")
        var request = try server.get()
        request.method = HTTPMethod(rawValue: method)

        try await expectRefusal(of: request, policy: .loopbackHTTPAllowed)
        #expect(server.connectionCount == 0)
    }

    private func expectRefusal(
        of request: HTTPRequest, policy: OutgoingPolicy, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for way in WayOut.allCases {
            try await withTransport(way, policy: policy) { transport in
                await #expect(
                    throws: TransportError(.refused, host: request.host, mayHaveBeenReceived: false), "\(way)",
                    sourceLocation: sourceLocation
                ) {
                    try await transport.send(request, limits: TransferLimits(deadline: .seconds(2)))
                }
            }
        }
    }
}
