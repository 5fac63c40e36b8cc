// SPDX-License-Identifier: Apache-2.0

internal import LoginHTTP

/// Where Kakao keeps pictures of people.
enum KakaoPictures {
    /// The hosts that addresses of pictures name: `k` for a person's own picture, as in the examples of Kakao's page for
    /// user information, and for the stand-in of people without one `img1`, which makes it of a file on `t1` that older
    /// answers name directly.
    static let hosts: Set<String> = ["k.kakaocdn.net", "img1.kakaocdn.net", "t1.kakaocdn.net"]

    /// The address by https. Kakao sends http unless asked otherwise, and cannot be asked in every call; its hosts have
    /// both, since `secure_resource` changes nothing but the scheme.
    static func secured(_ address: String) -> String {
        guard let parts = HTTPAddress(address), parts.scheme == "http", hosts.contains(parts.host),
            parts.authority.lowercased() == parts.host
        else { return address }
        return "https" + address.dropFirst("http".count)
    }
}
