// SPDX-License-Identifier: Apache-2.0

internal import LoginHTTP

/// Where Kakao keeps pictures of people, all under one name.
///
/// A person's own is on `k`, as in the examples of Kakao's page for user information; the stand-in of people without one is
/// on `img1`, which makes it of a file on `t1` that older answers name directly.
enum KakaoPictures {
    /// The address by https. Kakao sends http unless asked otherwise, and cannot be asked in every call; its hosts have
    /// both, since `secure_resource` changes nothing but the scheme.
    static func secured(_ address: String) -> String {
        guard let parts = HTTPAddress(address), parts.scheme == "http", parts.host.hasSuffix(".kakaocdn.net"),
            parts.authority.lowercased() == parts.host
        else { return address }
        return "https" + address.dropFirst("http".count)
    }
}
