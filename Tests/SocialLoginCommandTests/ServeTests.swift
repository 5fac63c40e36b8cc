// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import Programs
import Testing

@testable import social_login

@Suite("social-login serve", .timeLimit(.minutes(5)))
struct ServeTests {
    private let secrets = [
        "SOCIAL_LOGIN_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "SOCIAL_LOGIN_KAKAO_CLIENT_SECRET": "s3cret-client", "SOCIAL_LOGIN_KAKAO_ADMIN_KEY": "s3cret-admin",
    ]

    private let production = """
        {
            public_address: "https://login.example.com", // for everybody
            service_name: { ko: "예시", en: "Example" },
            terms_of_service: "https://example.com/terms",
            privacy_policy: "https://example.com/privacy",
            listen: { host: "127.0.0.1", port: 0 },
            database: "login.sqlite",
            providers: { kakao: { app_id: 1000001, rest_key: "rest-key" } },
        }
        """

    @Test("serves by its settings, with paths that begin at the settings' folder, and ends well")
    func serves() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
        let config = try folder.file(
            "login.json5", production.replacingOccurrences(of: "database:", with: "logo: \"logo.svg\", database:"))

        let program = try Command.start(["serve", "--config", config, "--json"], environment: secrets)
        let line = try JSONValue(parsing: #require(await program.output.next()))
        let listening = try #require(line["listening"]?.string)
        let request = try #require(HTTPRequest(.get, "http://\(listening)/"))
        let page = try await CurlTransport(policy: .loopbackHTTPAllowed).send(request, limits: TransferLimits())
        program.signal(SIGTERM)

        #expect(line["server"] == "https://login.example.com")
        #expect(page.status == 200)
        #expect(String(decoding: page.body, as: UTF8.self).contains("<img class=\"mark\" src=\"/assets/logo-"))
        #expect(page.headers["Strict-Transport-Security"] != nil)
        #expect(await program.ending() == .exit(0))
        #expect(await !program.complaints.rest().contains("WARNING"))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/login.sqlite"))
    }

    @Test("names a folder or a file of its database that it may not write", arguments: [true, false])
    func unwritableDatabase(isFolder: Bool) async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", production, mode: 0o644)
        if !isFolder { _ = try folder.file("login.sqlite", "", mode: 0o444) }
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)

        // Root writes anywhere, so the command runs as somebody else then.
        let ended = try await Command.run(
            ["serve", "--config", config], environment: secrets, asNobody: geteuid() == 0)

        #expect(ended.status == 1)
        #expect(ended.output.isEmpty)
        #expect(ended.complaints.contains("\(folder.path)/login.sqlite"))
        #expect(ended.complaints.contains("write"))
    }

    @Test("reads secrets from files as well, but from one place only")
    func secretFiles() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n")
        _ = try folder.file("empty", "\n")
        func check(_ files: String, _ environment: [String: String]) async throws -> (status: Int32, complaints: String)
        {
            let config = try folder.file("login.json5", production.dropLast() + "secret_files: { \(files) } }")
            let ended = try await Command.run(["serve", "--check", "--config", config], environment: environment)
            return (ended.status, ended.complaints)
        }

        let file = try await check("master_key: 'key'", [:])
        let both = try await check("master_key: 'key'", secrets)
        let empty = try await check("kakao_admin_key: 'empty', kakao_client_secret: 'none'", [:])

        #expect(file.status == 0)
        #expect(both.status == 1)
        #expect(both.complaints.contains("Take away the variable SOCIAL_LOGIN_MASTER_KEY"))
        #expect(
            empty.complaints.contains("secret_files.kakao_admin_key: The secret file \(folder.path)/empty is empty."))
        #expect(
            empty.complaints.contains("secret_files.kakao_client_secret: The file \(folder.path)/none cannot be read"))
        #expect(empty.complaints.contains("secret_files.master_key: there is no master key."))
        for complaints in [file, both, empty].map(\.complaints) {
            #expect(!complaints.contains("AAECAwQ"))
            #expect(!complaints.contains("s3cret"))
        }
    }

    @Test("C9: refuses every secret file that others may read, the certificate's key too")
    func exposedSecretFiles() async throws {
        let folder = try TemporaryFolder()
        for name in ["master", "client", "admin", "tls.key"] { _ = try folder.file(name, "AAAA", mode: 0o644) }
        _ = try folder.file("tls.pem", "a certificate is for everybody", mode: 0o644)
        let config = try folder.file(
            "login.json5",
            production.replacing("port: 0", with: "port: 0, certificate_file: 'tls.pem', private_key_file: 'tls.key'")
                .dropLast()
                + "secret_files: { master_key: 'master', kakao_client_secret: 'client', kakao_admin_key: 'admin' } }")

        let ended = try await Command.run(["serve", "--config", config])

        #expect(ended.status == 1)
        for (place, file) in [
            ("secret_files.master_key", "master"), ("secret_files.kakao_client_secret", "client"),
            ("secret_files.kakao_admin_key", "admin"), ("listen.private_key_file", "tls.key"),
        ] {
            let fault = "\(place): The secret file \(folder.path)/\(file) may be read or changed by other users."
            #expect(ended.complaints.contains("\(fault) Run chmod 600 \(folder.path)/\(file)."))
        }
        #expect(!ended.complaints.contains("AAAA"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/login.sqlite"))
    }

    @Test("a file that root lends to the service's group is a secret still")
    func lentByRoot() async throws {
        guard geteuid() == 0 else {
            return print("SKIPPED: only root can lend a file, and these tests run as another user.")
        }
        let folder = try TemporaryFolder()
        let config = try folder.file(
            "login.json5", production.dropLast() + "secret_files: { master_key: 'key' } }", mode: 0o644)
        let key = try folder.file("key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n", mode: 0o640)
        let group = try #require(getpwnam("nobody")).pointee.pw_gid
        #expect(chown(key, 0, group) == 0)
        #expect(chmod(folder.path, 0o755) == 0)

        let lent = try await Command.run(["serve", "--check", "--config", config], asNobody: true)
        #expect(chmod(key, 0o644) == 0)
        let open = try await Command.run(["serve", "--check", "--config", config], asNobody: true)

        #expect(lent.status == 0, "\(lent.complaints)")
        #expect(open.status == 1)
        #expect(open.complaints.contains("Run chmod 640 \(key)."))
    }

    @Test("asks for the texts that people must agree to")
    func readableTerms() async throws {
        let folder = try TemporaryFolder()
        let none = try folder.file("none", production.replacing("terms_of_service:", with: "audience:"))
        let own = try folder.file(
            "own", production.dropLast() + "terms: [{ name: 'service', title: { ko: '약관', en: 'Terms' } }] }")

        let first = try await Command.run(["serve", "--check", "--config", none], environment: secrets)
        let second = try await Command.run(["serve", "--check", "--config", own], environment: secrets)

        #expect([first.status, second.status] == [1, 1])
        #expect(first.complaints.contains("terms_of_service: people must be able to read what they agree to."))
        #expect(second.complaints.contains("terms[0].address: people must be able to read what they agree to."))
    }

    @Test("S58: takes an emulator and http with --dev only, on this machine only, and warns loudly")
    func development() async throws {
        let folder = try TemporaryFolder()
        func config(_ address: String, emulator: String, host: String) throws -> String {
            try folder.file(
                "login.json5",
                production.replacing("https://login.example.com", with: address).replacing("127.0.0.1", with: host)
                    .dropLast() + "emulator: '\(emulator)' }")
        }

        let loopback = try config("http://localhost:8080", emulator: "http://127.0.0.1:9900", host: "127.0.0.1")
        let refused = try await Command.run(["serve", "--config", loopback], environment: secrets)
        let program = try Command.start(["serve", "--dev", "--config", loopback], environment: secrets)
        let started = await program.output.next()
        program.signal(SIGTERM)
        #expect(await program.ending() == .exit(0))
        let warnings = await program.complaints.rest()
        let away = try config("https://login.example.com", emulator: "http://10.0.0.1:9900", host: "0.0.0.0")
        let outside = try await Command.run(["serve", "--dev", "--config", away], environment: secrets)

        #expect(refused.status == 1)
        #expect(refused.complaints.contains("emulator: an emulator may stand in for a provider with --dev only."))
        #expect(refused.complaints.contains("public_address: "))
        #expect(started?.contains("http://localhost:8080") == true)
        #expect(warnings.contains("WARNING: --dev is on"))
        #expect(warnings.contains("WARNING: the emulator at http://127.0.0.1:9900 stands in"))
        #expect(outside.status == 1)
        for place in ["public_address", "emulator", "listen.host"] {
            #expect(outside.complaints.contains("\n  \(place): "))
        }
    }

    @Test("tells all faults of its settings at once, each with its place, in both languages")
    func allFaults() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file(
            "login.json5",
            """
            {
                public_adress: "https://login.example.com",
                service_name: { ko: "예시" },
                listen: { host: "0.0.0.0", prot: 8080, port: "8080", certificate_file: "none.pem" },
                providers: { kakao: { rest_kye: "k", issuers: ["http://127.0.0.1:9900"] }, navre: {} },
                terms: [ { name: "service", required: "yes" }, 5 ],
                lives: { access_token: 86400 },
                clients: [
                    { id: "my shop", name: { ko: "가게", en: "Shop" }, redirect_uris: ["https://shop.example/"] },
                    { id: "shop", name: { ko: "가게", en: "Shop" }, redirect_uris: ["http://shop.example/"] },
                    { id: "social-login", name: { ko: "가게", en: "Shop" }, redirect_uris: ["com.example.shop:/x"] },
                    { id: "other", redirect_uri: "https://shop.example/" },
                ],
                picture_hosts: "x",
                logo: "http://example.com/logo.png",
                emulator: "http://127.0.0.1:9900",
                something: 1,
            }
            """)

        let english = try await Command.run(["serve", "--config", config])
        let korean = try await Command.run(["serve", "--config", config], environment: ["LANG": "ko_KR.UTF-8"])

        let places = english.complaints.split(separator: "\n").dropFirst().map { $0.prefix { $0 != ":" }.dropFirst(2) }
        #expect(english.status == 1)
        #expect(
            Set(places).isSuperset(of: [
                "public_address", "public_adress", "service_name.en", "listen.prot", "listen.port",
                "listen.private_key_file", "providers.kakao.issuers", "providers.kakao.rest_kye", "providers.navre",
                "providers.kakao.app_id",
                "terms[0].title", "terms[0].required", "terms[1]", "lives.access_token", "picture_hosts", "emulator",
                "logo",
                "something", "database", "secret_files.master_key",
                "clients[0].id", "clients[1].redirect_uris", "clients[3].name", "clients[3].redirect_uris",
                "clients[3].redirect_uri",
            ]))
        #expect(english.complaints.contains("public_adress: there is no such setting. Did you mean public_address?"))
        #expect(english.complaints.contains("listen.prot: there is no such setting. Did you mean port?"))
        #expect(
            english.complaints.contains("providers.kakao.rest_kye: there is no such setting. Did you mean rest_key?"))
        #expect(english.complaints.contains("providers.kakao.app_id: The settings of Kakao lack app_id."))
        #expect(english.complaints.contains("lives.access_token: must be a whole number from 60 to 900."))
        #expect(korean.complaints.contains("public_adress: 그런 설정은 없습니다. 혹시 public_address인가요?"))
        #expect(korean.complaints.split(separator: "\n").count == english.complaints.split(separator: "\n").count)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/login.sqlite"))
    }

    @Test(
        "tells line and column of what is no JSON",
        arguments: [
            ("{\n  a: 1\n  b: 2\n}", "line 3, column 3: this character is not allowed here."),
            ("{ \"가나\": tru }", "line 1, column 9: this character is not allowed here."),
            ("{ a: 'x", "line 1, column 8: something is not closed."), ("[]", "the document must be an object, { … }."),
            ("{ a: 1 } b", "line 1, column 10: something follows the end of the document."),
        ])
    func syntax(text: String, message: String) async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", text)

        let ended = try await Command.run(["serve", "--config", config])

        #expect(ended.status == 1)
        #expect(ended.complaints == "social-login: The settings file \(config) has one fault:\n  \(message)")
    }

    @Test("tells every fault of every provider once, by its place, with advice that fits")
    func providerFaults() async throws {
        let folder = try TemporaryFolder()
        let twice = try folder.file("naver.secret", "s3cret")
        let config = try folder.file(
            "login.json5",
            production.replacing(
                "providers: { kakao: { app_id: 1000001, rest_key: \"rest-key\" } },",
                with: """
                    providers: {
                        naver: { client_id: "a b", openid: "yes", nonce_exempt: 1, issuers: 5 },
                        apple: { key_id: "short", scopes: ["phone"] },
                        facebook: { app_id: 5, version: "v25" },
                    },
                    secret_files: { naver_client_secret: "\(twice)", apple_private_key: "none.p8" },
                    """))
        var environment = secrets
        environment["SOCIAL_LOGIN_NAVER_CLIENT_SECRET"] = "s3cret"

        let ended = try await Command.run(["serve", "--config", config, "--check"], environment: environment)

        let lines = ended.complaints.split(separator: "\n").dropFirst()
        let places = lines.map { String($0.prefix { $0 != ":" }.dropFirst(2)) }
        #expect(
            places.sorted() == [
                "providers.apple.key_id", "providers.apple.scopes", "providers.apple.services_id",
                "providers.apple.team_id", "providers.facebook.version", "providers.naver.client_id",
                "providers.naver.issuers", "providers.naver.nonce_exempt", "providers.naver.openid",
                "secret_files.apple_private_key", "secret_files.facebook_app_secret",
                "secret_files.naver_client_secret",
            ])
        func line(_ place: String) -> Substring { lines.first { $0.hasPrefix("  \(place):") } ?? "" }
        #expect(line("providers.naver.openid").contains("Write true or false"))
        #expect(line("providers.naver.issuers").contains("Write a list"))
        #expect(line("providers.facebook.version").contains("v25.0"))
        #expect(line("providers.apple.services_id").contains("bundle_ids"))
        #expect(line("secret_files.facebook_app_secret").contains("SOCIAL_LOGIN_FACEBOOK_APP_SECRET"))
        #expect(!ended.complaints.contains("s3cret"))
    }

    @Test("a secret that stands in the settings is a fault, and is not repeated")
    func secretInSettings() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file(
            "login.json5", production.replacing("rest_key:", with: "client_secret: 's3cret-client', rest_key:"))

        let ended = try await Command.run(["serve", "--config", config, "--check"], environment: secrets)

        #expect(ended.status == 1)
        #expect(ended.complaints.contains("providers.kakao.client_secret: a secret does not belong in the settings."))
        #expect(ended.complaints.contains("SOCIAL_LOGIN_KAKAO_CLIENT_SECRET"))
        #expect(!ended.complaints.contains("s3cret"))
    }

    @Test("listens on this machine, port 8080, where the settings say nothing of it")
    func usualListener() throws {
        let folder = try TemporaryFolder()
        for listen in ["", "listen: {},", "listen: null,"] {
            let config = try folder.file(
                "login.json5", production.replacing("listen: { host: \"127.0.0.1\", port: 0 },", with: listen))

            let settings = try ServeSettings(file: config, isDevelopment: false, environment: secrets)

            #expect(settings.listener.host == "127.0.0.1")
            #expect(settings.listener.port == 8080)
        }
    }

    @Test("offers no secret among the settings of a provider")
    func offeredSettings() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("login.json5", production.replacing("rest_key:", with: "zzzzzzzzzz: 1, rest_key:"))

        let ended = try await Command.run(["serve", "--config", config, "--check"], environment: secrets)

        #expect(ended.status == 1)
        #expect(
            ended.complaints.contains("providers.kakao.zzzzzzzzzz: there is no such setting. The settings here are"))
        #expect(!ended.complaints.contains("client_secret"))
        #expect(!ended.complaints.contains("admin_key"))
    }
}
