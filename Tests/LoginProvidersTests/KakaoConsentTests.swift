// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

@Suite("Kakao's consents and service terms, against the emulator")
struct KakaoConsentTests {
    private let kakao: EmulatedKakao
    private let api: KakaoAPI
    private static let byAdmin = KakaoAccess.admin(userID: "1001")

    init() throws {
        kakao = try EmulatedKakao()
        api = try kakao.api()
    }

    @Test("consents say what was agreed to and what can be taken back, by token and by admin key")
    func consents() async throws {
        let access = try await kakao.access()

        let consents = try await api.consents(of: access)
        let some = try await api.consents(of: Self.byAdmin, only: ["friends", "profile_nickname"])

        #expect(
            consents.filter(\.isAgreed).map(\.id) == ["profile_nickname", "profile_image", "account_email"])
        #expect(consents.filter(\.isRevocable).map(\.id) == ["profile_image", "account_email"])
        #expect(some.map(\.id) == ["profile_nickname", "friends"])
        #expect(some.map(\.kind) == [.privacy, .service])
        #expect(some.allSatisfy { $0.isUsed && !$0.name.isEmpty })
    }

    @Test("an optional consent is taken back, and then missing in the profile")
    func revokes() async throws {
        let access = try await kakao.access()

        let left = try await api.revokeConsents(["account_email"], of: access)

        #expect(left.filter(\.isAgreed).map(\.id) == ["profile_nickname", "profile_image"])
        let profile = try await api.profile(of: access)
        #expect(profile.email == nil)
        #expect(profile.needsAgreement?.contains("email") == true)
    }

    @Test("a required consent cannot be taken back, and the error says what to do")
    func requiredConsent() async throws {
        let access = try await kakao.access()

        let error = await failure { () throws(LoginError) in
            try await api.revokeConsents(["profile_nickname"], of: access)
        }

        #expect(error?.code == .requestRefused && error?.advice == .fixRequest)
        #expect(error?.vendorCode == "-3" && error?.httpStatus == 403)
        #expect(error?.remedy.english.contains("isRevocable") == true)
        #expect(error?.remedy.korean.contains("isRevocable") == true)
    }

    @Test("a consent that does not exist or was not agreed to is a wrong request", arguments: ["shoe_size", "friends"])
    func wrongConsent(_ id: String) async throws {
        let access = try await kakao.access()

        let error = await failure { () throws(LoginError) in try await api.revokeConsents([id], of: access) }

        #expect(error?.vendorCode == "-2" && error?.advice == .fixRequest)
    }

    @Test("service terms are read, agreed to by the service's word, and taken back", arguments: [true, false])
    func serviceTerms(byAdmin: Bool) async throws {
        try await kakao.setApp([
            "service_terms": [["tag": "terms_1", "required": true], ["tag": "ads_1"], ["tag": "x"]]
        ])
        let person = try await kakao.access()
        let access = byAdmin ? Self.byAdmin : person
        _ = try await api.revokeServiceTerms(["x"], of: access)

        let agreed = try await api.serviceTerms(of: access)
        let all = try await api.serviceTerms(of: access, in: .app, tags: ["x", "terms_1"])
        let added = try await api.agreeToServiceTerms(["x", "ads_1", "nothing"], of: access)
        let revoked = try await api.revokeServiceTerms(["ads_1", "terms_1"], of: access)
        let after = try await api.serviceTerms(of: access)

        #expect(agreed.map(\.tag) == ["terms_1", "ads_1"])
        #expect(agreed.map(\.isRequired) == [true, false] && agreed.map(\.isRevocable) == [false, true])
        #expect(agreed.allSatisfy { $0.way == .consentPage && $0.agreedAt == kakao.clock.now })
        #expect(all.map(\.tag) == ["terms_1", "x"] && all.map(\.isAgreed) == [true, false])
        #expect(added.map(\.tag) == ["x"] && added.first?.way == .service)
        #expect(revoked.map(\.tag) == ["ads_1"] && revoked.first?.isAgreed == false)
        #expect(after.map(\.tag) == ["terms_1", "x"])
    }

    @Test("without Kakao Sync the operator is told to switch it on")
    func withoutSync() async throws {
        let access = try await kakao.access()

        for error in [
            await failure { () throws(LoginError) in try await api.serviceTerms(of: access) },
            await failure { () throws(LoginError) in try await api.agreeToServiceTerms(["x"], of: access) },
            await failure { () throws(LoginError) in try await api.revokeServiceTerms(["x"], of: access) },
        ] {
            #expect(error?.code == .appNotSetUp && error?.advice == .fixSetup && error?.vendorCode == "-3")
            #expect(error?.remedy.korean.contains("카카오싱크") == true)
        }
    }

    @Test("the consent page asks for the terms that the request names")
    func namedTerms() async throws {
        try await kakao.setApp(["service_terms": [["tag": "terms_1"], ["tag": "ads_1"]]])
        var options = AuthorizationOptions()
        options.showInKakao(serviceTerms: ["ads_1"])
        let request = kakao.provider.authorize(redirectURI: EmulatedKakao.redirectURI, options: options)
        _ = try await kakao.visit(request)

        #expect(try await api.serviceTerms(of: Self.byAdmin).map(\.tag) == ["ads_1"])
    }

    @Test("more consents are asked for with a ticket, in a browser that nobody signed in at")
    func ticket() async throws {
        let token = try await kakao.tokens().accessToken
        let ticket = try await api.consentTicket(accessToken: token)
        var options = AuthorizationOptions()
        options.askInKakao(for: ["gender", "openid"], ticket: ticket)
        let request = kakao.provider.authorize(redirectURI: EmulatedKakao.redirectURI, options: options)
        // There is no account 77 to choose: the page must come without a choice.
        guard case .code(let code) = try await kakao.visit(request, by: 77) else {
            Issue.record("the page gave no code")
            return
        }

        let identity = try await kakao.provider.verify(
            .code(
                code.code, redirectURI: request.redirectURI, verifier: request.verifier,
                nonce: .matching(request.nonce)))

        #expect(identity.key.subject == "1001")
        #expect(identity.profile.gender == .female)
        #expect(identity.tokens?.scopes?.contains("gender") == true)
        #expect("\(request)".contains(ticket.exposed) == false)
    }

    @Test("a ticket for a dead token, or by another key, is refused for good")
    func noTicket() async throws {
        let token = try await kakao.tokens().accessToken

        let dead = await failure { () throws(LoginError) in try await api.consentTicket(accessToken: Secret("dead")) }
        let other = await failure { () throws(LoginError) in
            try await api.consentTicket(accessToken: token, clientID: "demo-kakao-native-key")
        }

        for error in [dead, other] {
            #expect(error?.code == .accessTokenRefused && error?.advice == .signInAgain)
        }
    }
}
