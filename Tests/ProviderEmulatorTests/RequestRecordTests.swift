// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import Programs
import Testing

@testable import ProviderEmulator

@Suite("The record of requests")
struct RequestRecordTests {
    private let world: EmulatedWorld

    init() throws {
        world = try EmulatedWorld()
    }

    private func record(_ query: String = "") async throws -> [JSONValue] {
        let response = try await world.get("http://127.0.0.1:9900/_emulator/requests\(query)")
        return try #require(try response.json().array)
    }

    private func curl(_ query: String = "") async throws -> String {
        try #require(try await record(query).last?["curl"]?.string)
    }

    @Test("It says what came, where, when and how it was answered, and can be picked from, emptied and reset")
    func lists() async throws {
        _ = try await world.get("https://kapi.kakao.com/v2/user/me")
        world.clock.advance(by: 60)
        _ = try await world.exchange("nothing")

        let all = try await record()
        let tokens = try await record("?host=kauth.kakao.com&path=/oauth/token")

        #expect(all.map { $0["number"]?.integer } == [1, 2])
        #expect(all.first?["host"]?.string == "kapi.kakao.com" && all.first?["path"]?.string == "/v2/user/me")
        #expect(all.map { $0["status"]?.integer } == [401, 400])
        #expect(all.last?["at"]?.string == "2026-03-01T00:01:00Z")
        #expect(tokens == [all[1]])
        try await world.control(.delete, "requests")
        #expect(try await record().isEmpty)
    }

    @Test("The control API's own calls, and addresses that mean no host, are not recorded")
    func notRecorded() async throws {
        try await world.control(.get, "state")
        _ = try await world.get("http://127.0.0.1:9900/elsewhere")

        #expect(try await record().isEmpty)
    }

    @Test("Secrets stand as shell variables, and what is harmless is written out")
    func masks() async throws {
        _ = try await world.exchange("the-code", ["redirect_uri": .some(EmulatedWorld.redirectURI)])

        #expect(
            try await curl()
                == """
                curl 'http://127.0.0.1:9900/kauth.kakao.com/oauth/token' -d 'grant_type=authorization_code' \
                --data-urlencode "code=$CODE" -d 'client_id=demo-kakao-rest-key' \
                --data-urlencode "client_secret=$CLIENT_SECRET" \
                -d 'redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fauth%2Fkakao%2Fcallback'
                """)
    }

    @Test("On request everything is written out")
    func shows() async throws {
        _ = try await world.exchange("the-code")

        let line = try await curl("?secrets=shown")

        #expect(line.contains("-d 'code=the-code'"))
        #expect(line.contains("-d 'client_secret=demo-kakao-client-secret'"))
    }

    @Test(
        "No secret shows in a masked line, wherever it stands",
        arguments: [
            (HTTPMethod.get, "/v2/user/me?access_token=SECRET", nil, [:]),
            (.get, "/v2/user/me?secure_resource=true", nil, ["Authorization": "Bearer SECRET"]),
            (.get, "/v2/user/me", nil, ["Authorization": "KakaoAK SECRET"]),
            (.get, "/v2/user/me", nil, ["Authorization": "Basic SECRET"]),
            (.get, "/v2/user/me", nil, ["Authorization": "SECRET"]),
            (.get, "/v2/user/me", nil, ["Cookie": "emulator-kakao=SECRET"]),
            (.get, "/v2/user/me?SECRET", nil, [:]), (.get, "/v2/user/me?x=%ZZSECRET", nil, [:]),
            (.post, "/v2/user/me", "SECRET=1&properties=SECRET", ["Content-Type": "application/x-www-form-urlencoded"]),
            (.post, "/v2/user/me", "x=%ZZSECRET", ["Content-Type": "application/x-www-form-urlencoded"]),
            (.post, "/v2/user/me", "{\"token\":\"SECRET\"}", ["Content-Type": "application/json"]),
            (.post, "/v2/user/me", "client_id=SECRET", ["Content-Type": "application/x-www-form-urlencoded"]),
        ] as [(HTTPMethod, String, String?, [String: String])])
    func hidesEverywhere(_ method: HTTPMethod, _ target: String, _ body: String?, _ headers: [String: String])
        async throws
    {
        var request = try #require(HTTPRequest(method, "http://127.0.0.1:9900/kapi.kakao.com\(target)"))
        for (name, value) in headers { request.headers[name] = value }
        request.body = Array((body ?? "").utf8)
        _ = await world.emulator.respond(to: request)

        let line = try await curl()

        #expect(!line.contains("SECRET") && !line.contains("secret="), "\(line)")
        #expect(line.contains("$"))
    }

    @Test("An admin key in the place of a public one is hidden")
    func adminKeyAsClient() async throws {
        _ = try await world.get("https://kauth.kakao.com/oauth/authorize?client_id=demo-kakao-admin-key")

        #expect(
            try await curl() == #"curl 'http://127.0.0.1:9900/kauth.kakao.com/oauth/authorize'"?client_id=$CLIENT_ID""#)
    }

    @Test("A shell gives the words back that were recorded, whatever stands in them")
    func shellReadsThem() async throws {
        let odd = #"a'b"c$d`e\f!g 가 & ;"#
        _ = try await world.post(
            "https://kapi.kakao.com/v2/user/revoke/scopes", ["scopes": .some(odd)],
            headers: ["KA": odd, "Authorization": "Bearer \(odd)"])

        for (query, authorization) in [("", "from-the-shell"), ("?secrets=shown", odd)] {
            let words = try await shellWords(of: curl(query))
            #expect(words.contains("KA: \(odd)"))
            #expect(words.contains("Authorization: Bearer \(authorization)"))
            #expect(words.contains("scopes=\(percentEncoded(odd))"))
        }
    }

    @Test("The newest three hundred are kept, and of an outsized body nothing")
    func bounds() async throws {
        var record = RequestRecord()
        var request = try #require(HTTPRequest(.post, "http://127.0.0.1:9900/kapi.kakao.com/v2/user/me"))
        request.body = Array(repeating: 0x41, count: RequestRecord.bodyLimit + 1)
        let visit = try #require(Visit(request, hosts: KakaoHost.all))
        for _ in 0..<(RequestRecord.capacity + 5) { record.add(visit, status: 200, at: .distantPast) }

        #expect(record.all.count == RequestRecord.capacity)
        #expect(record.all.first?.number == 6)
        #expect(record.all.allSatisfy { $0.request.body.isEmpty })
    }

    @Test("As text it is a page of commands with their time and status, and the control page leads there")
    func text() async throws {
        _ = try await world.get("https://kapi.kakao.com/v2/user/me", headers: ["Authorization": "Bearer abc"])

        let text = try await world.get("http://127.0.0.1:9900/_emulator/requests.txt")
        let shown = try await world.get("http://127.0.0.1:9900/_emulator/requests.txt?secrets=shown")
        let page = try await world.get("http://127.0.0.1:9900/_emulator")

        #expect(text.headers["Content-Type"]?.hasPrefix("text/plain") == true)
        #expect(text.text.contains("# 1  2026-03-01T00:00:00Z  HTTP 401\ncurl "))
        #expect(text.text.contains("$ACCESS_TOKEN") && !text.text.contains("abc"))
        #expect(shown.text.contains("Bearer abc"))
        for link in [
            "/_emulator/requests.txt", "/_emulator/requests.txt?secrets=shown", "/kauth.kakao.com/emulator/apps",
        ] {
            #expect(page.text.contains("href=\"\(link)"))
        }
    }

    /// The words into which a shell takes a line apart, with the variables of masked lines set.
    private func shellWords(of line: String) async throws -> [String] {
        // A line break after each word, since no word that is recorded here holds one.
        let script = "set -- \(line); printf '%s\\n' \"$@\""
        let run = try await Program.run(["/bin/sh", "-c", script], environment: ["ACCESS_TOKEN": "from-the-shell"])
        #expect(run.ending == .exit(0))
        return run.output.split(separator: "\n").map(String.init)
    }
}
