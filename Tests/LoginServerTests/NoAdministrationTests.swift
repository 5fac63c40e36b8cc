// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// Nobody administers the server over the network.
struct NoAdministrationTests {
    /// Every first part of a path, and for whom it is; a new one must say here whom it serves.
    private static let areas: Set = [
        "", "v1", "oauth", ".well-known", "health", "openapi.json", "auth", "sign-up", "sign-out", "account", "assets",
        "metrics", "friends", "problem",
    ]
    /// Everything below `/v1`: the person's own affairs, and what providers tell.
    private static let calls: Set = [
        "nonces", "sign-in", "sign-up", "account", "sessions", "identities", "friends", "notices",
    ]

    @Test func `S56: every route belongs to a person, an app, a provider or whoever watches the server's health`()
        async throws
    {
        let routes = try await LoginServer.bare().table

        for route in routes {
            let parts = route.pattern.split(separator: "/").map { String($0) }
            #expect(Self.areas.contains(parts.first ?? ""), "\(route.pattern)")
            if parts.first == "v1" { #expect(Self.calls.contains(parts.dropFirst().first ?? ""), "\(route.pattern)") }
        }
        #expect(routes.count > 20)
    }

    @Test(arguments: [
        "/admin", "/v1/admin", "/v1/users", "/v1/accounts", "/v1/audit", "/v1/keys", "/v1/account/1001", "/_emulator",
        "/_emulator/people", "/internal", "/debug", "/settings", "/v1/settings", "/management", "/health/keys",
    ])
    func `S56: nothing answers where administration might be looked for, with whatever method and key`(path: String)
        async throws
    {
        let server = try await LoginServer.bare()
        for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
            let request = HTTPRequest(
                method: method, scheme: "https", authority: "login.example.test", path: path,
                headers: ["Authorization": "Bearer admin", "X-Admin-Key": "admin"])

            let answer = await server.respond(to: request)

            #expect(answer.status == 404, "\(method) \(path)")
        }
    }
}
