// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("The emulated Apple's tokens")
struct AppleTokenTests {
    private let apple: AppleWorld

    init() throws {
        apple = try AppleWorld()
    }

    @Test("A code buys an access token, a refresh token and an id_token that belongs to them")
    func exchange() async throws {
        let answer = try await apple.answer()

        let response = try await apple.exchange(answer["code"])

        let tokens = try response.json()
        let claims = try await apple.claims(of: tokens["id_token"]?.string)
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(tokens["token_type"]?.string == "Bearer")
        #expect(tokens["expires_in"]?.integer == 3600)
        #expect(tokens["refresh_token"]?.string?.hasPrefix("r.") == true)
        #expect(claims["iss"]?.string == "https://appleid.apple.com")
        #expect(claims["aud"]?.string == AppleWorld.web)
        #expect(claims["nonce"]?.string == "N1")
        #expect(claims["nonce_supported"]?.bool == true)
        #expect(claims["email_verified"]?.bool == true && claims["is_private_email"]?.bool == false)
        #expect(claims["exp"]?.integer == EmulatedWorld.startSeconds + 86_400)
        let accessToken = try #require(tokens["access_token"]?.string)
        #expect(claims["at_hash"]?.string == tokenHash(of: Secret(accessToken)))
        let subject = try #require(claims["sub"]?.string)
        #expect(try #/[0-9]{6}\.[0-9a-f]{32}\.[0-9]{4}/#.wholeMatch(in: subject) != nil)
    }

    @Test("B100: A code works once, for five minutes, for its own client and redirect URI")
    func codes() async throws {
        let used = try await apple.answer()["code"]
        _ = try await apple.exchange(used)
        let other = try await apple.answer()["code"]
        let late = try await apple.answer()["code"]
        let good: FormFields = ["grant_type": "authorization_code", "redirect_uri": .some(AppleWorld.redirectURI)]
        let bare: FormFields = ["grant_type": "authorization_code"]
        func with(_ form: FormFields, _ code: String?) -> FormFields {
            var form = form
            form.add("code", code)
            return form
        }

        let replay = try await apple.exchange(used)
        let otherClient = try await apple.call(with(good, other), clientID: AppleWorld.app)
        let noURI = try await apple.call(with(bare, other))
        apple.world.clock.advance(by: 301)
        let expired = try await apple.exchange(late)

        #expect(try replay.json()["error_description"]?.string == "The code has already been used.")
        #expect(try replay.appleError() == "invalid_grant" && replay.status == 400)
        #expect(try otherClient.appleError() == "invalid_grant")
        #expect(try noURI.appleError() == "invalid_client")
        #expect(try expired.appleError() == "invalid_grant")
    }

    @Test("B77: A client secret that Apple would refuse is refused, and the words say for what")
    func secrets() async throws {
        let code = try await apple.answer()["code"]
        let now = EmulatedWorld.startSeconds
        let cases: [(String, String)] = [
            (apple.secret(for: AppleWorld.app), "sub"), (apple.secret(["iss": "TEAM000000"]), "iss"),
            (apple.secret(["aud": "https://apple.com"]), "aud"), (apple.secret(["exp": JSONValue(now)]), "expired"),
            (apple.secret(["exp": JSONValue(now + 15_777_001)]), "six months"),
            (apple.secret(["iat": JSONValue(now + 50), "exp": JSONValue(now + 15_777_050)]), "six months"),
            (apple.secret(["iat": JSONValue(now + 3600), "exp": JSONValue(now + 7200)]), "future"),
            (apple.secret(["iat": nil]), "iat"), (apple.secret(key: .generateES256(id: "KEY0000000")), "kid"),
            (apple.secret(key: .generateES256(id: "KEY4567890")), "signed"),
            (apple.secret(key: .generateRS256(id: "KEY4567890")), "ES256"),
            (Self.withDERSignature(apple.secret()), "64 bytes"),
            ("nonsense", "token"),
        ]

        for (secret, word) in cases {
            let response = try await apple.exchange(code, secret: secret)

            #expect(try response.appleError() == "invalid_client", "\(word)")
            #expect(try response.json()["error_description"]?.string?.contains(word) == true, "\(response.text)")
        }
        let longest = apple.secret(["exp": JSONValue(now + 15_777_000)])
        #expect(try await apple.exchange(code, secret: longest).status == 200)
        // Not its whole life counts but how far ahead its end lies.
        let old = apple.secret(["iat": JSONValue(now - 10_000_000), "exp": JSONValue(now + 10_000_000)])
        let other = try await apple.answer()["code"]
        #expect(try await apple.exchange(other, secret: old).status == 200)
    }

    /// The same token with its signature as OpenSSL writes it: a DER sequence of two integers.
    private static func withDERSignature(_ token: String) -> String {
        let parts = token.split(separator: ".").map(String.init)
        let raw = Base64URL.decode(parts[2]) ?? []
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            let body: [UInt8] = [0] + bytes
            return [0x02, UInt8(body.count)] + body
        }
        let both = integer(raw[..<32]) + integer(raw[32...])
        return "\(parts[0]).\(parts[1]).\(Base64URL.encode([0x30, UInt8(both.count)] + both))"
    }

    @Test("A request without a field, with one twice, or for another grant is refused in Apple's words")
    func malformed() async throws {
        let code = try await apple.answer()["code"]
        var twice: FormFields = ["grant_type": "authorization_code", "code": code]
        twice.add("code", code)
        let url = "https://appleid.apple.com/auth/token"

        #expect(try await apple.call(["grant_type": "password"]).appleError() == "unsupported_grant_type")
        #expect(try await apple.call(["grant_type": "authorization_code"]).appleError() == "invalid_request")
        #expect(try await apple.call(twice).appleError() == "invalid_request")
        #expect(try await apple.world.post(url, ["client_id": .some(AppleWorld.web)]).appleError() == "invalid_request")
        #expect(
            try await apple.world.post(url, ["client_id": "x", "client_secret": "x"]).appleError() == "invalid_client")
        #expect(try await apple.world.get(url).status == 405)
    }

    @Test("A refresh token buys access tokens for ever, and answers without itself")
    func refresh() async throws {
        let refreshToken = try await apple.exchange(try await apple.answer()["code"]).json()["refresh_token"]?.string
        let form: FormFields = ["grant_type": "refresh_token", "refresh_token": refreshToken]
        apple.world.clock.advance(by: 400 * 86_400)

        let answer = try await apple.call(form).json()
        let other = try await apple.call(form, clientID: AppleWorld.app)
        try await apple.world.control(.patch, "apple/rules", ["refresh_gives_id_token": true])
        let withToken = try await apple.call(form).json()

        #expect(answer.object?.names == ["access_token", "token_type", "expires_in"])
        #expect(try other.appleError() == "invalid_grant")
        #expect(withToken["id_token"] != nil)
    }

    @Test("B90: A revocation answers an empty 200 for whatever it is brought, and ends the link where it is a token")
    func revocation() async throws {
        let refreshToken = try await apple.exchange(try await apple.answer()["code"]).json()["refresh_token"]?.string
        let revoke: FormFields = ["token": refreshToken, "token_type_hint": "refresh_token"]

        let nonsense = try await apple.call(["token": "x", "token_type_hint": "access_token"], at: "/auth/revoke")
        let others = try await apple.call(revoke, at: "/auth/revoke", clientID: AppleWorld.app)
        let stillGood = try await apple.call(["grant_type": "refresh_token", "refresh_token": refreshToken])
        let answers = [
            try await apple.call(revoke, at: "/auth/revoke"), try await apple.call(revoke, at: "/auth/revoke"),
        ]
        let dead = try await apple.call(["grant_type": "refresh_token", "refresh_token": refreshToken])

        #expect(([nonsense, others] + answers).allSatisfy { $0.status == 200 && $0.body.isEmpty })
        #expect(stillGood.status == 200)
        #expect(try dead.appleError() == "invalid_grant")
        #expect(try await apple.answer()["user"] != nil)
    }

    @Test("B90: A revocation that names its token otherwise, or not its kind, is refused")
    func misnamedRevocation() async throws {
        #expect(
            try await apple.call(["refresh_token": "r", "token_type_hint": "refresh_token"], at: "/auth/revoke")
                .appleError() == "invalid_request")
        #expect(try await apple.call(["token": "r"], at: "/auth/revoke").appleError() == "invalid_request")
        #expect(
            try await apple.call(["token": "r", "token_type_hint": "id_token"], at: "/auth/revoke").appleError()
                == "invalid_request")
    }

    @Test("An app on a device gets id_token and code for its bundle id, the nonce as it set it, and the name once")
    func native() async throws {
        let first = try await apple.native(["hide_email": true])
        let second = try await apple.native()

        let claims = try await apple.claims(of: first["identity_token"]?.string)
        let code = try #require(first["authorization_code"]?.string)
        #expect(claims["aud"]?.string == AppleWorld.app)
        #expect(claims["nonce"]?.string == "HASH")
        #expect(claims["c_hash"]?.string == tokenHash(of: Secret(code)))
        #expect(claims["real_user_status"]?.integer == 2)
        #expect(claims["sub"]?.string == first["user"]?.string)
        #expect(first["full_name"]?["family_name"]?.string == "김")
        #expect(first["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
        #expect(second["full_name"] == nil && second["email"] == nil)
        let form: FormFields = ["grant_type": "authorization_code", "code": .some(code)]
        var withURI = form
        withURI.add("redirect_uri", AppleWorld.redirectURI)
        #expect(try await apple.call(withURI, clientID: AppleWorld.app).appleError() == "invalid_client")
        #expect(try await apple.call(form, clientID: AppleWorld.app).status == 200)
    }

    @Test("The system's sheet signs in nobody whom the pages would not, and knows two scopes")
    func nativeRefusals() async throws {
        let cases: [(changes: [String: JSONValue], status: Int)] = [
            (["person": 1009], 400), (["scopes": ["nonsense"]], 400), (["person": 4711], 404),
            (["bundle_id": "com.example.web"], 404), ([:], 200),
        ]
        for (changes, status) in cases {
            let body: JSONValue = ["app": 7, "person": 1001, "bundle_id": .string(AppleWorld.app)]
            let answer = try await apple.world.control(
                .post, "apple/native",
                body.merged(with: .object(JSONObject(changes.map { .init(name: $0.key, value: $0.value) }))))
            #expect(answer.status == status, "\(changes): \(answer.text)")
        }
    }

    @Test("A person has one subject for all apps of a team, and another for every other team")
    func subjects() throws {
        let person = Person(id: 1001, nickname: "n")

        #expect(person.appleSubject(team: "A") == person.appleSubject(team: "A"))
        #expect(person.appleSubject(team: "A") != person.appleSubject(team: "B"))
        #expect(person.appleSubject(team: "A") != Person(id: 1002, nickname: "n").appleSubject(team: "A"))
    }

    @Test(
        "A name is told in two parts",
        arguments: [
            ("김서연", "서연", "김"), ("Min Jae Kim", "Min Jae", "Kim"), ("Cher", "Cher", ""), ("남궁민수", "궁민수", "남"),
        ])
    func names(whole: String, given: String, family: String) {
        var person = Person(id: 1, nickname: "n")
        person.name = whole

        #expect(person.nameParts.given == given)
        #expect(person.nameParts.family == family)
    }

    @Test("Flags can be text, the issuer another, the nonce left out: as rules say")
    func rules() async throws {
        try await apple.world.control(
            .patch, "apple/rules",
            [
                "flags_are_text": true, "issuer": "https://account.apple.com", "echoes_nonce": false,
                "nonce_supported": false,
            ])

        let claims = try await apple.claims(
            of: try await apple.exchange(try await apple.answer()["code"]).json()["id_token"]?.string)

        #expect(claims["email_verified"]?.string == "true" && claims["is_private_email"]?.string == "false")
        #expect(claims["iss"]?.string == "https://account.apple.com")
        #expect(claims["nonce"] == nil && claims["nonce_supported"]?.bool == false)
    }

    @Test("Keys rotate: the new one signs, the one before stays published, and the discovery document says where")
    func keys() async throws {
        let before = try await apple.answer()["code"]
        let old = try await apple.exchange(before).json()["id_token"]?.string
        try await apple.world.control(.post, "apple/keys")

        let new = try await apple.exchange(try await apple.answer()["code"]).json()["id_token"]?.string
        let keys = try await apple.world.get("https://appleid.apple.com/auth/keys").json()
        let discovery = try await apple.world.get("https://appleid.apple.com/.well-known/openid-configuration").json()

        #expect(keys["keys"]?.array?.count == 2)
        _ = try await apple.claims(of: old)
        _ = try await apple.claims(of: new)
        #expect(discovery["jwks_uri"]?.string == "https://appleid.apple.com/auth/keys")
    }

    @Test("The person's page of apps shows what is shared, and ends it")
    func connectedApps() async throws {
        let agent = Agent(apple.world)
        _ = try await apple.answer(sharing: ["name"], agent: agent)
        let page = try await agent.open("https://appleid.apple.com/emulator/apps").page()
        let form = try #require(page.form(with: "disconnect"))

        _ = try await agent.submit(form, with: [("decision", "disconnect")])

        #expect(page.markup.contains("가린 이메일"))
        #expect(try await apple.world.control(.get, "apple/links").json() == [])
    }
}
