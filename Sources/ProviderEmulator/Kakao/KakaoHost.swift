// SPDX-License-Identifier: Apache-2.0

/// Kakao's real host names, as far as the emulator stands in for them.
enum KakaoHost {
    /// Sign-in and tokens; also the issuer of id_tokens.
    static let kauth = "kauth.kakao.com"
    /// The API.
    static let kapi = "kapi.kakao.com"
    /// Pictures of people.
    static let pictures = "k.kakaocdn.net"

    /// All of them.
    static let all = [kauth, kapi, pictures]
}
