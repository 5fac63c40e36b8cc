// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Programs
import Testing

@Suite("social-login master-keys", .timeLimit(.minutes(5)))
struct MasterKeysCommandTests {
    private static let one = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let two = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    private static let settings = """
        {
            public_address: "https://login.example.com",
            service_name: { ko: "예시", en: "Example" },
            terms_of_service: "https://example.com/terms",
            privacy_policy: "https://example.com/privacy",
            listen: { host: "127.0.0.1", port: 0 },
            database: "login.sqlite",
            secret_files: { master_key: "master_key" },
            providers: { kakao: { app_id: 1000001, rest_key: "rest-key" } },
        }
        """

    /// A folder with settings, a file of keys, and a database that a server made.
    private func folder() async throws -> (folder: TemporaryFolder, config: String) {
        let folder = try TemporaryFolder()
        _ = try folder.file("master_key", Self.one)
        let config = try folder.file("login.json5", Self.settings)
        #expect(try await serves(config).isEmpty)
        return (folder, config)
    }

    /// What a server complains of that is to start and stop; nothing where it did.
    private func serves(_ config: String) async throws -> String {
        let program = try Command.start(["serve", "--config", config, "--json", "--log", "off"])
        let line = await program.output.next()
        program.signal(SIGTERM)
        let ending = await program.ending()
        if line != nil {
            #expect(ending == .exit(0))
            return ""
        }
        return await program.complaints.rest()
    }

    private func keys(_ config: String, _ more: [String] = []) async throws -> JSONValue {
        let ended = try await Command.run(["master-keys", "--config", config, "--json"] + more)
        #expect(ended.status == 0, "\(ended.complaints)")
        return try JSONValue(parsing: ended.output)
    }

    private func conditions(_ answer: JSONValue) -> [String] {
        answer["keys"]?.array?.map { "\($0["number"]?.integer ?? 0) \($0["condition"]?.string ?? "")" } ?? []
    }

    @Test("S52: a key takes the place of another, and the old one can go from the file")
    func rotates() async throws {
        let (folder, config) = try await folder()

        let before = try await keys(config)
        _ = try folder.file("master_key", "\(Self.one)\n2:\(Self.two)\n")
        let waiting = try await keys(config)
        let rotated = try await keys(config, ["--rotate"])
        let again = try await keys(config, ["--rotate"])
        let retired = try await keys(config, ["--retire", "1"])
        _ = try folder.file("master_key", "2:\(Self.two)")

        #expect(conditions(before) == ["1 in_use"] && before["keys"]?.array?.first?["values"]?.integer == 1)
        #expect(conditions(waiting) == ["1 in_use", "2 waiting"])
        #expect(conditions(rotated) == ["1 old", "2 in_use"])
        #expect(rotated["changed"] == true && rotated["resealed"]?.integer == 1 && rotated["unreadable"]?.integer == 0)
        #expect(again["changed"] == false && again["resealed"]?.integer == 0)
        #expect(conditions(retired) == ["1 retired", "2 in_use"])
        #expect(retired["lost_values"]?.integer == 0 && retired["ended_sessions"]?.integer == 0)
        #expect(try await serves(config).isEmpty)
        _ = try folder.file("master_key", Self.one)
        #expect(try await serves(config).isEmpty == false, "a retired key opens nothing")
    }

    @Test("S52: a server whose key is gone does not start, and says which and what to do")
    func lost() async throws {
        let (folder, config) = try await folder()
        _ = try folder.file("master_key", "2:\(Self.two)")

        let complaint = try await serves(config)
        let missing = try await keys(config)
        let givenUp = try await keys(config, ["--retire", "1", "--at-once"])

        #expect(complaint.contains("Master key 1, which this database uses, is missing; values that it sealed: 1."))
        #expect(complaint.contains("social-login master-keys --retire 1 --at-once"))
        #expect(conditions(missing) == ["1 missing", "2 waiting"])
        #expect(conditions(givenUp) == ["1 retired", "2 in_use"])
        #expect(givenUp["lost_values"]?.integer == 1)
        #expect(try await serves(config).isEmpty)
    }

    @Test("says how the keys stand, in both languages")
    func words() async throws {
        let (folder, config) = try await folder()
        _ = try folder.file("master_key", "\(Self.one)\n2:\(Self.two)\n")

        let english = try await Command.run(["master-keys", "--config", config])
        let korean = try await Command.run(
            ["master-keys", "--rotate", "--config", config], environment: ["LANG": "ko"])
        let retired = try await Command.run(["master-keys", "--retire", "1", "--config", config])

        #expect(english.output.contains("1: in use, sealed values 1, sessions 0"))
        #expect(english.output.contains("2: waiting"))
        #expect(korean.output.contains("마스터 키 2번을 쓰기 시작했습니다"))
        #expect(korean.complaints.contains("다시 봉한 값 1/1"))
        #expect(retired.output.contains("The key is retired."))
        #expect(!(english.output + korean.output + retired.output).contains("AAAA"))
    }

    @Test("a file that others may read, two keys in one number, and arguments that make no sense are refused")
    func refusals() async throws {
        let (folder, config) = try await folder()

        let both = try await Command.run(["master-keys", "--config", config, "--rotate", "--retire", "1"])
        let alone = try await Command.run(["master-keys", "--config", config, "--at-once"])
        let number = try await Command.run(["master-keys", "--config", config, "--retire", "4294967296"])
        let newest = try await Command.run(["master-keys", "--config", config, "--retire", "1"])
        let bare = try await Command.run(["master-keys"])
        _ = try folder.file("master_key", "\(Self.one)\n\(Self.two)")
        let twice = try await Command.run(["master-keys", "--config", config])
        _ = try folder.file("master_key", Self.one, mode: 0o644)
        let open = try await Command.run(["master-keys", "--config", config])

        #expect(both.status == 2 && both.complaints.contains("--rotate and --retire do not go together"))
        #expect(alone.status == 2 && alone.complaints.contains("--at-once goes with --retire only"))
        #expect(number.status == 2 && number.complaints.contains("--retire takes the number of a key"))
        #expect(newest.status == 1 && newest.complaints.contains("No key has taken the place of master key 1."))
        #expect(bare.status == 2 && bare.complaints.contains("--config FILE"))
        #expect(twice.status == 1 && twice.complaints.contains("Master key 1 is given twice"))
        #expect(open.status == 1 && open.complaints.contains("secret_files.master_key"))
    }
}
