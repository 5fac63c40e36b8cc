// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Facebook's permissions, longer-lived tokens, and ending a link")
struct FacebookAPITests {
    private static let token = Secret("ACCESS-1")
    private static let permissions: JSONValue = [
        "data": [
            ["permission": "public_profile", "status": "granted"], ["permission": "email", "status": "declined"],
            ["permission": "user_friends", "status": "expired"], ["permission": "new", "status": "paused"], ["x": 1],
        ]
    ]

    private func facebook(
        _ path: String, _ answer: HTTPResponse, settings: FacebookSettings = Facebook.settings
    ) throws -> Facebook {
        try Facebook([path: { _ in answer }], settings: settings)
    }

    @Test("permissions come with what became of them, a word that nobody knows included")
    func permissions() async throws {
        let facebook = try facebook(Facebook.permissionsPath, .json(Self.permissions))

        let permissions = try await facebook.api.permissions(accessToken: Self.token)

        #expect(permissions.map(\.name) == ["public_profile", "email", "user_friends", "new"])
        #expect(permissions.map(\.status) == [.granted, .declined, .expired, .init(rawValue: "paused")])
    }

    @Test("B86: a permission that is needed and missing is an error that says for what to ask")
    func missingPermission() async throws {
        let facebook = try facebook(Facebook.permissionsPath, .json(Self.permissions))

        try await facebook.api.require(["public_profile"], accessToken: Self.token)
        let error = await failure { () throws(LoginError) in
            try await facebook.api.require(["public_profile", "email", "user_friends"], accessToken: Self.token)
        }

        #expect(error?.code == .consentMissing)
        #expect(error?.advice == .askConsent(scopes: ["email", "user_friends"]))
    }

    @Test("one permission is taken back by its name", arguments: [["success": true], true] as [JSONValue])
    func revocation(answer: JSONValue) async throws {
        let facebook = try facebook("\(Facebook.permissionsPath)/email", .json(answer))

        try await facebook.api.revoke("email", accessToken: Self.token)

        #expect(facebook.stub.asked.last?.method == .delete)
    }

    @Test("a token is exchanged for a longer-lived one, with the secret")
    func longLived() async throws {
        let facebook = try facebook(
            Facebook.tokenPath, .json(["access_token": "ACCESS-2", "token_type": "bearer", "expires_in": 5_184_000]))
        let app = try Facebook(settings: FacebookSettings(appID: "123"))

        let tokens = try await facebook.api.longLived(accessToken: Self.token)
        let error = await failure { () throws(LoginError) in try await app.api.longLived(accessToken: Self.token) }

        let form = try #require(try facebook.stub.asked.last?.formFields())
        #expect(tokens.accessToken == Secret("ACCESS-2"))
        #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_705_184_000))
        #expect(try form.single("grant_type") == "fb_exchange_token")
        #expect(try form.single("fb_exchange_token") == "ACCESS-1")
        #expect(try form.single("client_secret") == "the-app-secret")
        #expect(error?.code == .providerNotSetUp)
    }

    @Test("a link is ended by the person's token, and by the app's own where that token is dead or gone")
    func unlink() async throws {
        let byToken = try facebook(Facebook.permissionsPath, .json(["success": true]))
        let byApp = try Facebook([
            Facebook.permissionsPath: { _ in .json(Facebook.error(190, subcode: 463), status: 400) },
            "graph.facebook.com/v25.0/101/permissions": { _ in .json(["success": true]) },
        ])

        try await byToken.provider.unlink(ProviderLink(subject: "101", accessToken: Self.token))
        try await byApp.provider.unlink(ProviderLink(subject: "101", accessToken: Self.token))
        try await byApp.provider.unlink(ProviderLink(subject: "101"))

        #expect(byToken.stub.asked.map { $0.headers["Authorization"] } == ["Bearer ACCESS-1"])
        #expect(
            byApp.stub.asked.map { $0.headers["Authorization"] } == [
                "Bearer ACCESS-1", "Bearer 123|the-app-secret", "Bearer 123|the-app-secret",
            ])
        #expect((byToken.stub.asked + byApp.stub.asked).allSatisfy { $0.method == .delete })
    }

    @Test("a link that the person ended counts as ended; with neither token nor id there is nothing to call")
    func unlinkOfTheUnlinked() async throws {
        let removed = try facebook(
            Facebook.permissionsPath, .json(Facebook.error(190, subcode: 458), status: 400))
        let down = try facebook(Facebook.permissionsPath, .json(Facebook.error(2), status: 500))

        try await removed.provider.unlink(ProviderLink(subject: "101", accessToken: Self.token))
        let errors = [
            await failure { () throws(LoginError) in
                try await down.provider.unlink(ProviderLink(subject: "101", accessToken: Self.token))
            },
            await failure { () throws(LoginError) in try await down.provider.unlink(ProviderLink()) },
            await failure { () throws(LoginError) in try await down.provider.unlink(ProviderLink(subject: "../x")) },
        ]

        #expect(removed.stub.asked.count == 1)
        #expect(errors.map { $0?.code } == [.providerUnavailable, .providerNotSetUp, .providerNotSetUp])
        #expect(down.stub.asked.count == 1)
    }

    @Test("a Limited Login is ended by its id_token")
    func unlinkLimitedLogin() async throws {
        let facebook = try facebook("www.limited.facebook.com/platform/uninstall/", .json(["success": true]))

        try await facebook.api.unlink(limitedLogin: Facebook.idToken())

        let form = try #require(try facebook.stub.asked.last?.formFields())
        #expect(try form.single("app_id") == "123")
        #expect(try form.single("id_token") == Facebook.idToken().exposed)
    }
}
