// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import Programs
import Testing

@Suite("social-login demo", .timeLimit(.minutes(5)))
struct DemoTests {
    @Test("says in one line of JSON where it is and who can sign in, and answers there on both loopback families")
    func starts() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder())

        let port = try #require(HTTPAddress(demo.server)?.port)
        let statuses = try await [
            demo.get("\(demo.server)/health/ready").status, demo.get("http://127.0.0.1:\(port)/health/live").status,
            demo.get("http://[::1]:\(port)/health/live").status, demo.get("\(demo.emulator)/_emulator").status,
        ]

        #expect(statuses == [200, 200, 200, 200])
        #expect(demo.server == "http://localhost:\(port)")
        #expect(demo.emulator.hasPrefix("http://127.0.0.1:"))
        #expect(demo.announcement["people"]?.array?.first?["nickname"] == "김서연")
    }

    @Test("sends a browser to the emulator, which knows the demo's own callback")
    func wiring() async throws {
        let demo = try await RunningDemo(in: TemporaryFolder())

        let redirect = try await demo.get("\(demo.server)/auth/kakao")
        let location = try #require(redirect.headers["Location"])
        let page = try await demo.get(location)

        #expect(redirect.status == 303)
        #expect(location.hasPrefix("\(demo.emulator)/kauth.kakao.com/oauth/authorize?"))
        #expect(page.status == 200)
        #expect(String(decoding: page.body, as: UTF8.self).contains("김서연"))
    }

    @Test("keeps its data over a restart, for its owner alone")
    func restart() async throws {
        let folder = try TemporaryFolder()
        var keys: [[UInt8]] = []
        for _ in 1...2 {
            let demo = try await RunningDemo(in: folder)
            keys.append(try await demo.get("\(demo.server)/.well-known/jwks.json").body)
            demo.program.signal(SIGTERM)
            #expect(await demo.program.ending() == .exit(0))
        }

        let attributes = try ["", "/master.key", "/login.sqlite"].map {
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/data\($0)")[.posixPermissions] as? Int
        }
        #expect(keys[0] == keys[1])
        #expect(attributes == [0o700, 0o600, 0o600])
    }

    @Test("makes its usual folder below XDG_DATA_HOME, else below HOME")
    func usualFolder() async throws {
        let folder = try TemporaryFolder()
        let ports = ["demo", "--json", "--port", "0", "--emulator-port", "0"]

        let inData = try Command.start(
            ports, environment: ["XDG_DATA_HOME": "\(folder.path)/data", "HOME": folder.path])
        let inHome = try Command.start(
            ports, environment: ["XDG_DATA_HOME": "relative", "HOME": "\(folder.path)/home"])
        let places = try [await inData.output.next(), await inHome.output.next()].map {
            try JSONValue(parsing: #require($0))["data"]?.string
        }
        let homeless = try await Command.run(ports)

        #expect(
            places == ["\(folder.path)/data/social-login/demo", "\(folder.path)/home/.local/share/social-login/demo"])
        #expect(homeless.status == 1)
        #expect(homeless.complaints.contains("Name a folder with --data."))
    }

    @Test("speaks to people in their language, and warns that http is for this machine")
    func languages() async throws {
        let folder = try TemporaryFolder()
        let arguments = ["demo", "--port", "0", "--emulator-port", "0", "--log", "off", "--data"]

        let korean = try Command.start(arguments + ["\(folder.path)/ko"], environment: ["LANG": "ko_KR.UTF-8"])
        let english = try Command.start(
            arguments + ["\(folder.path)/en"], environment: ["LC_ALL": "en_US.UTF-8", "LANG": "ko"])

        #expect(await korean.output.next(with: "로그인해 보세요") != nil)
        #expect(await korean.complaints.next()?.hasPrefix("경고: 암호화하지 않는 http") == true)
        #expect(await english.output.next(with: "sign in as one of these people") != nil)
        #expect(await english.complaints.next()?.hasPrefix("WARNING: this is unencrypted http") == true)
    }
}
