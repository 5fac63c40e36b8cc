// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("Checks that are switched off by name")
struct LeniencyTests {
    private func world(_ leniency: KakaoRules.Leniency?) async throws -> EmulatedWorld {
        let world = try EmulatedWorld()
        if let leniency {
            try await world.control(.patch, "kakao/rules", ["lenient": [.string(leniency.rawValue)]])
        }
        return world
    }

    @Test("Nothing passes by default")
    func strictByDefault() {
        #expect(KakaoRules().lenient.isEmpty)
        #expect(EmulatorSeed.demo.kakao.rules.lenient.isEmpty)
    }

    @Test("An unregistered redirect URI", arguments: [nil, .anyRedirectURI] as [KakaoRules.Leniency?])
    func redirectURI(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let response = try await world.get(Agent.authorizeAddress(["redirect_uri": "https://elsewhere.example/cb"]))

        #expect(response.status == (leniency == nil ? 400 : 200))
    }

    @Test("A wrong client secret", arguments: [nil, .anyClientSecret] as [KakaoRules.Leniency?])
    func clientSecret(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let code = try await Agent(world).code(of: 1001)
        let response = try await world.post(
            "https://kauth.kakao.com/oauth/token",
            [
                "grant_type": "authorization_code", "client_id": "demo-kakao-rest-key", "client_secret": "wrong",
                "code": .some(code),
            ])

        #expect(response.status == (leniency == nil ? 401 : 200))
    }

    @Test("HTTP Basic beside the form", arguments: [nil, .basicAuthentication] as [KakaoRules.Leniency?])
    func basic(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        var form: FormFields = [
            "grant_type": "authorization_code", "code": .some(try await Agent(world).code(of: 1001)),
        ]
        for field in EmulatedWorld.restClient.fields { form.add(field.name, field.value) }
        let response = try await world.post(
            "https://kauth.kakao.com/oauth/token", form, headers: ["Authorization": "Basic eDp5"])

        #expect(response.status == (leniency == nil ? 401 : 200))
    }

    @Test("Another redirect URI at the exchange", arguments: [nil, .differentRedirectURI] as [KakaoRules.Leniency?])
    func differentRedirectURI(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let response = try await world.exchange(
            Agent(world).code(of: 1001), ["redirect_uri": "https://elsewhere.example/cb"])

        #expect(response.status == (leniency == nil ? 400 : 200))
    }

    @Test("A code used twice", arguments: [nil, .reusableCodes] as [KakaoRules.Leniency?])
    func reusableCodes(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let code = try await Agent(world).code(of: 1001)
        _ = try await world.exchange(code)

        #expect(try await world.exchange(code).status == (leniency == nil ? 400 : 200))
    }

    @Test("A missing verifier", arguments: [nil, .anyVerifier] as [KakaoRules.Leniency?])
    func verifier(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let code = try await Agent(world).code(
            of: 1001,
            ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"])

        #expect(try await world.exchange(code).status == (leniency == nil ? 400 : 200))
    }

    @Test("A scope that the console does not have", arguments: [nil, .unknownScopes] as [KakaoRules.Leniency?])
    func unknownScopes(_ leniency: KakaoRules.Leniency?) async throws {
        let world = try await world(leniency)
        let response = try await world.get(Agent.authorizeAddress(["scope": "openid email profile"]))

        #expect(response.status == (leniency == nil ? 400 : 200))
    }
}
