// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

@Suite("The life of Kakao's tokens, and Kakao's bad days, against the emulator")
struct EmulatorTokenTests {
    @Test("an expired access token is refused, and a refresh makes it good")
    func expiryAndRefresh() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()
        kakao.clock.advance(by: 6 * 3600 + 1)

        let error = await failure { () throws(LoginError) in
            try await kakao.provider.profile(accessToken: tokens.accessToken)
        }
        let fresh = try await kakao.provider.refresh(tokens)

        #expect(error?.code == .accessTokenRefused)
        #expect(try await !kakao.provider.check(accessToken: tokens.accessToken))
        #expect(try await kakao.provider.check(accessToken: fresh.accessToken))
        #expect(try await kakao.provider.profile(accessToken: fresh.accessToken).subject == "1001")
        #expect(fresh.refreshToken == tokens.refreshToken)
        #expect(fresh.refreshTokenExpiresAt == tokens.refreshTokenExpiresAt)
        #expect(fresh.scopes == tokens.scopes)
    }

    @Test("B34: within its last month the refresh token is renewed, and the old one ends")
    func renewedRefreshToken() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()
        kakao.clock.advance(by: 35 * 86_400)

        let fresh = try await kakao.provider.refresh(tokens)

        #expect(fresh.refreshToken != tokens.refreshToken)
        #expect(try #require(fresh.refreshTokenExpiresAt) > #require(tokens.refreshTokenExpiresAt))
        // Requests that were under way may still use the old one; a day later nobody is.
        kakao.clock.advance(by: 86_400)
        let error = await failure { () throws(LoginError) in try await kakao.provider.refresh(tokens) }
        #expect(error?.code == .refreshRefused)
        #expect(error?.isDefiniteRefusal == true)
        #expect(try await kakao.provider.refresh(fresh).accessToken != fresh.accessToken)
    }

    @Test("a refresh token that has run out is a definite refusal")
    func deadRefreshToken() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()
        kakao.clock.advance(by: 61 * 86_400)

        let error = await failure { () throws(LoginError) in try await kakao.provider.refresh(tokens) }

        #expect(error?.vendorCode == "KOE322")
        #expect(error?.isDefiniteRefusal == true)
    }

    @Test("B39: signing out ends the token, and doing so twice is no fault")
    func signOut() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()

        try await kakao.provider.signOut(accessToken: tokens.accessToken)
        try await kakao.provider.signOut(accessToken: tokens.accessToken)

        #expect(try await !kakao.provider.check(accessToken: tokens.accessToken))
    }

    @Test("unlinking by admin key ends link and tokens, and may be repeated")
    func unlinkByAdminKey() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()

        try await kakao.provider.unlink(ProviderLink(subject: "1001"))
        try await kakao.provider.unlink(ProviderLink(subject: "1001"))

        #expect(try await !kakao.provider.check(accessToken: tokens.accessToken))
        let error = await failure { () throws(LoginError) in try await kakao.provider.refresh(tokens) }
        #expect(error?.isDefiniteRefusal == true)
    }

    @Test("unlinking by the person's token ends link and tokens; again it is reported")
    func unlinkByToken() async throws {
        var settings = EmulatedKakao.settings
        settings.adminKey = nil
        let kakao = try EmulatedKakao(settings)
        let link = ProviderLink(accessToken: try await kakao.tokens().accessToken)

        try await kakao.provider.unlink(link)
        let error = await failure { () throws(LoginError) in try await kakao.provider.unlink(link) }

        #expect(error?.code == .accessTokenRefused)
    }

    @Test("B69: a sign-in after Kakao has changed its signing key needs nothing new")
    func rotatedKey() async throws {
        let kakao = try EmulatedKakao()
        _ = try await kakao.tokens()

        try await kakao.control(.post, "kakao/keys")
        let identity = try await kakao.provider.verify(kakao.credential(by: 1002))

        #expect(identity.idToken?.subject == "1002")
    }

    @Test(
        "B26: where the answer to a code is lost or spoilt, the sign-in starts again",
        arguments: ["lost_answer", "cut_body", "empty_body", "html", "bad_gateway"])
    func lostAnswer(kind: String) async throws {
        let kakao = try EmulatedKakao()
        let credential = try await kakao.credential()
        try await kakao.control(.post, "faults", ["path": "/oauth/token", "kind": .string(kind)])

        let error = await failure { () throws(LoginError) in try await kakao.provider.verify(credential) }

        #expect(error?.code == .restartSignIn)
        #expect(error?.advice == .signInAgain)
    }

    @Test(
        "the same faults of a refresh or a profile call pass: the tokens stay good",
        arguments: ["lost_answer", "cut_body", "empty_body", "html", "bad_gateway"], ["/oauth/token", "/v2/user/me"])
    func passingFaults(kind: String, path: String) async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()
        try await kakao.control(.post, "faults", ["path": .string(path), "kind": .string(kind)])

        let error = await failure { () throws(LoginError) in
            _ = try await kakao.provider.profile(accessToken: kakao.provider.refresh(tokens).accessToken)
        }

        #expect(error?.advice == .tryLater)
        let fresh = try await kakao.provider.refresh(tokens)
        #expect(try await kakao.provider.profile(accessToken: fresh.accessToken).subject == "1001")
    }

    /// Two readings of Kakao's documents, written apart, must agree on every code that both know.
    @Test("every code that the emulator answers with is in our table")
    func codesAgree() async throws {
        let kakao = try EmulatedKakao()
        let tokens = try await kakao.tokens()
        let rows = ProviderCatalogue.entries.first { $0.id == .kakao }?.errors ?? []
        var known = 0

        for row in rows {
            let ordered = try await kakao.control(
                .post, "faults",
                ["host": "kapi.kakao.com", "path": "/v2/user/me", "kind": "error", "code": .string(row.vendorCode)])
            guard ordered.status == 200 else { continue }
            known += 1

            let error = await failure { () throws(LoginError) in
                try await kakao.provider.profile(accessToken: tokens.accessToken)
            }

            #expect(error?.vendorCode == row.vendorCode)
            #expect(error?.code == row.code)
        }
        #expect(known > 30)
    }
}
