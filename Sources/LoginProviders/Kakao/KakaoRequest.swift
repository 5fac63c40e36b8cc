// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Puts requests to kapi.kakao.com together: fields go into the query of a GET and into the form of a POST.
enum KakaoRequest {
    /// A call with a person's access token.
    static func bearer(_ token: Secret, _ method: HTTPMethod, _ path: String, _ fields: FormFields = [:])
        -> HTTPRequest?
    {
        request(method, path, fields, authorization: "Bearer \(token.exposed)")
    }

    /// A call by the app's admin key.
    static func admin(_ key: Secret, _ method: HTTPMethod, _ path: String, _ fields: FormFields = [:]) -> HTTPRequest? {
        request(method, path, fields, authorization: "KakaoAK \(key.exposed)")
    }

    /// What names the person that a call by the admin key is about.
    static func target(_ userID: String) -> FormFields {
        ["target_id_type": "user_id", "target_id": userID]
    }

    private static func request(
        _ method: HTTPMethod, _ path: String, _ fields: FormFields, authorization: String
    ) -> HTTPRequest? {
        let address = "https://kapi.kakao.com\(path)"
        let headers: HTTPHeaders = ["Authorization": authorization]
        if fields.fields.isEmpty { return HTTPRequest(method, address, headers: headers) }
        return method == .get
            ? HTTPRequest(.get, "\(address)?\(fields.encoded)", headers: headers)
            : HTTPRequest.form(fields, to: address, headers: headers)
    }
}
