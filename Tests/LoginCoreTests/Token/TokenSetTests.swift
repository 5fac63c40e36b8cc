// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("A token set after a refresh")
struct TokenSetTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private var stored: TokenSet {
        TokenSet(
            accessToken: Secret("A1"), expiresAt: start, refreshToken: Secret("RT1"),
            refreshTokenExpiresAt: start.addingTimeInterval(100), idToken: Secret("I1"), scopes: ["profile"])
    }

    @Test("B33: keeps refresh token and its end where the answer has none")
    func keepsRefreshToken() {
        let answer = TokenSet(accessToken: Secret("A2"), expiresAt: start.addingTimeInterval(21_599))

        let refreshed = stored.refreshed(with: answer)

        #expect(refreshed.accessToken == Secret("A2"))
        #expect(refreshed.expiresAt == Date(timeIntervalSince1970: 1_700_021_599))
        #expect(refreshed.refreshToken == Secret("RT1"))
        #expect(refreshed.refreshTokenExpiresAt == start.addingTimeInterval(100))
        #expect(refreshed.scopes == ["profile"])
    }

    @Test("B34: takes a new refresh token and its end together")
    func takesRotatedToken() {
        let answer = TokenSet(
            accessToken: Secret("A2"), expiresAt: nil, refreshToken: Secret("RT2"),
            refreshTokenExpiresAt: start.addingTimeInterval(5_184_000))

        let refreshed = stored.refreshed(with: answer)

        #expect(refreshed.refreshToken == Secret("RT2"))
        #expect(refreshed.refreshTokenExpiresAt == start.addingTimeInterval(5_184_000))
    }

    @Test("B34: a new refresh token without a known end does not inherit the old one's")
    func newTokenWithoutEnd() {
        let answer = TokenSet(accessToken: Secret("A2"), expiresAt: nil, refreshToken: Secret("RT2"))

        let refreshed = stored.refreshed(with: answer)

        #expect(refreshed.refreshToken == Secret("RT2"))
        #expect(refreshed.refreshTokenExpiresAt == nil)
    }

    @Test("does not keep an end or an id_token that belong to the earlier access token")
    func dropsWhatBelongsToTheOldToken() {
        let refreshed = stored.refreshed(with: TokenSet(accessToken: Secret("A2"), expiresAt: nil))

        #expect(refreshed.expiresAt == nil)
        #expect(refreshed.idToken == nil)
    }

    @Test("takes new scopes and a new id_token")
    func takesNewScopes() {
        let answer = TokenSet(accessToken: Secret("A2"), expiresAt: nil, idToken: Secret("I2"), scopes: [])

        let refreshed = stored.refreshed(with: answer)

        #expect(refreshed.idToken == Secret("I2"))
        #expect(refreshed.scopes == [])
    }
}
