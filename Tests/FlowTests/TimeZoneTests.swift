// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import Testing

/// The server as a process of its own on machines of different time zones.
struct TimeZoneTests {
    @Test(arguments: ["UTC", "Asia/Seoul", "America/Los_Angeles"])
    func `B31: what ends when is the same moment in every time zone`(zone: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zone-\(UUID().uuidString)")
        // A folder that stays behind in /tmp disturbs nobody.
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        let demo = try await DemoProcess(data: folder, timeZone: zone, transport: transport)
        let start = Int64(Date().timeIntervalSince1970)

        let tokens = try await demo.session(of: 1001)

        let end = Int64(Date().timeIntervalSince1970)
        let claims = try AccessTokenClaims(json: try payload(of: tokens.accessToken))
        let issued = Int64(claims.issuedAt.timeIntervalSince1970)
        #expect((start...end).contains(issued))
        #expect(Int64(claims.expiresAt.timeIntervalSince1970) - issued == 900)
        #expect(tokens.expiresIn == 900)
        let account = try await demo.call(.get, "/v1/account", token: tokens.accessToken)
        let made = Int64(try AccountAnswer(json: account.json()).createdAt.timeIntervalSince1970)
        #expect((start...end).contains(made))
        // The refresh reads from the database what was written before.
        #expect(try await demo.refresh(tokens.refreshToken).status == 200)
        await demo.end()
        await transport.close()
    }

    private func payload(of token: Secret) throws -> JSONValue {
        let parts = token.exposed.split(separator: ".")
        try #require(parts.count == 3)
        return try JSONValue(parsing: try required(Base64URL.decode(parts[1])))
    }
}
