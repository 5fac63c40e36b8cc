// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import LoginProviders

@Suite("Setting Apple up, and its errors")
struct AppleSetupTests {
    private static let whole: JSONValue = [
        "team_id": "TEAM567890", "key_id": "KEY4567890", "services_id": "com.example.web",
        "bundle_ids": ["com.example.app"],
    ]
    private let environment = ProviderEnvironment(
        transport: BrokenTransport(reason: .refused, mayHaveBeenReceived: false),
        clock: ManualWallClock(at: Date(timeIntervalSince1970: 0)), random: SeededRandomSource(seed: 1), log: .silent)

    private func provider(_ settings: JSONValue, key: Secret? = Apple.key.pem) throws(LoginError) -> Provider {
        let read = ProviderSettings(provider: .apple, members: settings.object ?? JSONObject()) { _ in key }
        return try ProviderCatalogue.Entry.apple.make(read, environment)
    }

    private func refusal(_ settings: JSONValue, key: Secret? = Apple.key.pem) -> LoginError? {
        do throws(LoginError) {
            _ = try provider(settings, key: key)
            return nil
        } catch {
            return error
        }
    }

    private func settings(_ changes: [String: JSONValue?]) -> JSONValue {
        guard case .object(var members) = Self.whole else { return Self.whole }
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    @Test("settings give the team as scope, the Services ID as who asks, and every id as an audience")
    func wholeSettings() throws {
        let provider = try provider(Self.whole)

        #expect(provider.scope == "TEAM567890")
        #expect(provider.clientID == "com.example.web")
        #expect(provider.audiences == ["com.example.web", "com.example.app"])
        #expect(try self.provider(settings(["services_id": nil])).clientID == "com.example.app")
    }

    @Test(
        "B72: without a value, or with one that cannot work, nothing starts",
        arguments: [
            (["team_id": nil], "team_id"), (["team_id": "short"], "team_id"), (["team_id": "team567890"], "team_id"),
            (["key_id": nil], "key_id"), (["key_id": "KEY45678901"], "key_id"),
            (["services_id": nil, "bundle_ids": nil], "services_id"), (["services_id": "com. example"], "services_id"),
            (["bundle_ids": [""]], "bundle_ids"), (["bundle_ids": "com.example.app"], "bundle_ids"),
            (["bundle_ids": ["com.example.web"]], "bundle_ids"), (["scopes": ["profile"]], "scopes"),
            (["issuers": []], "issuers"),
        ] as [([String: JSONValue?], String)])
    func refusedSettings(changes: [String: JSONValue?], named: String) throws {
        let error = try #require(refusal(settings(changes)))

        #expect(error.code == .settingInvalid)
        #expect(error.message.english.contains(named) && error.message.korean.contains(named))
    }

    @Test(
        "B78: a key text that the environment has bent signs as it should",
        arguments: ["\n", "\\n", "\r\n", " "])
    func bentKey(lineEnd: String) throws {
        let bent = Secret("  " + Apple.key.pem.exposed.replacing("\n", with: lineEnd))

        #expect(refusal(Self.whole, key: bent) == nil)
    }

    @Test("B78: a key that cannot be mended is named at start-up and never shown")
    func damagedKey() throws {
        let pem = Apple.key.pem.exposed
        let wrapped = Data(pem.utf8).base64EncodedString()
        let middle = pem.split(separator: "\n")[1]
        let cases: [(Secret?, LoginError.Code)] = [
            (Secret(wrapped), .signingKeyUnreadable), (Secret(String(pem.prefix(60))), .signingKeyUnreadable),
            (Secret("\(middle)"), .signingKeyUnreadable), (ProviderStub.key.pem, .settingInvalid),
            (nil, .settingInvalid),
        ]

        for (key, code) in cases {
            let error = try #require(refusal(Self.whole, key: key))

            #expect(error.code == code)
            #expect(error.advice == .fixSetup)
            #expect(!"\(error) \(error.message) \(error.remedy)".contains(middle.prefix(12)))
        }
    }

    @Test("a key whose halves are no pair, and one without its last line, are each named as what they are")
    func changedKey() throws {
        let demo = AppleClientSecret.demoKey.exposed
        let changed = try #require(refusal(Self.whole, key: Secret(demo.replacing("BAQQgbe79", with: "BAQQgbe78"))))
        let cut = try #require(
            refusal(Self.whole, key: Secret(demo.replacing("-----END PRIVATE KEY-----", with: ""))))
        let other = try #require(
            refusal(Self.whole, key: Secret("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----")))

        #expect(refusal(Self.whole, key: AppleClientSecret.demoKey) == nil)
        #expect(changed.code == .signingKeyUnreadable && changed.message.english.contains("are no pair"))
        #expect(cut.message.english.contains("not a whole PEM text") && cut.remedy.english.contains("END line"))
        #expect(other.remedy.english.contains("openssl pkcs8"))
    }

    @Test("only a Services ID lets a browser sign in")
    func web() throws {
        #expect(try provider(Self.whole).signsInOnTheWeb)
        #expect(try !provider(settings(["services_id": nil])).signsInOnTheWeb)
    }

    @Test("an app without the key checks id_tokens, and says what is missing where a secret is needed")
    func withoutKey() async throws {
        var settings = Apple.settings
        settings.privateKey = nil
        let apple = try Apple(settings: settings)

        _ = try await apple.provider.checkIDToken(Apple.idToken(), nonce: .matching(Apple.nonce))
        let error = await failure { () throws(LoginError) in
            try await apple.provider.exchange(
                code: Secret("C1"), redirectURI: "https://login.example/cb", verifier: nil)
        }

        #expect(error?.code == .providerNotSetUp)
        #expect(apple.stub.count(Apple.tokenPath) == 0)
    }

    @Test("every row of Apple's errors is whole, in both languages, and stands there once", arguments: AppleError.table)
    func rows(row: VendorError) {
        for text in [row.message, row.remedy] {
            #expect(text.korean.hasSuffix(".") && text.english.hasSuffix("."))
            #expect(text.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
            #expect(text.english.allSatisfy { $0.isASCII })
        }
        #expect(AppleError.table.count { $0.vendorCode == row.vendorCode } == 1)
        #expect(AppleError.read(status: 400, body: ["error": .string(row.vendorCode)])?.code == row.code)
        #expect(AppleError.read(status: 503, body: ["error": .string(row.vendorCode)])?.advice == .tryLater)
    }

    @Test(
        "B26: a used code and a dead refresh token end the attempt; a fault of setup or Apple's ends no session",
        arguments: [
            ("invalid_grant", true), ("invalid_client", false), ("invalid_request", false),
            ("unauthorized_client", false),
            ("server_error", false), ("something_new", false),
        ])
    func definiteRefusals(name: String, isDefinite: Bool) async throws {
        let apple = try Apple([Apple.tokenPath: { _ in .json(["error": .string(name)], status: 400) }])

        let error = await failure { () throws(LoginError) in
            try await apple.provider.refresh(
                TokenSet(accessToken: Secret("A"), expiresAt: nil, refreshToken: Secret("R")))
        }

        #expect(error?.isDefiniteRefusal == isDefinite)
        #expect(error?.vendorCode == name)
    }
}
