// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders

/// The `providers` object of a settings file: one member for each provider that is on.
struct ProviderSection: Sendable {
    private let members: JSONObject
    private let secrets: [String: Secret]

    /// The secrets of all providers as they are named in `secret_files`, for example `kakao_client_secret`.
    static let secretNames = ProviderCatalogue.entries.flatMap { entry in
        entry.secretNames.map { secretName($0, of: entry.id) }
    }

    /// Reads the object and tries every provider out; nil where something is wrong, which is noted.
    init?(_ root: SettingsSection, secrets source: SecretSource, isDevelopment: Bool) {
        root.requireMember("providers")
        let found = root.section("providers") { section in
            ProviderCatalogue.entries.reduce(into: JSONObject()) { members, entry in
                guard let value = section.value(entry.id.rawValue) else { return }
                members[entry.id.rawValue] = value
                if !isDevelopment { Self.checkIssuers(of: value, entry.id, section) }
            }
        }
        guard let found else { return nil }
        members = found
        secrets = Self.secrets(source, root)
        for name in members.names { tryOut(name, root) }
        if members.isEmpty {
            root.note("providers", BilingualText(ko: "제공자가 하나도 없습니다.", en: "there is no provider in it."))
        }
    }

    /// Puts the providers together.
    func providers(in environment: ProviderEnvironment) throws(LoginError) -> [Provider] {
        try ProviderCatalogue.providers(
            settings: members, secret: { [secrets] id, name in secrets[Self.secretName(name, of: id)] },
            environment: environment)
    }

    private static func secretName(_ name: String, of provider: ProviderID) -> String { "\(provider)_\(name)" }

    private static func secrets(_ source: SecretSource, _ root: SettingsSection) -> [String: Secret] {
        secretNames.reduce(into: [:]) { secrets, name in
            do throws(LoginError) {
                secrets[name] = try source.secret(name)
            } catch {
                root.note("secret_files.\(name)", error.asFault)
            }
        }
    }

    /// Sets one provider up without a network, so that the faults of all of them are found.
    private func tryOut(_ name: String, _ root: SettingsSection) {
        let alone = ProviderSection(members: JSONObject(members.members.filter { $0.name == name }), secrets: secrets)
        let environment = ProviderEnvironment(
            transport: NoNetwork(), clock: SystemWallClock(), random: SystemRandomSource(), log: .silent)
        do {
            _ = try alone.providers(in: environment)
        } catch {
            root.note("providers.\(name)", error.asFault)
        }
    }

    private init(members: JSONObject, secrets: [String: Secret]) {
        self.members = members
        self.secrets = secrets
    }

    /// An issuer on http or on this machine is an emulator's, which no real sign-in may be checked against.
    private static func checkIssuers(of value: JSONValue, _ provider: ProviderID, _ section: SettingsSection) {
        for issuer in value["issuers"]?.array?.compactMap(\.string) ?? [] {
            guard let address = HTTPAddress(issuer), address.scheme == "https", !address.isLoopback else {
                section.note(
                    "\(provider).issuers",
                    BilingualText(
                        ko: "--dev 없이는 다른 컴퓨터의 https 주소여야 합니다.",
                        en: "must be https and not on this machine without --dev."))
                return
            }
        }
    }
}

/// A network that is not there.
private struct NoNetwork: HTTPTransport {
    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.refused, host: request.host, mayHaveBeenReceived: false)
    }
}
