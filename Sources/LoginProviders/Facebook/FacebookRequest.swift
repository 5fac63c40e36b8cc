// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginCrypto
internal import LoginHTTP

/// Puts requests to graph.facebook.com together.
///
/// The token goes as a header, never into an address. On a server every call proves that it knows the app's secret
/// (`appsecret_proof`: HMAC-SHA256 of the token by the secret, in hexadecimal), so that a stolen token is of no use elsewhere.
struct FacebookRequest: Sendable {
    let settings: FacebookSettings

    /// A call with a token: a person's, or the app's own.
    func bearer(_ token: Secret, _ method: HTTPMethod, _ path: String, _ fields: FormFields = [:]) -> HTTPRequest? {
        var fields = fields
        fields.add("appsecret_proof", settings.appSecret.map { Self.proof(of: token, by: $0) })
        let address = "https://graph.facebook.com/\(settings.version)\(path)"
        let query = fields.fields.isEmpty ? "" : "?\(fields.encoded)"
        return HTTPRequest(method, address + query, headers: ["Authorization": "Bearer \(token.exposed)"])
    }

    /// The app's own token, which Facebook takes as id and secret joined by a bar. Throws `provider_not_set_up` without a
    /// secret.
    func appToken() throws(LoginError) -> Secret {
        guard let secret = settings.appSecret else {
            throw .notSetUp(
                BilingualText(
                    ko: "이 Facebook 호출에는 앱 시크릿이 필요합니다.", en: "This call to Facebook needs the app's secret."),
                remedy: BilingualText(
                    ko: "앱 대시보드의 앱 시크릿을 서버의 환경 변수에 설정하세요. 앱에는 넣지 마세요.",
                    en: "Put the secret of the app dashboard into the server's environment, never into an app."))
        }
        return Secret("\(settings.appID)|\(secret.exposed)")
    }

    static func proof(of token: Secret, by secret: Secret) -> String {
        Hex.encode(hmacSHA256(Array(token.exposed.utf8), key: Array(secret.exposed.utf8)))
    }
}
