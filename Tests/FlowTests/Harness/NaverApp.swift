// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import Testing

/// An app on a phone that signs in with Naver by itself, as Naver's own SDKs do it: id and secret in the app.
struct NaverApp: Sendable {
    static let redirectURI = "demonaver://authorize"
    static let settings = NaverSettings(
        clientID: "demo-naver-client-id", clientSecret: Secret("demo-naver-client-secret"))
    let site: any Site
    var clientID = "demo-naver-client-id"
    var clientSecret = "demo-naver-client-secret"

    init(_ site: any Site) {
        self.site = site
    }

    /// Signs somebody in at Naver and gives the code that comes back; with a nonce over the OpenID Connect path.
    func code(of person: Int64, _ redirectURI: String = redirectURI, nonce: Secret? = nil) async throws -> Secret {
        var query: FormFields = [
            "client_id": .some(clientID), "redirect_uri": .some(redirectURI), "response_type": "code",
            "state": "app-state",
        ]
        if let nonce {
            query.add("scope", "openid")
            query.add("nonce", nonce.exposed)
        }
        let path = nonce == nil ? "oauth2.0" : "oauth2"
        let start = "\(site.emulatorAddress)/nid.naver.com/\(path)/authorize?\(query.encoded)"
        let address = try await KakaoApp(site).walk(from: start, as: person)
        let fields = try FormFields(parsing: address.split(separator: "?", maxSplits: 1).last ?? "")
        return Secret(try required(try fields.single("code"), "no code in the callback"))
    }

    /// Signs somebody in at Naver and exchanges the code in the app: what Naver answers.
    func tokens(of person: Int64, nonce: Secret? = nil) async throws -> JSONValue {
        let form: FormFields = [
            "grant_type": "authorization_code", "client_id": .some(clientID), "client_secret": .some(clientSecret),
            "code": .some(try await code(of: person, nonce: nonce).exposed),
        ]
        let path = nonce == nil ? "oauth2.0" : "oauth2"
        let request = try required(
            HTTPRequest.form(form, to: "\(site.emulatorAddress)/nid.naver.com/\(path)/token"))
        return try await site.transport.send(request, limits: TransferLimits()).json()
    }

    /// The access token of a whole sign-in.
    func accessToken(of person: Int64) async throws -> Secret {
        Secret(try required(try await tokens(of: person)["access_token"]?.string))
    }
}
