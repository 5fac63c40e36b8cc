// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginServer
import Testing

/// An app that signs people in through the login server, as any OAuth client would.
struct OAuthApp: Sendable {
    static let shopRedirectURI = "https://shop.example/signed-in?from=login"

    /// An address as long as one may be registered.
    static let longRedirectURI = "https://shop.example/" + String(repeating: "long", count: 122) + "end"

    /// An app that is registered at the stage's server.
    static var shop: AppClient {
        get throws {
            try AppClient(
                id: "shop", name: BilingualText(ko: "가게", en: "Shop"),
                redirectURIs: [
                    longRedirectURI, shopRedirectURI, "com.example.shop:/signed-in", "http://localhost/signed-in",
                ])
        }
    }

    let site: any Site
    var clientID = "social-login"
    var redirectURI = "http://127.0.0.1:49152/callback"
    let state = Base64URL.encode(SystemRandomSource().bytes(16))
    let pkce = PKCE(random: SystemRandomSource())

    /// Where the app sends the browser.
    ///
    /// - Parameter changes: parameters in place of the usual ones; nil leaves one out.
    func address(_ changes: [String: String?] = ["provider": "kakao"]) -> String {
        var parameters: [String: String?] = [
            "response_type": "code", "client_id": clientID, "redirect_uri": redirectURI, "state": state,
            "code_challenge": pkce.challenge, "code_challenge_method": "S256",
        ]
        parameters.merge(changes) { $1 }
        var fields = FormFields()
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { fields.add(name, value) }
        return "/oauth/authorize?\(fields.encoded)"
    }

    /// What the app is told, where the browser ended at its redirect URI.
    func answer(at page: Page) throws -> [String: String] {
        let location = try required(page.response.headers["Location"], "the browser did not come back to the app")
        try #require(location.hasPrefix(redirectURI))
        let rest = location.dropFirst(redirectURI.count)
        try #require(rest.first == (redirectURI.contains("?") ? "&" : "?"))
        let fields = try FormFields(parsing: String(rest.dropFirst()))
        return Dictionary(fields.fields.map { ($0.name, $0.value) }) { first, _ in first + " (repeated)" }
    }

    /// Signs somebody in who has joined before, or joins now: the code.
    func code(of person: Int64, in browser: Browser) async throws -> Secret {
        var page = try await browser.finishAtKakao(try await browser.open(address()), as: person)
        if page.path == "/sign-up", page.status == 200 { page = try await browser.signUp(page) }
        return Secret(try required(try answer(at: page)["code"]))
    }

    /// Redeems a code.
    ///
    /// - Parameter changes: fields in place of the usual ones; nil leaves one out.
    func redeem(_ code: Secret, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
        var parameters: [String: String?] = [
            "grant_type": "authorization_code", "code": code.exposed, "client_id": clientID,
            "redirect_uri": redirectURI, "code_verifier": pkce.verifier.exposed,
        ]
        parameters.merge(changes) { $1 }
        var fields = FormFields()
        for (name, value) in parameters { fields.add(name, value) }
        return try await site.post(fields, to: "/oauth/token")
    }
}
