// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import LoginServer

/// Everything that `serve` needs, read from a settings file and found to be right.
struct ServeSettings: Sendable {
    /// What the server itself is told.
    let server: LoginServerSettings
    /// Where it listens.
    let listener: ListenerSettings
    /// The SQLite file.
    let database: String
    /// The keys from which all others are derived.
    let masterKeys: MasterKeys
    /// The providers' own settings.
    let providers: ProviderSection
    /// Authorities to trust in place of the system's, as a PEM file.
    let certificateAuthorityFile: String?

    /// Reads a file; every fault is found and told at once.
    ///
    /// - Parameter isDevelopment: the `--dev` switch: then every address must be on this machine, otherwise none may.
    init(file: String, isDevelopment: Bool, environment: [String: String]) throws {
        let notebook = SettingsNotebook()
        let root = SettingsSection(try SettingsDocument.read(file), at: "", notebook: notebook)
        let paths = SettingsPaths(file: file)

        let files = root.section("secret_files") { section in
            section.texts(named: ProviderSection.secretNames + ["master_key"]).mapValues(paths.absolute)
        }
        let secrets = SecretSource(environment: environment, files: files ?? [:])
        let masterKeys = Self.masterKeys(secrets, root)
        let emulator = Self.emulator(root, isDevelopment: isDevelopment)
        let server = Self.server(root, paths, isDevelopment: isDevelopment)
        let listener = Self.listener(
            root, paths, isDevelopment: isDevelopment, scheme: server?.isSecure == false ? "http" : "https")
        let database = root.requiredText("database").map(paths.absolute)
        let authorities = root.text("certificate_authority_file").map(paths.absolute)
        let providers = ProviderSection(root, secrets: secrets, isDevelopment: isDevelopment)
        root.finish()

        guard notebook.faults.isEmpty, var server, let listener, let database, let masterKeys, let providers else {
            throw SettingsError(file: file, faults: notebook.faults)
        }
        server.emulator = emulator
        self.server = server
        self.listener = listener
        self.database = database
        self.masterKeys = masterKeys
        self.providers = providers
        certificateAuthorityFile = authorities
    }

    private static func masterKeys(_ secrets: SecretSource, _ root: SettingsSection) -> MasterKeys? {
        let name = "secret_files.master_key"
        do {
            if let text = try secrets.secret("master_key") { return try MasterKeys(text: text) }
            root.note(
                name,
                BilingualText(
                    ko: "마스터 키가 없습니다. 환경 변수 SOCIAL_LOGIN_MASTER_KEY로 주거나 여기에 파일을 적으세요.",
                    en: "there is no master key. Set the variable SOCIAL_LOGIN_MASTER_KEY or name a file here."))
        } catch {
            root.note(name, error.asFault)
        }
        return nil
    }

    private static func emulator(_ root: SettingsSection, isDevelopment: Bool) -> EmulatorRouting? {
        guard let base = root.text("emulator") else { return nil }
        guard isDevelopment else {
            root.note(
                "emulator",
                BilingualText(
                    ko: "에뮬레이터는 --dev에서만 쓸 수 있습니다.", en: "an emulator may stand in for a provider with --dev only."))
            return nil
        }
        do {
            return try EmulatorRouting(base: base)
        } catch {
            root.note("emulator", error.asFault)
            return nil
        }
    }

    private static func server(
        _ root: SettingsSection, _ paths: SettingsPaths, isDevelopment: Bool
    ) -> LoginServerSettings? {
        let address = root.requiredText("public_address")
        root.requireMember("service_name")
        let name = root.bilingualText("service_name")
        let audience = root.text("audience")
        let hosts = root.texts("picture_hosts")
        let version = root.text("terms_version")
        let terms = allTerms(root, isDevelopment: isDevelopment)
        let lives = root.section("lives", read: Self.lives)
        let clients = clients(root)
        let logo = logo(root, paths)
        guard let address else { return nil }
        if isDevelopment, HTTPAddress(address)?.isLoopback != true {
            root.note("public_address", .onlyThisMachine)
            return nil
        }
        do {
            var settings = try LoginServerSettings(
                publicAddress: address, serviceName: name ?? BilingualText(ko: "", en: ""), terms: terms,
                termsVersion: version ?? "1", allowsLoopbackHTTP: isDevelopment)
            if let audience { settings.audience = audience }
            if let hosts { settings.pictureHosts = Set(hosts) }
            if let lives { settings.lives = lives }
            settings.clients = clients
            settings.logo = logo
            return settings
        } catch {
            root.note("public_address", error.asFault)
            return nil
        }
    }

    /// The usual terms at the operator's addresses, or a list of the operator's own.
    private static func allTerms(_ root: SettingsSection, isDevelopment: Bool) -> [Terms] {
        let (service, privacy) = (root.text("terms_of_service"), root.text("privacy_policy"))
        let own = root.sections("terms", read: Self.terms)
        guard !isDevelopment else { return own ?? .usual(service: service, privacy: privacy) }
        if let own {
            for (index, terms) in own.enumerated() where terms.isRequired && terms.address == nil {
                root.note("terms[\(index)].address", .unreadable)
            }
            return own
        }
        if service == nil { root.note("terms_of_service", .unreadable) }
        if privacy == nil { root.note("privacy_policy", .unreadable) }
        return .usual(service: service, privacy: privacy)
    }

    private static func terms(_ section: SettingsSection) -> Terms? {
        section.requireMember("title")
        let title = section.bilingualText("title")
        let isRequired = section.bool("required") ?? true
        let address = section.text("address")
        guard let name = section.requiredText("name"), let title else { return nil }
        return Terms(name: name, title: title, isRequired: isRequired, address: address)
    }

    /// A picture at an https address, or in a file.
    private static func logo(_ root: SettingsSection, _ paths: SettingsPaths) -> Logo? {
        guard let text = root.text("logo") else { return nil }
        do {
            guard !text.contains("://") else { return try Logo(address: text) }
            return try Logo(file: TextFile.bytes(of: paths.absolute(text)))
        } catch {
            root.note("logo", error.asFault)
            return nil
        }
    }

    private static func clients(_ root: SettingsSection) -> [AppClient] {
        let clients = root.sections("clients") { section -> AppClient? in
            section.requireMember("name")
            section.requireMember("redirect_uris")
            let name = section.bilingualText("name")
            let addresses = section.texts("redirect_uris")
            guard let id = section.requiredText("id"), let name, let addresses else { return nil }
            do throws(LoginError) {
                return try AppClient(id: id, name: name, redirectURIs: addresses)
            } catch {
                section.note(error.code == .clientIDRefused ? "id" : "redirect_uris", error.asFault)
                return nil
            }
        }
        var ids: Set = ["social-login"]
        for (index, client) in (clients ?? []).enumerated() where !ids.insert(client.id).inserted {
            root.note(
                "clients[\(index)].id",
                BilingualText(
                    ko: "이 ID는 이미 있습니다. social-login은 명령의 것입니다.",
                    en: "this id is taken already; social-login is the command's own."))
        }
        return clients ?? []
    }

    private static func lives(_ section: SettingsSection) -> LoginServerSettings.Lives? {
        var lives = LoginServerSettings.Lives()
        let (minute, day) = (60, 86_400)
        if let seconds = section.integer("access_token", in: minute...15 * minute) { lives.accessToken = seconds }
        if let seconds = section.integer("session_idle", in: minute...400 * day) { lives.sessionIdle = seconds }
        if let seconds = section.integer("session", in: minute...400 * day) { lives.session = seconds }
        if let seconds = section.integer("refresh_grace", in: 0...10 * minute) { lives.refreshGrace = seconds }
        if let seconds = section.integer("signing_key", in: day...400 * day) { lives.signingKey = seconds }
        if let seconds = section.integer("history", in: day...400 * day) { lives.history = seconds }
        return lives
    }

    private static func listener(
        _ root: SettingsSection, _ paths: SettingsPaths, isDevelopment: Bool, scheme: String
    ) -> ListenerSettings? {
        root.sectionOrEmpty("listen") { section in
            let host = section.text("host") ?? "127.0.0.1"
            let port = section.integer("port", in: 0...65_535) ?? 8080
            let certificate = section.text("certificate_file").map(paths.absolute)
            let key = section.text("private_key_file").map(paths.absolute)
            let isLoopback = HTTPAddress.isLoopback(host: host)
            if isDevelopment, !isLoopback {
                section.note("host", .onlyThisMachine)
            } else if certificate == nil, key == nil, !isLoopback {
                section.note(
                    "host",
                    BilingualText(
                        ko:
                            "암호화 없이는 이 컴퓨터(127.0.0.1)에서만 기다릴 수 있습니다. certificate_file과 private_key_file을 적거나 프록시를 앞에 두세요.",
                        en: "without TLS only this machine (127.0.0.1) may be listened on. Add certificate_file and "
                            + "private_key_file, or put a proxy in front."))
            }
            do throws(LoginError) {
                return ListenerSettings(
                    host: host, port: port, tls: try tls(certificate, key, section), scheme: scheme)
            } catch {
                section.note("certificate_file", error.asFault)
                return nil
            }
        }
    }

    private static func tls(
        _ certificate: String?, _ key: String?, _ section: SettingsSection
    ) throws(LoginError) -> ListenerSettings.TLS? {
        guard let certificate, let key else {
            if certificate != nil { section.requireMember("private_key_file") }
            if key != nil { section.requireMember("certificate_file") }
            return nil
        }
        let chain = try TextFile.read(certificate)
        do throws(LoginError) {
            return ListenerSettings.TLS(certificatePEM: chain, privateKeyPEM: try TextFile.secret(key))
        } catch {
            section.note("private_key_file", error.asFault)
            return nil
        }
    }
}

extension LoginError {
    /// Message and remedy as one fault of a settings file.
    var asFault: BilingualText {
        BilingualText(ko: "\(message.korean) \(remedy.korean)", en: "\(message.english) \(remedy.english)")
    }
}

extension BilingualText {
    fileprivate static let unreadable = BilingualText(
        ko: "사람들이 동의할 내용을 읽을 수 있어야 합니다. 그 글의 https 주소를 적으세요.",
        en: "people must be able to read what they agree to. Write the https address of the text.")

    fileprivate static let onlyThisMachine = BilingualText(
        ko: "--dev에서는 이 컴퓨터의 주소(localhost, 127.0.0.1)만 쓸 수 있습니다.",
        en: "with --dev only addresses of this machine (localhost, 127.0.0.1) may be used.")
}
