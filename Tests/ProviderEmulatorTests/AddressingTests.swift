// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

@Suite("How a request finds its host")
struct AddressingTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    @Test(
        "A host is named by the path or by the Host header, with a port or without",
        arguments: [
            "http://127.0.0.1:9900/kauth.kakao.com/.well-known/jwks.json",
            "https://kauth.kakao.com/.well-known/jwks.json",
            "https://kauth.kakao.com:9943/.well-known/jwks.json", "http://KAUTH.kakao.com:9900/.well-known/jwks.json",
            "http://kapi.kakao.com/kauth.kakao.com/.well-known/jwks.json",
        ])
    func findsHost(_ address: String) async throws {
        let response = await world.emulator.respond(to: try #require(HTTPRequest(.get, address)))

        #expect(response.status == 200)
        #expect(try response.json()["keys"]?.array?.isEmpty == false)
    }

    @Test(
        "By Host header, links and cookies of the pages stay on that host; by path, below it", arguments: [true, false])
    func linksFollowTheAddress(_ byHost: Bool) async throws {
        let query = Agent.authorizeAddress().split(separator: "?")[1]
        let address =
            byHost
            ? "https://kauth.kakao.com/oauth/authorize?\(query)"
            : "http://127.0.0.1:9900/kauth.kakao.com/oauth/authorize?\(query)"
        let mount = byHost ? "" : "/kauth.kakao.com"

        let page = Page(await world.emulator.respond(to: try #require(HTTPRequest(.get, address))))
        let form = try #require(page.form(with: "person"))
        var fields = FormFields()
        for (name, value) in form.hidden + [("person", "1001")] { fields.add(name, value) }
        let target = byHost ? "https://kauth.kakao.com\(form.action)" : "http://127.0.0.1:9900\(form.action)"
        let chosen = await world.emulator.respond(to: try #require(HTTPRequest.form(fields, to: target)))

        #expect(form.action == "\(mount)/emulator/account")
        #expect(chosen.location?.hasPrefix("\(mount)/emulator/consent?") == true)
        let cookie = try #require(chosen.headers["Set-Cookie"])
        #expect(cookie.contains("Path=\(byHost ? "/" : mount);"))
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
        #expect(cookie.contains("Secure") == byHost, "on plain http most clients drop a Secure cookie")
    }

    @Test(
        "With links: self, whoever named the host by its Host header finds the others by theirs, at the same port",
        arguments: [
            ("https://kauth.kakao.com:9943", "https://kapi.kakao.com:9943"),
            ("https://kauth.kakao.com", "https://kapi.kakao.com"),
            ("http://KAUTH.kakao.com:9900", "http://kapi.kakao.com:9900"),
            ("https://localhost:9943/kauth.kakao.com", "https://localhost:9943/kapi.kakao.com"),
        ])
    func ownLinks(asked: String, expected: String) async throws {
        let world = try EmulatedWorld(try EmulatorSeed(parsing: #"{"links": "self"}"#))
        let address = "\(asked)/.well-known/openid-configuration"

        let document = try await world.emulator.respond(to: try #require(HTTPRequest(.get, address))).json()

        #expect(document["userinfo_endpoint"]?.string == "\(expected)/v1/oidc/userinfo")
        #expect(document["issuer"]?.string == "https://kauth.kakao.com")
    }

    @Test("An unknown path is refused in its host's own shape")
    func unknownPaths() async throws {
        let kauth = try await world.get("https://kauth.kakao.com/oauth/nothing")
        let kapi = try await world.kapi("/v9/nothing", token: "x")
        for host in ["apps.kakao.com/auth/kpidt", "talk-apps.kakao.com/scheme/x"] {
            let answer = try await world.get("https://\(host)")
            #expect(answer.status == 404)
            #expect(try answer.json()["code"]?.integer == -2 && answer.json()["msg"] != nil)
        }

        #expect(kauth.status == 404)
        #expect(try kauth.json()["error"]?.string == "invalid_request")
        #expect(try kauth.errorCode() == "KOE002")
        #expect(kapi.status == 404)
        #expect(try kapi.json()["msg"]?.string != nil)
        #expect(try kapi.json()["code"]?.integer != nil)
    }

    @Test("A wrong method is refused in its host's own shape and names the right ones")
    func wrongMethods() async throws {
        let kauth = try await world.get("https://kauth.kakao.com/oauth/tokeninfo")
        let kapi = try await world.get("https://kapi.kakao.com/v1/user/unlink")

        #expect(kauth.status == 405)
        #expect(kauth.headers["Allow"] == "POST")
        #expect(try kauth.errorCode() == "KOE001")
        #expect(kapi.status == 405)
        #expect(try kapi.json()["code"]?.integer != nil)
    }

    @Test("A request that means no emulated host says which ones there are")
    func unknownHost() async throws {
        let response = try await world.get("http://127.0.0.1:9900/kauth.kakao.community/oauth/token")

        #expect(response.status == 404)
        #expect(try response.json()["hosts"]?.array?.contains("kapi.kakao.com") == true)
        #expect(try await world.get("http://127.0.0.1:9900/").location == "/_emulator")
    }
}
