// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Puts requests to openapi.naver.com together.
enum NaverRequest {
    /// A GET with a person's access token. Tokens may hold `+`, `/` and `=`; a header takes them as they are.
    static func bearer(_ token: Secret, _ path: String, _ fields: FormFields = [:]) -> HTTPRequest? {
        let query = fields.fields.isEmpty ? "" : "?\(fields.encoded)"
        return HTTPRequest(
            .get, "https://openapi.naver.com\(path)\(query)",
            headers: ["Authorization": "Bearer \(token.exposed)"])
    }
}
