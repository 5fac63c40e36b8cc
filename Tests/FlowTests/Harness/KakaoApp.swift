// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import Testing

/// An app on a phone that signs in with Kakao by itself: native key, PKCE, no secret.
struct KakaoApp: Sendable {
    static let redirectURI = "kakaodemo-kakao-native-key://oauth"
    let site: any Site

    init(_ site: any Site) {
        self.site = site
    }

    /// What Kakao gives the app.
    struct Tokens: Sendable {
        let accessToken: Secret
        let idToken: Secret
    }

    /// Signs somebody in at Kakao and exchanges the code in the app.
    func tokens(of person: Int64, nonce: Secret? = nil) async throws -> Tokens {
        let pkce = PKCE(random: SystemRandomSource())
        let code = try await code(of: person, key: "demo-kakao-native-key", Self.redirectURI, pkce, nonce: nonce)
        let form: FormFields = [
            "grant_type": "authorization_code", "client_id": "demo-kakao-native-key",
            "redirect_uri": Self.redirectURI, "code": code.exposed, "code_verifier": pkce.verifier.exposed,
        ]
        let request = try required(HTTPRequest.form(form, to: "\(site.emulatorAddress)/kauth.kakao.com/oauth/token"))
        let answer = try await site.transport.send(request, limits: TransferLimits())
        let json = try answer.json()
        return Tokens(
            accessToken: Secret(try required(json["access_token"]?.string, "\(answer.text)")),
            idToken: Secret(try required(json["id_token"]?.string)))
    }

    /// Signs somebody in at Kakao and gives the code that comes back.
    func code(
        of person: Int64, key: String, _ redirectURI: String, _ pkce: PKCE, nonce: Secret? = nil
    ) async throws -> Secret {
        var query: FormFields = [
            "client_id": key, "redirect_uri": redirectURI, "response_type": "code", "state": "app-state",
            "code_challenge": pkce.challenge, "code_challenge_method": "S256",
        ]
        query.add("nonce", nonce?.exposed)
        let start = "\(site.emulatorAddress)/kauth.kakao.com/oauth/authorize?\(query.encoded)"
        let address = try await walk(from: start, as: person)
        let fields = try FormFields(parsing: address.split(separator: "?", maxSplits: 1).last ?? "")
        return Secret(try required(try fields.single("code"), "no code in the callback"))
    }

    /// What a person agrees to on Kakao's page.
    enum Agreement {
        case all
        /// What the app requires, and these.
        case required(and: [String])

        var fields: [(String, String)] {
            switch self {
            case .all: [("decision", "agree_all")]
            case .required(let more):
                [("decision", "agree")] + (["profile_nickname"] + more).map { ("item", $0) }
            }
        }
    }

    /// Goes through Kakao's pages until they lead back to the app: that address.
    func walk(from start: String, as person: Int64, agreeing: Agreement = .all) async throws -> String {
        let browser = Browser(site)
        var request = try required(HTTPRequest(.get, start))
        for _ in 0..<12 {
            let response = try await browser.send(request)
            if let location = response.headers["Location"] {
                guard location.hasPrefix("/") else { return location }
                request = try required(HTTPRequest(.get, site.emulatorAddress + location))
                continue
            }
            let page = Page(response, at: request)
            let (form, choices) = try required(
                page.form(with: "person").map { ($0, [("person", "\(person)")]) }
                    ?? page.form(with: "agree_all").map { ($0, agreeing.fields) }, "\(response.text)")
            var fields = FormFields()
            for (name, value) in form.hidden + choices { fields.add(name, value) }
            request = try required(HTTPRequest.form(fields, to: site.emulatorAddress + form.action))
            request.headers["Origin"] = site.emulatorAddress
        }
        Issue.record("Kakao's pages lead nowhere")
        throw Unexpected()
    }
}
