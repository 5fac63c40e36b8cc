// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import Programs
import Testing

@Suite("social-login rotate-key", .timeLimit(.minutes(5)))
struct RotateKeyTests {
    private let secrets = ["SOCIAL_LOGIN_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]

    private let settings = """
        {
            public_address: "https://login.example.com",
            service_name: { ko: "예시", en: "Example" },
            terms_of_service: "https://example.com/terms",
            privacy_policy: "https://example.com/privacy",
            listen: { host: "127.0.0.1", port: 0 },
            database: "login.sqlite",
            providers: { kakao: { app_id: 1000001, rest_key: "rest-key" } },
        }
        """

    /// The ids of the keys that a server on the database publishes, the oldest first.
    private func published(_ config: String) async throws -> [String] {
        let program = try Command.start(["serve", "--config", config, "--json"], environment: secrets)
        let line = try JSONValue(parsing: #require(await program.output.next()))
        let listening = try #require(line["listening"]?.string)
        let request = try #require(HTTPRequest(.get, "http://\(listening)/.well-known/jwks.json"))
        let answer = try await CurlTransport(policy: .loopbackHTTPAllowed).send(request, limits: TransferLimits())
        program.signal(SIGTERM)
        #expect(await program.ending() == .exit(0))
        return try JSONValue(parsing: answer.body)["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    private func rotate(_ config: String, _ more: [String] = []) async throws -> JSONValue {
        let ended = try await Command.run(["rotate-key", "--config", config, "--json"] + more, environment: secrets)
        #expect(ended.status == 0, "\(ended.complaints)")
        return try JSONValue(parsing: ended.output)
    }

    @Test("S53: publishes the next key beside the one that signs; at once, it is the only one")
    func rotates() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", settings)
        let before = try await published(config)

        let next = try await rotate(config)["key"]?.string
        let both = try await published(config)
        let fresh = try await rotate(config, ["--at-once"])["key"]?.string
        let last = try await published(config)

        #expect(before.count == 1)
        #expect(both == before + [next].compactMap(\.self))
        #expect(last == [fresh].compactMap(\.self))
        #expect(!both.contains(fresh ?? ""))
    }

    @Test("says what it did, in both languages")
    func words() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", settings)
        _ = try await published(config)

        let english = try await Command.run(["rotate-key", "--config", config], environment: secrets)
        let korean = try await Command.run(
            ["rotate-key", "--at-once", "--config", config], environment: secrets.merging(["LANG": "ko"]) { $1 })

        #expect(english.output.contains("is published and signs from 2"))
        #expect(korean.output.contains("서버는 1분 안에 이 키로 바꾸고"))
    }

    @Test("makes no database, and needs the one's own master key")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", settings)

        let missing = try await Command.run(["rotate-key", "--config", config], environment: secrets)
        let wasMade = FileManager.default.fileExists(atPath: "\(folder.path)/login.sqlite")
        let keys = try await published(config)
        let otherKey = ["SOCIAL_LOGIN_MASTER_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
        let other = try await Command.run(["rotate-key", "--at-once", "--config", config], environment: otherKey)
        let bare = try await Command.run(["rotate-key"])

        #expect(missing.status == 1 && missing.complaints.contains("\(folder.path)/login.sqlite"))
        #expect(!wasMade)
        #expect(other.status == 1 && other.complaints.contains("another master key"))
        #expect(try await published(config) == keys)
        #expect(bare.status == 2 && bare.complaints.contains("--config FILE"))
    }
}
