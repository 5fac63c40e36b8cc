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
        #expect(
            ProviderCatalogue.entries.map(\.hosts) == [
                ["kauth.kakao.com", "kapi.kakao.com"], ["nid.naver.com", "openapi.naver.com"],
                ["appleid.apple.com"], ["graph.facebook.com", "limited.facebook.com", "www.limited.facebook.com"],
            ])
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

    @Test("settings that name Naver give Naver, whose ids of people belong to the client id")
    func naver() throws {
        let providers = try providers(["naver": ["client_id": "ID", "openid": true]])

        #expect(providers.map(\.id) == [.naver])
        #expect(providers.first?.scope == "ID")
        #expect(providers.first?.audiences == ["ID"])
    }

    @Test("the demo has an app at every provider")
    func demo() throws {
        #expect(try ProviderCatalogue.demo(environment: environment).map(\.id) == ProviderCatalogue.entries.map(\.id))
    }

    @Test("Naver without its secret, which no call does without, is not set up")
    func naverWithoutSecret() {
        #expect {
            try ProviderCatalogue.providers(
                settings: JSONObject([.init(name: "naver", value: ["client_id": "ID"])]), secret: { _, _ in nil },
                environment: environment)
        } throws: { error in
            (error as? LoginError)?.code == .settingInvalid
                && (error as? LoginError)?.message.english.contains("client_secret") == true
        }
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
            (["naver": [:]], "client_id"), (["naver": ["client_id": "a b"]], "client_id"),
            (["naver": ["client_id": "ID", "openid": "yes"]], "openid"),
            (["naver": ["client_id": "ID", "issuers": [""]]], "issuers"),
            (["naver": ["client_id": "ID", "client_secret": "x"]], "client_secret"),
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

    @Test(
        "every provider is whole: names, button and symbol in both languages",
        arguments: [
            ("kakao", "카카오", "Kakao", "#FEE500", "rgba(0, 0, 0, 0.85)"),
            ("naver", "네이버", "Naver", "#03C75A", "#FFFFFF"),
            ("apple", "Apple", "Apple", "#000000", "#FFFFFF"),
            ("facebook", "Facebook", "Facebook", "#0866FF", "#FFFFFF"),
        ])
    func buttonIsWhole(id: String, korean: String, english: String, background: String, label: String) throws {
        let provider = try #require(
            try ProviderCatalogue.demo(environment: environment).first { $0.id.rawValue == id })

        #expect(provider.name.korean == korean && provider.name.english == english)
        #expect(provider.button.background == background)
        #expect(provider.button.labelColor == label)
        #expect(provider.button.label.korean.hasPrefix(korean))
        #expect(provider.button.label.english == "Continue with \(english)")
        #expect(provider.button.symbol.allSatisfy { "MLHVCSQTAZmlhvcsqtaz0123456789.-, ".contains($0) })
    }
}
