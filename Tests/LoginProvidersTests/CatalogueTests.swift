// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Setting providers up")
struct CatalogueTests {
    private let environment = ProviderEnvironment(
        transport: BrokenTransport(reason: .refused, mayHaveBeenReceived: false),
        clock: ManualWallClock(at: Date(timeIntervalSince1970: 0)), random: SeededRandomSource(seed: 1), log: .silent)

    private func providers(_ settings: JSONValue) throws(LoginError) -> [Provider] {
        try ProviderCatalogue.providers(
            settings: settings.object ?? JSONObject(), secret: { _, name in Secret("the-\(name)") },
            environment: environment)
    }

    private func failure(_ settings: JSONValue) -> LoginError? {
        do throws(LoginError) {
            _ = try providers(settings)
            return nil
        } catch {
            return error
        }
    }

    @Test("S15: a provider names the hosts that are called for it")
    func hosts() {
        #expect(ProviderCatalogue.entries.map(\.hosts) == [["kauth.kakao.com", "kapi.kakao.com"]])
    }

    @Test("settings that name Kakao give Kakao, with every key as an audience")
    func kakao() throws {
        let providers = try providers([
            "kakao": ["app_id": 1_000_001, "rest_key": "REST", "native_key": "NATIVE", "scopes": ["openid"]]
        ])

        #expect(providers.map(\.id) == [.kakao])
        #expect(providers.first?.scope == "1000001")
        #expect(providers.first?.clientID == "REST")
        #expect(providers.first?.audiences == ["REST", "NATIVE"])
    }

    @Test("a provider that is not named stays off")
    func nothingNamed() throws {
        #expect(try providers([:]).isEmpty)
    }

    @Test(
        "B71, B72: without a value, or with one that cannot work or that nobody reads, nothing starts",
        arguments: [
            (["kakao": [:]], "app_id"), (["kakao": ["app_id": 1]], "rest_key"),
            (["kakao": ["app_id": 1, "rest_key": ""]], "rest_key"),
            (["kakao": ["app_id": 1, "rest_key": " REST"]], "rest_key"),
            (["kakao": ["app_id": "one", "rest_key": "REST"]], "app_id"),
            (["kakao": ["app_id": -1, "rest_key": "REST"]], "app_id"),
            (["kakao": ["app_id": "01", "rest_key": "REST"]], "app_id"),
            (["kakao": ["app_id": 1, "rest_key": "REST", "issuers": []]], "issuers"),
            (["kakao": ["app_id": 1, "rest_key": "REST", "scopes": "openid"]], "scopes"),
            (["kakao": ["app_id": 1, "rest_key": "REST", "audience": "x"]], "audience"),
            (["kakao": ["app_id": 1, "rest_key": "REST", "client_secret": "x"]], "client_secret"),
            (["kakao": 7], "kakao"), (["cacao": [:]], "cacao"),
        ] as [(JSONValue, String)])
    func refusedSettings(settings: JSONValue, named: String) throws {
        let error = try #require(failure(settings))

        #expect(error.code == .settingInvalid)
        #expect(error.advice == .fixSetup)
        #expect(error.message.english.contains(named))
        #expect(error.message.korean.contains(named))
    }

    @Test("a secret in the settings is sent to the environment instead, and not repeated")
    func secretInTheSettings() throws {
        let error = try #require(
            failure(["kakao": ["app_id": 1, "rest_key": "REST", "client_secret": "hush"]]))

        #expect(error.remedy.english.contains("environment"))
        #expect(!error.description.contains("hush"))
    }

    @Test("B72: without any key there is no provider")
    func noKeyAtAll() {
        #expect(throws: LoginError.self) { try Provider.kakao(KakaoSettings(appID: "1"), environment: environment) }
    }

    @Test("every provider is whole: names, button and symbol in both languages", arguments: ["kakao"])
    func buttonIsWhole(name: String) throws {
        let provider = try #require(
            try providers(["kakao": ["app_id": 1, "rest_key": "REST"]]).first { $0.id.rawValue == name })

        #expect(provider.name.korean == "카카오" && provider.name.english == "Kakao")
        #expect(provider.button.background == "#FEE500")
        #expect(provider.button.labelColor == "rgba(0, 0, 0, 0.85)")
        #expect(provider.button.label.korean == "카카오로 시작하기")
        #expect(provider.button.label.english == "Continue with Kakao")
        #expect(provider.button.symbol.allSatisfy { "MLHVCSQTAZmlhvcsqtaz0123456789.-, ".contains($0) })
    }
}
