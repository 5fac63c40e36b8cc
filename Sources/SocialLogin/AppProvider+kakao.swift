// SPDX-License-Identifier: Apache-2.0

internal import LoginProviders

extension AppProvider {
    /// Kakao, through the login server.
    public static let kakao = throughServer(.kakao)

    /// Kakao with the app's native key; the answer comes at `kakao{key}://oauth`, to `LoginClient.handle`.
    public static func kakao(nativeAppKey key: String) -> AppProvider {
        direct(.kakao, callback: .link("kakao\(key)://oauth")) { environment throws(LoginError) in
            try .kakao(KakaoSettings(nativeKey: key), environment: environment)
        }
    }

    /// Kakao with a REST key that has no client secret; the answer comes at one registered loopback address, for example
    /// `http://127.0.0.1:18080/kakao`: Kakao compares it with its port.
    public static func kakao(restKey key: String, loopbackPort port: Int, path: String = "/kakao") -> AppProvider {
        direct(.kakao, callback: .loopback(port: port, path: path)) { environment throws(LoginError) in
            try .kakao(KakaoSettings(restKey: key), environment: environment)
        }
    }
}
