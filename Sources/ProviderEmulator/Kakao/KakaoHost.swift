// SPDX-License-Identifier: Apache-2.0

/// Kakao's real host names, as far as the emulator stands in for them.
enum KakaoHost {
    /// Sign-in and tokens; also the issuer of id_tokens.
    static let kauth = "kauth.kakao.com"
    /// The API.
    static let kapi = "kapi.kakao.com"
    /// Pages that pick an address or follow a channel, which the emulator has none of.
    static let apps = "apps.kakao.com"
    /// Where a link opens KakaoTalk; `KakaoAppSwitch` answers in its place.
    static let talkApps = "talk-apps.kakao.com"
    /// Pictures of people.
    static let pictures = "k.kakaocdn.net"
    /// The stand-in picture of people without one, made of a file on `pictureSource`.
    static let defaultPicture = "img1.kakaocdn.net"
    /// Where the file is of which the stand-in is made; the emulator does not answer for it.
    static let pictureSource = "t1.kakaocdn.net"

    /// All of them that the emulator answers for.
    static let all = [kauth, kapi, apps, talkApps, pictures, defaultPicture]
}
