// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import Programs
import Testing

/// `social-login sign-in`, `whoami`, `sessions` and `sign-out` as processes, against a demo.
@Suite(.timeLimit(.minutes(3)))
struct CommandClientTests {
    /// A demo, and the folder in which the command keeps what it must not lose.
    private struct World {
        let demo: DemoProcess
        let folder: URL

        func start(_ arguments: [String], language: String = "C.UTF-8") throws -> Program {
            try Program(
                [Program.built("social-login", named: "SOCIAL_LOGIN_BIN")] + arguments + ["--dev"],
                environment: [
                    "PATH": "/usr/bin:/bin", "LANG": language, "HOME": folder.path,
                    "SOCIAL_LOGIN_SERVER": demo.address, "XDG_STATE_HOME": "\(folder.path)/state",
                ], complaints: .kept)
        }

        /// Runs a command that must fail: its status, and what it complains of.
        func fail(_ arguments: [String], language: String = "C.UTF-8") async throws -> (status: Int32, text: String) {
            let program = try start(arguments, language: language)
            let text = await program.complaints.rest()
            #expect(await program.output.rest().isEmpty)
            return (await program.ending().status, text)
        }

        func run(_ arguments: [String], language: String = "C.UTF-8") async throws -> (status: Int32, output: String) {
            let program = try start(arguments, language: language)
            let output = await program.output.rest()
            return (await program.ending().status, output)
        }

        /// Signs somebody in by a scripted browser.
        func signIn(as person: Int64, _ more: [String] = [], language: String = "C.UTF-8") async throws
            -> (status: Int32, output: String)
        {
            let program = try start(["sign-in", "kakao", "--no-browser"] + more, language: language)
            let browser = Browser(demo)
            let address = try required(await program.complaints.next(with: "/oauth/authorize?"))
            var page = try await browser.finishAtKakao(try await browser.open(address), as: person)
            if page.path == "/sign-up" { page = try await browser.signUp(page, nickname: "서연") }
            let location = try required(page.response.headers["Location"])
            let answer = try await browser.send(try required(HTTPRequest(.get, location)))
            #expect(answer.status == 200)
            let output = await program.output.rest()
            return (await program.ending().status, output)
        }
    }

    private func play(_ body: (World) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = CurlTransport(policy: .loopbackHTTPAllowed)
        let demo = try await DemoProcess(data: folder.appending(path: "demo"), transport: transport)
        do {
            try await body(World(demo: demo, folder: folder))
        } catch {
            await demo.end()
            await transport.close()
            throw error
        }
        await demo.end()
        await transport.close()
    }

    @Test func `a person signs in, is known, sees their devices and signs out`() async throws {
        try await play { world in
            let nobody = try await world.run(["whoami"])
            let signedIn = try await world.signIn(as: 1001)
            let whoami = try JSONValue(parsing: try await world.run(["whoami", "--json"]).output)
            let sessions = try JSONValue(parsing: try await world.run(["sessions", "--json"]).output)
            let list = try await world.run(["sessions"])
            let signedOut = try await world.run(["sign-out", "--json"])
            let after = try await world.run(["whoami"])

            #expect(nobody == (3, ""))
            #expect(signedIn == (0, "Signed in as 서연."))
            #expect(whoami["nickname"] == "서연")
            #expect(sessions["sessions"]?.array?.map { $0["current"] } == [true])
            #expect(list.output.hasPrefix("* "))
            #expect(signedOut == (0, #"{"signed_out":true,"server_told":true}"#))
            #expect(after.status == 3)
            #expect(try await world.signIn(as: 1001, ["--json"], language: "ko_KR.UTF-8").output.contains("서연"))
        }
    }

    @Test func `Ctrl-C gives up with its own status, and so does the person's no`() async throws {
        try await play { world in
            let waiting = try world.start(["sign-in", "--no-browser"], language: "ko_KR.UTF-8")
            #expect(await waiting.complaints.next(with: "이 컴퓨터의 브라우저에서 여세요") != nil)
            waiting.signal(SIGINT)
            #expect(await waiting.ending() == .exit(130))

            let refused = try world.start(["sign-in", "--no-browser"])
            let address = try required(await refused.complaints.next(with: "/oauth/authorize?"))
            let fields = try FormFields(parsing: address.split(separator: "?", maxSplits: 1)[1])
            let back = try required(try fields.single("redirect_uri"))
            var no: FormFields = ["error": "access_denied", "iss": world.demo.address]
            no.add("state", try fields.single("state"))
            let answer = try await Browser(world.demo).send(try required(HTTPRequest(.get, "\(back)?\(no.encoded)")))
            #expect(answer.status == 200)
            #expect(await refused.ending() == .exit(4))
        }
    }

    @Test func `a session that has ended and a server that is away have statuses and words of their own`() async throws
    {
        try await play { world in
            let nobody = try await world.fail(["whoami"])
            #expect(nobody.status == 3)
            #expect(nobody.text.hasSuffix("on this device. Sign in.\nTo sign in: social-login sign-in"))
            let stranger = try await world.fail(["sign-in", "nobody", "--no-browser"])
            #expect(stranger.status == 2)
            #expect(stranger.text.contains("There is no provider nobody. Known providers: kakao"))
            let addresses = [
                ("http://login.example.com", 1, "is not https"), ("nonsense", 1, "Write it like https://"),
                ("", 2, "--server needs a value."),
            ]
            for (address, status, text) in addresses {
                let wrong = try await world.fail(["whoami", "--server", address])
                #expect(wrong.status == status)
                #expect(wrong.text.contains(text))
            }

            _ = try await world.signIn(as: 1001)
            try await world.demo.control(.post, "clock", ["advance_seconds": 40_000_000])
            for language in ["C.UTF-8", "ko_KR.UTF-8"] {
                let ended = try await world.fail(["whoami"], language: language)
                #expect(ended.status == 3)
                #expect(ended.text.contains(language == "C.UTF-8" ? "Sign in" : "로그인"))
            }

            _ = try await world.signIn(as: 1001)
            await world.demo.end()
            for command in ["whoami", "sessions"] {
                let away = try await world.fail([command])
                #expect(away.status == 5)
                let text = "The login server (localhost) cannot be reached. Check the network and try again."
                #expect(away.text.hasSuffix(text))
                #expect(try await world.fail([command], language: "ko_KR.UTF-8").text.contains("로그인 서버(localhost)"))
            }
            let signedOut = try await world.run(["sign-out", "--json"])
            #expect(signedOut == (0, #"{"signed_out":true,"server_told":false}"#))
        }
    }

    @Test func `C13: processes that need a new token at once refresh one after the other and all end well`()
        async throws
    {
        try await play { world in
            _ = try await world.signIn(as: 1001)
            // The demo's clock moves on, and with it every process finds its token refused.
            try await world.demo.control(.post, "clock", ["advance_seconds": 3_600])

            let programs = try (0..<4).map { _ in try world.start(["whoami", "--json"]) }
            var statuses: [Program.Ending] = []
            for program in programs { statuses.append(await program.ending()) }

            #expect(statuses == Array(repeating: .exit(0), count: 4))
            #expect(try await world.run(["whoami"]).status == 0)
        }
    }
}
