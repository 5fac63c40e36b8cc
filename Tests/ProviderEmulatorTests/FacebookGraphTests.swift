// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The emulated Graph API")
struct FacebookGraphTests {
    private let facebook: FacebookWorld

    init() throws {
        facebook = try FacebookWorld()
    }

    @Test("A code buys a token of hours, by GET or POST, with no scope in the answer; a native one lasts for weeks")
    func exchange() async throws {
        let pkce = PKCE(random: SystemRandomSource())
        let byPost = try await facebook.exchange(try await facebook.code()).json()
        let code = try await facebook.code()
        let query: FormFields = [
            "client_id": "7", "client_secret": "secret-7", "redirect_uri": .some(FacebookWorld.redirectURI),
            "code": .some(code), "grant_type": "authorization_code",
        ]
        let byGet = try await facebook.world.get("https://graph.facebook.com/oauth/access_token?\(query.encoded)")
            .json()
        let native: [String: String?] = [
            "redirect_uri": "fb7://authorize", "code_challenge": pkce.challenge, "code_challenge_method": "S256",
        ]
        let byApp = try await facebook.exchange(
            try await facebook.code(1001, native),
            [
                "client_secret": nil, "redirect_uri": "fb7://authorize", "code_verifier": pkce.verifier.exposed,
            ]
        ).json()

        #expect(byPost.object?.names == ["access_token", "token_type", "expires_in"])
        #expect(byPost["expires_in"]?.integer == 5400 && byGet["expires_in"]?.integer == 5400)
        #expect(byApp["expires_in"]?.integer == 5_184_000)
    }

    @Test("A code works once, in time, for its app, its redirect URI and its verifier, and a secret must be right")
    func codes() async throws {
        let used = try await facebook.code()
        _ = try await facebook.exchange(used)
        let code = try await facebook.code()
        let late = try await facebook.code()

        let answers: [(HTTPResponse, String)] = [
            (try await facebook.exchange(used), "100/36009"),
            (try await facebook.exchange(code, ["redirect_uri": "https://login.example/"]), "100/36008"),
            (try await facebook.exchange(code, ["client_id": "8", "client_secret": "secret-8"]), "100"),
            (try await facebook.exchange(code, ["client_id": "9"]), "101"),
            (try await facebook.exchange(code, ["client_secret": "wrong"]), "1"),
            (try await facebook.exchange(code, ["client_secret": nil]), "1"),
            (try await facebook.exchange(code, ["code_verifier": "x"]), "100"),
            (try await facebook.exchange("nonsense"), "100"),
            (try await facebook.exchange(code, ["grant_type": "password"]), "100"),
        ]
        facebook.world.clock.advance(by: 601)

        for (answer, code) in answers { #expect(try answer.facebookError() == code, "\(answer.text)") }
        #expect(try await facebook.exchange(late).facebookError() == "100/36007")
    }

    @Test("A token is made long-lived by the server, and not once it has ended")
    func longLived() async throws {
        let token = try await facebook.token()
        let exchange: [String: String?] = ["grant_type": "fb_exchange_token", "fb_exchange_token": token]

        let longer = try await facebook.exchange("", exchange).json()
        let bare = try await facebook.exchange("", exchange.merging(["client_secret": nil]) { $1 })
        facebook.world.clock.advance(by: 5401)
        let late = try await facebook.exchange("", exchange)

        #expect(longer["expires_in"]?.integer == 5_184_000)
        #expect(try bare.facebookError() == "1")
        #expect(try late.facebookError() == "190/463")
    }

    @Test("A profile holds what is asked for and granted; what is not there is left out and not refused")
    func profile() async throws {
        let fields: FormFields = ["fields": "id,name,email,first_name,picture.width(50){url},birthday,nonsense"]
        let whole = try await facebook.graph("/me", fields, token: try await facebook.token()).json()
        let other = try FacebookWorld()
        let declined = try await other.graph(
            "/me", fields, token: try await other.token(granting: ["public_profile"])
        ).json()
        let bare = try await facebook.graph("/me", token: try await facebook.token()).json()
        let byPhone = try await facebook.graph("/me", fields, token: try await facebook.token(1004)).json()

        #expect(whole["name"]?.string == "김서연" && whole["email"]?.string == "seoyeon@example.com")
        #expect(whole["picture"]?["data"]?["is_silhouette"]?.bool == false)
        #expect(whole["birthday"] == nil && whole["nonsense"] == nil)
        #expect(declined["name"] != nil && declined["email"] == nil)
        #expect(bare.object?.names == ["id", "name"])
        #expect(byPhone["email"] == nil && byPhone["picture"]?["data"]?["is_silhouette"]?.bool == true)
    }

    @Test("Facebook's SDK lets a token live on, and is told until when; one that ended stays dead")
    func extending() async throws {
        let native = try await facebook.world.control(.post, "facebook/native", ["app": 7, "person": 1001]).json()
        let token = try #require(native["access_token"]?.string)
        let extend: FormFields = ["grant_type": "fb_extend_sso_token", "access_token": .some(token), "fields": ""]
        facebook.world.clock.advance(by: 86_400)
        let answer = try await facebook.graph("/oauth/access_token", extend, token: nil).json()
        let longer = try #require(answer["access_token"]?.string)
        facebook.world.clock.advance(by: 5_184_000 - 86_400)
        let late = try await facebook.graph("/oauth/access_token", extend, token: nil)

        #expect(answer["expires_at"]?.integer == EmulatedWorld.startSeconds + 86_400 + 5_184_000)
        #expect(try await facebook.graph("/me", token: longer).status == 200)
        #expect(try late.facebookError() == "190/463")
    }

    @Test("A picture is where a person's token and id lead, for the person alone")
    func picture() async throws {
        let token = try await facebook.token()
        let answer = try await facebook.graph("/me/picture", ["type": "large"], token: token)

        #expect(answer.status == 302)
        #expect(answer.location == "https://platform-lookaside.fbsbx.com/emulator/1001/profile.svg")
        #expect(try await facebook.graph("/4711/picture", token: token).status == 404)
        #expect(try await facebook.graph("/me/picture", token: nil).facebookError() == "2500")
    }

    @Test(
        "A version is v, a number, a dot and a number; anything else is a path of its own",
        arguments: [("/v25.0", 200), ("", 200), ("/v.", 404), ("/v1.2.3", 404), ("/v25", 404), ("/v25.", 404)])
    func versions(version: String, status: Int) async throws {
        let query: FormFields = ["access_token": .some(try await facebook.token())]
        let answer = try await facebook.world.get("https://graph.facebook.com\(version)/me?\(query.encoded)")

        #expect(answer.status == status)
    }

    @Test("A proof must be right where it is shown, and be there where the app says so")
    func proof() async throws {
        let token = try await facebook.token()
        let right: FormFields = ["appsecret_proof": .some(FacebookWorld.proof(of: token))]

        #expect(try await facebook.graph("/me", right, token: token).status == 200)
        #expect(try await facebook.graph("/me", ["appsecret_proof": "x"], token: token).facebookError() == "100")
        #expect(try await facebook.graph("/me", ["appsecret_proof": ""], token: token).facebookError() == "100")
        #expect(try await facebook.graph("/me", token: token).status == 200)
        let timed: FormFields = [
            "appsecret_proof": .some(FacebookWorld.proof(of: "\(token)|1772323200")), "appsecret_time": "1772323200",
        ]
        #expect(try await facebook.graph("/me", timed, token: token).status == 200)
        try await facebook.world.control(.patch, "facebook/apps/7", ["requires_proof": true])
        #expect(try await facebook.graph("/me", token: token).facebookError() == "100")
        #expect(try await facebook.graph("/me", right, token: token).status == 200)
    }

    @Test("An app asks about a token, and is told whose it is or why it is dead; of another app's by that rule alone")
    func inspection() async throws {
        let token = try await facebook.token()
        let other = try await facebook.exchange(
            try await facebook.code(1001, ["client_id": "8"]), ["client_id": "8", "client_secret": "secret-8"]
        ).json()["access_token"]?.string
        func inspect(_ text: String?, by token: String) async throws -> JSONValue {
            try await facebook.graph("/debug_token", ["input_token": text], token: token).json()
        }

        let ours = try await inspect(token, by: "7|secret-7")
        let refused = try await facebook.graph("/debug_token", ["input_token": other], token: "7|secret-7")
        try await facebook.world.control(.patch, "facebook/rules", ["tells_foreign_tokens": true])
        let theirs = try await inspect(other, by: "7|secret-7")
        let nonsense = try await inspect("nonsense", by: "7|secret-7")
        let byPerson = try await facebook.graph("/debug_token", ["input_token": .some(token)], token: token)
        try await facebook.world.control(.post, "facebook/tokens/end", ["app": 7, "person": 1001, "subcode": 460])
        let dead = try await inspect(token, by: "7|secret-7")

        #expect(ours["data"]?["app_id"]?.string == "7" && ours["data"]?["is_valid"]?.bool == true)
        #expect(ours["data"]?["type"]?.string == "USER")
        #expect(ours["data"]?["scopes"] == ["email", "public_profile"])
        #expect(refused.status == 400)
        #expect(try refused.facebookError() == "100")
        #expect(try refused.json()["error"]?["message"]?.string?.contains("did not match the Viewing App") == true)
        #expect(theirs["data"]?["app_id"]?.string == "8")
        #expect(theirs["data"]?["user_id"] != ours["data"]?["user_id"])
        #expect(nonsense["data"]?["is_valid"]?.bool == false)
        #expect(try byPerson.facebookError() == "100")
        #expect(dead["data"]?["is_valid"]?.bool == false)
        #expect(dead["data"]?["error"]?["subcode"]?.integer == 460)
    }

    @Test("Tokens die for a reason, which the subcode names")
    func deadTokens() async throws {
        let token = try await facebook.token()
        #expect(try await facebook.graph("/me", token: "nonsense").facebookError() == "190")
        #expect(try await facebook.graph("/me", token: nil).facebookError() == "2500")
        #expect(try await facebook.graph("/v1/nowhere/at/all", token: token).status == 404)

        facebook.world.clock.advance(by: 5400)
        #expect(try await facebook.graph("/me", token: token).facebookError() == "190/463")
    }

    @Test("Permissions are told, taken back one by one, and with the last word the app is removed")
    func permissions() async throws {
        let token = try await facebook.token(granting: ["public_profile"])
        let list = try await facebook.graph("/me/permissions", token: token).json()
        #expect(
            list["data"] == [
                ["permission": "public_profile", "status": "granted"], ["permission": "email", "status": "declined"],
            ])

        let success = try await facebook.graph("/me/permissions", token: token, by: .delete).json()

        #expect(success["success"]?.bool == true)
        #expect(try await facebook.graph("/me", token: token).facebookError() == "190/458")
        #expect(try await facebook.world.control(.get, "facebook/links").json() == [])
    }

    @Test("An app removes itself from a person by its own token and the person's id")
    func unlinkByApp() async throws {
        let id = try await facebook.graph("/me", token: try await facebook.token()).json()["id"]?.string ?? ""

        let own = try await facebook.graph("/\(id)/permissions", token: "7|secret-7", by: .delete)
        let strangers = try await facebook.graph("/\(id)/permissions", token: "8|secret-8", by: .delete)

        #expect(own.status == 200)
        #expect(strangers.status == 404)
        #expect(try await facebook.world.control(.get, "facebook/links").json() == [])
    }

    @Test("A person has another id for every app")
    func ids() {
        let person = Person(id: 1001, nickname: "n")

        #expect(person.facebookID(app: 7) != person.facebookID(app: 8))
        #expect(person.facebookID(app: 7) != Person(id: 1002, nickname: "n").facebookID(app: 7))
        #expect(person.facebookID(app: 7).utf8.count == 17)
    }

    @Test("Facebook's own SDK hands over an access token or a Limited Login, which is ended by its id_token")
    func native() async throws {
        let classic = try await facebook.world.control(.post, "facebook/native", ["app": 7, "person": 1001]).json()
        let limited = try await facebook.world.control(
            .post, "facebook/native", ["app": 7, "person": 1001, "nonce": "N", "limited": true]
        ).json()
        let token = try #require(limited["id_token"]?.string)
        let url = "https://www.limited.facebook.com/platform/uninstall/"

        let foreign = try await facebook.world.post(url, ["app_id": "8", "id_token": .some(token)])
        let own = try await facebook.world.post(url, ["app_id": "7", "id_token": .some(token)])

        #expect(classic["access_token"]?.string != nil)
        #expect(limited["access_token"] == nil)
        #expect(try foreign.facebookError() == "190")
        #expect(own.status == 200)
        #expect(try await facebook.world.control(.get, "facebook/links").json() == [])
    }

    @Test("Facebook's SDK gets nothing that the dialog would refuse")
    func nativeRefusals() async throws {
        try await facebook.world.control(.patch, "facebook/apps/8", ["in_development": true, "testers": [1004]])
        let cases: [(body: JSONValue, status: Int)] = [
            (["app": 7, "person": 1009], 400), (["app": 8, "person": 1001], 400), (["app": 8, "person": 1004], 200),
            (["app": 7, "person": 1001, "permissions": ["nonsense"]], 400), (["app": 7, "person": 4711], 404),
            (["app": 7, "person": 1001, "permissions": ["openid", "email"]], 200),
        ]
        for (body, status) in cases {
            let answer = try await facebook.world.control(.post, "facebook/native", body)
            #expect(answer.status == status, "\(body): \(answer.text)")
        }
    }
}
