// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes what the holder of a session gets: a signed access token, and the refresh token of the session's counter.
///
/// The refresh token follows from session and counter alone, so asking again for a lost answer gives the same one.
struct SessionTokenIssuer: Sendable {
    let issuer: String
    let audience: String
    /// How long an access token is good for, in seconds.
    let life: Int
    let signingKeys: ServerSigningKeys
    let refreshTokens: NumberedToken
    let clock: any WallClock
    let random: any RandomSource

    /// The tokens of a session as it stands.
    func tokens(for session: SessionRecord) throws -> SessionTokens {
        guard let refreshToken = refreshTokens.text(id: session.id, counter: session.counter) else {
            throw Problem(.internalError)
        }
        let now = clock.now
        // No access token outlives its session.
        let end = min(now.addingTimeInterval(TimeInterval(life)), session.endsAt)
        let claims = AccessTokenClaims(
            issuer: issuer, audiences: [audience], accountID: session.accountID, sessionID: session.id,
            clientID: session.clientID, tokenID: Base64URL.encode(random.bytes(16)), issuedAt: now, expiresAt: end)
        let accessToken = signJWT(
            claims: claims.json.object ?? JSONObject(), type: AccessTokenClaims.type, key: signingKeys.current)
        return SessionTokens(
            accessToken: accessToken, expiresIn: max(0, Int(end.timeIntervalSince(now))), refreshToken: refreshToken,
            sessionID: session.id)
    }
}
