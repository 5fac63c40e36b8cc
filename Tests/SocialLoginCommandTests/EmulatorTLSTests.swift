// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import Programs
import ProviderEmulator
import Testing

@testable import social_login

@Suite("The emulator by https", .timeLimit(.minutes(5)))
struct EmulatorTLSTests {
    private let folder: TemporaryFolder
    private var authorityFolder: String { "\(folder.path)/tls" }
    private var file: String { "\(authorityFolder)/ca.pem" }
    private var key: String { "\(authorityFolder)/ca.key" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var arguments: [String] {
        ["emulate", "--port", "0", "--tls", "--tls-port", "0", "--tls-folder", authorityFolder, "--json"]
    }

    /// Starts an emulator, and gives what it says of its https side.
    private func start() async throws -> (program: Program, tls: JSONValue) {
        let program = try Command.start(arguments)
        let line = try JSONValue(parsing: #require(await program.output.next(), "it did not start"))
        return (program, try #require(line["tls"]))
    }

    /// Calls a real address, unchanged but for where it leads; the answer's text, or curl's complaint.
    private func curl(_ address: String, _ tls: JSONValue, trusting file: String? = nil, _ more: [String] = [])
        async throws -> (status: Int32, text: String)
    {
        let port = try #require(tls["port"]?.integer)
        let trust = ["--cacert", file ?? tls["certificate_authority"]?.string ?? ""]
        let ended = try await Program.run(
            ["curl", "-sS", "-m", "60", "--connect-to", "::127.0.0.1:\(port)"] + trust + more + [address],
            complaints: .inOutput)
        return (ended.ending.status, ended.output)
    }

    @Test("says where it is, where the authority lies and for which hosts, and keeps both files for its owner alone")
    func starts() async throws {
        let (program, tls) = try await start()

        let address = try #require(tls["address"]?.string)
        let request = try #require(HTTPRequest(.get, "\(address)/kauth.kakao.com/.well-known/jwks.json"))
        let transport = CurlTransport(policy: .httpsOnly, certificateAuthorityFile: file)
        let answer = try await transport.send(request, limits: TransferLimits())
        await program.stop()

        #expect(answer.status == 200)
        #expect(tls["certificate_authority"]?.string == file)
        #expect(tls["is_new"] == true)
        #expect(tls["hosts"]?.array?.map { $0.string } == ProviderEmulator.hosts)
        for (path, mode) in [(authorityFolder, 0o700), (key, 0o600), (file, 0o600)] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
    }

    @Test("answers under each host name of the vendors, at the vendors' own addresses")
    func everyHost() async throws {
        let (program, tls) = try await start()

        for host in ProviderEmulator.hosts {
            let answer = try await curl("https://\(host)/no/such/path", tls, ["-w", "\n%{ssl_verify_result}"])
            #expect(answer.status == 0 && answer.text.hasSuffix("\n0"), "\(host): \(answer.text)")
            #expect(!answer.text.contains("unknown_host"))
        }
        let elsewhere = try await curl("https://localhost/", tls, ["-H", "Host: www.example.com"])
        #expect(elsewhere.text.contains("unknown_host") && elsewhere.text.contains("kapi.kakao.com"))
        #expect(try await curl("https://www.example.com/", tls).status == 60, "it is in no certificate")
        await program.stop()
    }

    @Test("whoever does not trust the authority does not trust it, and sends nothing")
    func untrusted() async throws {
        let (program, tls) = try await start()
        let address = try #require(tls["address"]?.string)
        let request = try #require(HTTPRequest(.get, "\(address)/kauth.kakao.com/.well-known/jwks.json"))

        await #expect(throws: TransportError(.untrusted, host: "localhost", mayHaveBeenReceived: false)) {
            try await CurlTransport(policy: .httpsOnly).send(request, limits: TransferLimits())
        }
        await program.stop()
    }

    @Test(
        "a person signs in with Kakao at the real addresses: every redirect stays on the https host, the code is good")
    func signIn() async throws {
        let (program, tls) = try await start()
        let jar = "\(folder.path)/cookies"
        let redirect = "http://localhost:8080/auth/kakao/callback"
        let query = "response_type=code&client_id=demo-kakao-rest-key&redirect_uri=\(redirect)&scope=openid&state=s"
        func step(_ address: String, _ more: [String] = []) async throws -> String {
            try await curl(
                address, tls, ["-b", jar, "-c", jar, "-w", "\n%{redirect_url}"] + more
            ).text
        }
        func hidden(_ page: String, _ name: String) throws -> String {
            let field = try Regex(#"name="\#(name)" value="([^"]*)""#)
            return String(try #require(page.firstMatch(of: field)?.output[1].substring, "no \(name) on the page"))
        }

        let accounts = try await step("https://kauth.kakao.com/oauth/authorize?\(query)")
        let login = try hidden(accounts, "sign_in")
        let chosen = try await step(
            "https://kauth.kakao.com/emulator/account", ["-d", "sign_in=\(login)", "-d", "person=1001"])
        let consentAddress = try #require(chosen.split(separator: "\n").last.map(String.init))
        let consent = try await step(consentAddress)
        let agreed = try await step(
            "https://kauth.kakao.com/emulator/consent",
            ["-d", "sign_in=\(try hidden(consent, "sign_in"))", "-d", "decision=agree_all"])
        let callback = try #require(agreed.split(separator: "\n").last.map(String.init))
        let code = try #require(HTTPRequest(.get, callback)?.query).split(separator: "&")
            .first { $0.hasPrefix("code=") }?.dropFirst(5)
        let token = try JSONValue(
            parsing: try await curl(
                "https://kauth.kakao.com/oauth/token", tls,
                [
                    "-d", "grant_type=authorization_code", "-d", "client_id=demo-kakao-rest-key", "-d",
                    "client_secret=demo-kakao-client-secret", "--data-urlencode", "redirect_uri=\(redirect)", "-d",
                    "code=\(try #require(code))",
                ]
            ).text)
        let access = try #require(token["access_token"]?.string)
        let me = try await curl("https://kapi.kakao.com/v2/user/me", tls, ["-H", "Authorization: Bearer \(access)"])
        await program.stop()

        #expect(consentAddress.hasPrefix("https://kauth.kakao.com/emulator/consent?"))
        #expect(callback.hasPrefix("\(redirect)?") && callback.contains("state=s"))
        #expect(try String(contentsOfFile: jar, encoding: .utf8).contains("kauth.kakao.com\tFALSE\t/\tTRUE\t"))
        #expect(try JSONValue(parsing: me.text)["id"]?.integer == 1001)
    }

    @Test("after a restart the authority is the same, the server's certificate another, and both are verified")
    func restart() async throws {
        let first = try await start()
        let trusted = try folder.file("trusted.pem", try String(contentsOfFile: file, encoding: .utf8))
        let before = try await curl("https://kauth.kakao.com/", first.tls, ["-o", "/dev/null", "-w", "%{certs}"])
        await first.program.stop()

        let second = try await start()
        let after = try await curl(
            "https://kauth.kakao.com/", second.tls, trusting: trusted, ["-o", "/dev/null", "-w", "%{certs}"])
        await second.program.stop()

        #expect(second.tls["is_new"] == false)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == String(contentsOfFile: trusted, encoding: .utf8))
        #expect(before.status == 0 && after.status == 0)
        #expect(before.text.contains("BEGIN CERTIFICATE") && before.text != after.text)
    }

    @Test("a certificate that was deleted is made again with its key, and the copies on devices stay good")
    func certificateGone() async throws {
        let first = try await start()
        await first.program.stop()
        let trusted = try folder.file("trusted.pem", try String(contentsOfFile: file, encoding: .utf8))
        try FileManager.default.removeItem(atPath: file)

        let second = try await start()
        let answer = try await curl("https://kauth.kakao.com/", second.tls, trusting: trusted)
        await second.program.stop()

        #expect(answer.status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) != String(contentsOfFile: trusted, encoding: .utf8))
    }

    @Test(
        "an authority for other hosts, or one that ends within a month, gives way to a new one with a new key",
        arguments: [("another.example", 0), (nil, -3_640)])
    func renewed(host: String?, days: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: authorityFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let old = SigningKey.generateES256()
        let authority = try CertificateAuthority(
            "SocialLogin emulator", for: .onLoopback(host.map { [$0] } ?? ProviderEmulator.hosts), key: old,
            at: Date().addingTimeInterval(TimeInterval(days) * 86_400), random: SystemRandomSource())
        _ = try folder.file("tls/ca.key", old.pem.exposed)
        _ = try folder.file("tls/ca.pem", authority.certificatePEM)

        let (program, tls) = try await start()
        let answer = try await curl("https://kauth.kakao.com/", tls)
        await program.stop()

        #expect(tls["is_new"] == true)
        #expect(answer.status == 0)
        #expect(try String(contentsOfFile: key, encoding: .utf8) != old.pem.exposed)
    }

    @Test("many that start together make one authority")
    func together() async throws {
        let folder = authorityFolder
        let opened = try await withThrowingTaskGroup(of: KeptAuthority.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try await KeptAuthority.open(in: folder, clock: SystemWallClock(), random: SystemRandomSource())
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(opened.count { $0.isNew } == 1)
        #expect(Set(opened.map(\.authority.certificatePEM)).count == 1)
    }

    @Test("the demo answers by https too, on the same world")
    func demo() async throws {
        let demo = try await RunningDemo(
            in: folder, ["--tls", "--tls-port", "0", "--tls-folder", authorityFolder])
        let tls = try #require(demo.announcement["tls"])

        let person = try await demo.post("\(demo.emulator)/_emulator/people", ["id": 77, "nickname": "칠칠"])
        let people = try await curl("https://localhost/_emulator/people", tls)
        await demo.program.stop()

        #expect(person.status == 200)
        #expect(people.text.contains("칠칠"))
    }
}
