// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import Testing

@testable import LoginProviders

@Suite("Setting Facebook up, and its errors")
struct FacebookSetupTests {
    private let environment = ProviderEnvironment(
        transport: BrokenTransport(reason: .refused, mayHaveBeenReceived: false),
        clock: ManualWallClock(at: Date(timeIntervalSince1970: 0)), random: SeededRandomSource(seed: 1), log: .silent)

    private func provider(_ settings: JSONValue, secret: Secret? = Secret("s")) throws(LoginError) -> Provider {
        let read = ProviderSettings(provider: .facebook, members: settings.object ?? JSONObject()) { _ in secret }
        return try ProviderCatalogue.Entry.facebook.make(read, environment)
    }

    private func refusal(_ settings: JSONValue, secret: Secret? = Secret("s")) -> LoginError? {
        do throws(LoginError) {
            _ = try provider(settings, secret: secret)
            return nil
        } catch {
            return error
        }
    }

    @Test("the app's number is scope, key and audience, and the version becomes part of the addresses")
    func wholeSettings() throws {
        let provider = try provider(["app_id": 123, "version": "v24.0", "scopes": ["public_profile"]])

        #expect(provider.scope == "123" && provider.clientID == "123" && provider.audiences == ["123"])
        #expect(provider.authorize(redirectURI: "https://a.example").url.hasPrefix("https://www.facebook.com/v24.0/"))
    }

    @Test(
        "B72: without a value, or with one that cannot work, nothing starts",
        arguments: [
            ([:], "app_id"), (["app_id": "x"], "app_id"), (["app_id": 0], "app_id"), (["app_id": "01"], "app_id"),
            (["app_id": 1, "version": "25.0"], "version"), (["app_id": 1, "version": "v25"], "version"),
            (["app_id": 1, "version": "v25.0/../x"], "version"), (["app_id": 1, "version": "v+1.0"], "version"),
            (["app_id": 1, "version": "v-1.0"], "version"), (["app_id": 1, "issuers": []], "issuers"),
            (["app_id": 1, "scopes": ["a b"]], "scopes"),
        ] as [(JSONValue, String)])
    func refusedSettings(settings: JSONValue, named: String) throws {
        let error = try #require(refusal(settings))

        #expect(error.code == .settingInvalid)
        #expect(error.message.english.contains(named) && error.message.korean.contains(named))
    }

    @Test("without its secret a server does not start, and a damaged one is named")
    func secret() {
        #expect(refusal(["app_id": 1], secret: nil)?.message.english.contains("app_secret") == true)
        #expect(refusal(["app_id": 1], secret: Secret("a b"))?.message.english.contains("app_secret") == true)
    }

    @Test(
        "every row of Facebook's errors is whole, in both languages, and stands there once",
        arguments: FacebookError.table)
    func rows(row: VendorError) {
        for text in [row.message, row.remedy] {
            #expect(text.korean.hasSuffix(".") || text.korean.hasSuffix(")."))
            #expect(text.english.hasSuffix("."))
            #expect(text.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
            #expect(text.english.allSatisfy { $0.isASCII })
        }
        #expect(FacebookError.table.count { $0.vendorCode == row.vendorCode } == 1)
    }

    @Test(
        "every number becomes its row, whatever the status",
        arguments: FacebookError.table.filter { $0.vendorCode.first?.isNumber == true }, [200, 400, 403])
    func numbers(row: VendorError, status: Int) throws {
        let parts = row.vendorCode.split(separator: "/").compactMap { Int($0) }
        let body = Facebook.error(parts[0], subcode: parts.count > 1 ? parts[1] : nil)

        let error = try #require(FacebookError.read(status: status, body: body))

        #expect(error.code == row.code && error.advice == row.advice && error.message == row.message)
        #expect(error.vendorCode == row.vendorCode)
        #expect(!error.description.contains("ACCESS-1"))
    }

    @Test("what Facebook calls transient passes, whatever its code would mean", arguments: [190, 100, 10, 12_345])
    func transient(code: Int) throws {
        let error = try #require(
            FacebookError.read(status: 400, body: Facebook.error(code, subcode: 463, isTransient: true)))

        #expect(error.advice == .tryLater)
        #expect(error.code == .providerUnavailable)
        #expect(error.vendorCode == String(code))
    }

    @Test("an unknown subcode is its code's, 200 to 299 are permissions, and an unknown code is kept")
    func unknowns() throws {
        let subcode = try #require(FacebookError.read(status: 400, body: Facebook.error(190, subcode: 999)))
        let permission = try #require(FacebookError.read(status: 403, body: Facebook.error(272)))
        let unknown = try #require(FacebookError.read(status: 400, body: Facebook.error(803, isTransient: false)))

        #expect(subcode.code == .accessTokenRefused && subcode.vendorCode == "190")
        #expect(permission.code == .consentMissing && permission.vendorCode == "272")
        #expect(unknown.code == .providerError && unknown.vendorCode == "803" && unknown.advice == .fixRequest)
    }

    @Test("an answer without an error is none, and a status alone says what it says")
    func noError() {
        #expect(FacebookError.read(status: 200, body: Facebook.me) == nil)
        #expect(FacebookError.read(status: 200, body: ["error": nil]) == nil)
        #expect(FacebookError.read(status: 500, body: nil) == nil)
        #expect(FacebookError.read(status: 400, body: ["error": "server_error"])?.advice == .tryLater)
        #expect(FacebookError.read(status: 503, body: Facebook.error(190))?.advice == .tryLater)
    }
}
