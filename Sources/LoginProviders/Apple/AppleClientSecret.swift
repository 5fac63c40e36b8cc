// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginCrypto
internal import LoginHTTP

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes the client secret of one call: a token that the team's key signs (Apple, "Creating a client secret").
///
/// Apple takes one that lives up to six months. One that an operator makes by hand is forgotten and ends every sign-in half
/// a year later, so none is kept: each call has its own, for some minutes.
struct AppleClientSecret: Sendable {
    let teamID: String
    let key: SigningKey?

    /// How long a secret is good for, in seconds: for one call, and for a clock that is a little off.
    private static let life: Int64 = 300

    /// Key and secret as form fields; `sub` is the very key that asks, or Apple answers `invalid_client`.
    @Sendable func fields(_ clientID: String, _ now: Date) throws(LoginError) -> FormFields {
        ["client_id": clientID, "client_secret": try secret(for: clientID, at: now).exposed]
    }

    /// The key of the emulator's demo. The emulator has its other half; it opens nothing anywhere else.
    static let demoKey = Secret(
        """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbe79i73Z3jSgZMfQ
        d3v044bJysJmmrcrL0gcUGAc0nehRANCAATkSgBINCR81yjqAz6R+MPfbLqo//ML
        IA+X4t8sGejgFgjS3RRz+zBuOO/Wbz4NLDUcAKePptNjBwZS296MffY+
        -----END PRIVATE KEY-----
        """)

    private func secret(for clientID: String, at now: Date) throws(LoginError) -> Secret {
        guard let key else {
            throw .notSetUp(
                BilingualText(
                    ko: "Apple 클라이언트 시크릿을 만들 키가 없습니다.", en: "There is no key to make Apple's client secret of."),
                remedy: BilingualText(
                    ko: "Apple 개발자 사이트에서 받은 키 파일(.p8)과 키 ID를 서버에 설정하세요.",
                    en: "Give the server the key file (.p8) from Apple's developer site and the id of the key."))
        }
        let moment = Int64(now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(teamID), "iat": JSONValue(moment), "exp": JSONValue(moment + Self.life),
            "aud": "https://appleid.apple.com", "sub": .string(clientID),
        ]
        return signJWT(claims: claims.object ?? JSONObject(), type: "JWT", key: key)
    }
}
