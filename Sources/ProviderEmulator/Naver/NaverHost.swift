// SPDX-License-Identifier: Apache-2.0

/// Naver's real host names, as far as the emulator stands in for them.
enum NaverHost {
    /// Sign-in and tokens; also the issuer of id_tokens.
    static let nid = "nid.naver.com"
    /// The API.
    static let openapi = "openapi.naver.com"
    /// Pictures of people.
    static let pictures = "phinf.pstatic.net"
    /// The stand-in picture of people without one.
    static let defaultPicture = "ssl.pstatic.net"

    /// All of them.
    static let all = [nid, openapi, pictures, defaultPicture]
}
