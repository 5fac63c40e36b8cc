// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Arguments", .timeLimit(.minutes(5)))
struct ArgumentTests {
    @Test(
        "that make no sense are told in a sentence, with exit status 2",
        arguments: [
            (["sevre"], "There is no command sevre. Did you mean serve?"), (["x"], "There is no command x."),
            (["help", "dmeo"], "Did you mean demo?"),
            (["demo", "--prot", "1"], "does not take --prot. Did you mean --port?"),
            (["demo", "8080"], "demo does not take 8080."), (["demo", "--port"], "--port needs a value."),
            (["demo", "--port", "x"], "--port takes a number from 0 to 65535."),
            (["demo", "--port=65536"], "--port takes a number"), (["demo", "--port=+1"], "--port takes a number"),
            (["demo", "--port", "1", "--port=2"], "--port is given twice."),
            (["emulate", "--json=yes"], "--json takes no value."),
            (["emulate", "--log", "loud"], "--log takes one of text, json, off."),
            (["demo", "--data", ""], "--data needs a value."), (["demo", "--data="], "--data needs a value."),
            (["serve", "--config="], "--config needs a value."),
            (["whoami", "--server", ""], "--server needs a value."),
            (["demo", "--port", "9900"], "--port and --emulator-port are both 9900."),
            (["demo", "--port", "7000", "--emulator-port", "7000"], "are both 7000. Choose two different ports"),
            (["emulate", "--tls-port", "1"], "--tls-port means something only together with --tls."),
            (["demo", "--tls-folder", "x"], "--tls-folder means something only together with --tls."),
            (["emulate", "--tls", "--tls-port", "9900"], "--port and --tls-port are both 9900."),
            (["demo", "--tls", "--tls-port", "8080"], "--port and --tls-port are both 8080."),
            (["emulate", "--tls", "--tls-port", "x"], "--tls-port takes a number from 0 to 65535."),
            (["serve"], "serve needs --config FILE."), (["rotate-key"], "rotate-key needs --config FILE."),
            (["whoami"], "whoami needs the login server's address: --server URL, or SOCIAL_LOGIN_SERVER."),
            (["sign-in", "kakao", "now"], "sign-in does not take now."),
            (["version", "now"], "version does not take now."),
        ])
    func usage(arguments: [String], message: String) async throws {
        let ended = try await Command.run(arguments)

        #expect(ended.status == 2)
        #expect(ended.output.isEmpty)
        #expect(ended.complaints.hasPrefix("social-login: "))
        #expect(ended.complaints.contains(message))
        #expect(ended.complaints.contains("\nFor help: social-login "))
    }

    @Test("that make no sense are told in Korean too")
    func koreanUsage() async throws {
        let ended = try await Command.run(["sevre"], environment: ["LC_MESSAGES": "ko_KR.UTF-8"])

        #expect(ended.status == 2)
        #expect(ended.complaints == "social-login: 없는 명령입니다: sevre. 혹시 serve인가요?\n도움말: social-login help")
    }

    @Test(
        "for help give help in the language of the environment",
        arguments: [
            ([], "", "Usage: social-login COMMAND"), (["--help"], "ko", "사용법: social-login COMMAND"),
            (["help", "demo"], "en_GB", "--emulator-port N"), (["demo", "--port", "x", "-h"], "ko_KR", "기본 8080"),
            (["serve", "--help"], "C", "SOCIAL_LOGIN_MASTER_KEY"), (["serve", "--help"], "ko.UTF-8", "secret_files"),
            (["emulate", "--help"], "ko@x", "/_emulator"), (["help", "version"], "kok", "say which release"),
        ])
    func help(arguments: [String], language: String, part: String) async throws {
        let ended = try await Command.run(arguments, environment: ["LANG": language])

        #expect(ended.status == 0)
        #expect(ended.output.contains(part))
        #expect(ended.complaints.isEmpty)
    }

    @Test(
        "every command with options documents the exit status in its help",
        arguments: ["demo", "serve", "emulate", "rotate-key", "sign-in", "whoami"])
    func exitStatus(command: String) async throws {
        let ended = try await Command.run([command, "--help"])

        #expect(ended.output.contains("Exit status: 0 all well, 1 a fault"))
    }

    @Test("for the version give it", arguments: ["version", "--version"])
    func version(argument: String) async throws {
        let ended = try await Command.run([argument])

        #expect(ended.status == 0)
        #expect(ended.output.wholeMatch(of: /social-login \d+\.\d+\.\d+/) != nil)
    }
}
