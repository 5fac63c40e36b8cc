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
        var misspelt: [ProviderID: Set<String>] = [:]
        let found = root.section("providers") { section in
            ProviderCatalogue.entries.reduce(into: JSONObject()) { members, entry in
                let settings = section.section(entry.id.rawValue) { section in
                    Self.refuseSecrets(of: entry, section)
                    if !isDevelopment { Self.checkIssuers(section) }
                    misspelt[entry.id] = section.misspelt(among: entry.settingNames)
                    return section.values(named: entry.settingNames)
                }
                members[entry.id.rawValue] = settings.map { .object($0) }
            }
        }
        guard let found else { return nil }
        members = found
        secrets = Self.secrets(source, root)
        for entry in ProviderCatalogue.entries {
            guard let settings = members[entry.id.rawValue]?.object else { continue }
            tryOut(entry, settings, misspelt: misspelt[entry.id] ?? [], root)
        }
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

    /// Sets one provider up without a network, until everything that is wrong with it is found.
    ///
    /// - Parameter misspelt: settings that are there under a wrong name, which is told already.
    private func tryOut(
        _ entry: ProviderCatalogue.Entry, _ settings: JSONObject, misspelt: Set<String>, _ root: SettingsSection
    ) {
        let environment = ProviderEnvironment(
            transport: NoNetwork(), clock: SystemWallClock(), random: SystemRandomSource(), log: .silent)
        func places(_ name: String) -> [String] {
            ["providers.\(entry.id).\(name)", "secret_files.\(Self.secretName(name, of: entry.id))"]
        }
        let unread = entry.secretNames.filter { name in places(name).contains(where: root.hasFault) }
        let faults = ProviderCatalogue.faults(
            of: entry, in: settings, unread: Set(unread),
            secret: { [secrets] name in secrets[Self.secretName(name, of: entry.id)] }, environment: environment)
        for fault in faults {
            guard let name = fault.setting else {
                root.note("providers.\(entry.id)", fault.asFault)
                continue
            }
            let isSecret = entry.secretNames.contains(name)
            let place = places(name)[isSecret ? 1 : 0]
            guard !root.hasFault(at: place), settings[name] != nil || !misspelt.contains(name) else { continue }
            root.note(
                place,
                isSecret && secrets[Self.secretName(name, of: entry.id)] == nil
                    ? missing(name, of: entry, fault) : fault.asFault)
        }
    }

    /// Says of a secret that is not there both ways to give it.
    private func missing(
        _ name: String, of entry: ProviderCatalogue.Entry, _ fault: LoginError
    ) -> BilingualText {
        let variable = SecretSource.variable(for: Self.secretName(name, of: entry.id))
        return BilingualText(
            ko: "\(fault.message.korean) 환경 변수 \(variable)로 주거나 여기에 파일을 적으세요.",
            en: "\(fault.message.english) Set the variable \(variable) or name a file here.")
    }

    /// An issuer on http or on this machine is an emulator's, which no real sign-in may be checked against.
    private static func checkIssuers(_ section: SettingsSection) {
        let issuers = section.value("issuers")?.array?.compactMap(\.string) ?? []
        let areReal = issuers.allSatisfy { issuer in
            HTTPAddress(issuer).map { $0.scheme == "https" && !$0.isLoopback } ?? false
        }
        guard !areReal else { return }
        section.note(
            "issuers",
            BilingualText(
                ko: "--dev 없이는 다른 컴퓨터의 https 주소여야 합니다.", en: "must be https and not on this machine without --dev."))
    }

    /// A secret in the settings would end up in a repository.
    private static func refuseSecrets(of entry: ProviderCatalogue.Entry, _ section: SettingsSection) {
        for name in entry.secretNames where section.holdsRefused(name) {
            let fullName = secretName(name, of: entry.id)
            let variable = SecretSource.variable(for: fullName)
            section.note(
                name,
                BilingualText(
                    ko: "비밀 값은 설정 파일에 적지 않습니다. 환경 변수(\(variable))나 secret_files 항목(\(fullName))으로 주세요.",
                    en:
                        "a secret does not belong in the settings. Use the variable \(variable) or \(fullName) in secret_files."
                ))
        }
    }
}

/// A network that is not there.
private struct NoNetwork: HTTPTransport {
    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.refused, host: request.host, mayHaveBeenReceived: false)
    }
}
