// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Every provider that this package knows. A new one is a folder beside `Kakao/` and one line in `entries`.
public enum ProviderCatalogue {
    /// One provider, before it is set up.
    public struct Entry: Sendable {
        /// Which one it is.
        public let id: ProviderID
        /// What people call it.
        public let name: BilingualText
        /// The settings that it takes, by name.
        public let settingNames: [String]
        /// The secrets that it takes, by name; a command reads them from its environment.
        public let secretNames: [String]
        /// The hosts that are called for it, all by https; a transport need reach no other (OWASP ASVS 13.2.4).
        public let hosts: Set<String>
        /// What each of its errors means.
        public let errors: [VendorError]
        let demo: Demo
        let make: @Sendable (ProviderSettings, ProviderEnvironment) throws(LoginError) -> Provider
    }

    /// The app that the emulator's demo has at a provider.
    struct Demo: Sendable {
        /// Its settings by name.
        let settings: JSONValue
        /// Its secrets by name.
        let secrets: [String: Secret]
    }

    /// All of them, in the order in which pages show them.
    public static let entries: [Entry] = [.kakao, .naver, .apple, .facebook]

    /// The one that is meant where nobody names any: the first.
    public static var usual: ProviderID { entries[0].id }

    /// Sets up the providers that an operator's settings name; the rest stay off.
    ///
    /// Throws `setting_invalid` for a provider or a setting that nobody knows and for a value that cannot work, so that
    /// no check is left out for want of a value.
    ///
    /// - Parameters:
    ///   - settings: members by provider, for example `{"kakao": {"app_id": 1, "rest_key": "…"}}`.
    ///   - secret: gives the secret of a provider by its name, for example `client_secret`; nil where there is none.
    ///   - environment: what the providers need from outside.
    public static func providers(
        settings: JSONObject, secret: @escaping @Sendable (ProviderID, String) -> Secret?,
        environment: ProviderEnvironment
    ) throws(LoginError) -> [Provider] {
        for name in settings.names where !entries.contains(where: { $0.id.rawValue == name }) {
            throw .providerUnknown(name, known: entries.map(\.id))
        }
        var providers: [Provider] = []
        for entry in entries {
            guard let value = settings[entry.id.rawValue] else { continue }
            guard let members = value.object else { throw .settingInvalid(entry.id.rawValue, provider: entry.name) }
            let read = ProviderSettings(provider: entry.name, members: members) { secret(entry.id, $0) }
            try read.refuseOthers(than: Set(entry.settingNames), secrets: entry.secretNames)
            providers.append(try entry.make(read, environment))
        }
        return providers
    }
}

extension ProviderCatalogue {
    /// Every fault in the settings of one provider, none of them twice. Nothing is called.
    ///
    /// A provider tells the first thing that it trips over. So what that is gets a value that works, and the rest is tried again.
    ///
    /// - Parameters:
    ///   - members: its settings.
    ///   - unread: secrets that are there and could not be read, which somebody else complains about.
    package static func faults(
        of entry: Entry, in members: JSONObject, unread: Set<String>,
        secret: @escaping @Sendable (String) -> Secret?, environment: ProviderEnvironment
    ) -> [LoginError] {
        var members = members
        var working = entry.demo.secrets.filter { unread.contains($0.key) }
        var faults: [LoginError] = []
        while true {
            do throws(LoginError) {
                _ = try providers(
                    settings: JSONObject([.init(name: entry.id.rawValue, value: .object(members))]),
                    secret: { [working] _, name in working[name] ?? secret(name) }, environment: environment)
                return faults
            } catch {
                guard let name = error.setting else { return faults + [error] }
                guard !faults.contains(where: { $0.setting == name }) else { return faults }
                faults.append(error)
                if entry.secretNames.contains(name) {
                    working[name] = entry.demo.secrets[name]
                } else {
                    members[name] = entry.demo.settings[name]
                }
            }
        }
    }

    /// Every provider, set up for the apps that the emulator's demo has.
    public static func demo(environment: ProviderEnvironment) throws(LoginError) -> [Provider] {
        let settings = JSONObject(entries.map { .init(name: $0.id.rawValue, value: $0.demo.settings) })
        let secrets = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.demo.secrets) })
        return try providers(settings: settings, secret: { secrets[$0]?[$1] }, environment: environment)
    }
}

extension LoginError {
    fileprivate static func providerUnknown(_ name: String, known: [ProviderID]) -> LoginError {
        let list = known.map(\.rawValue).joined(separator: ", ")
        return LoginError(
            .settingInvalid, advice: .fixSetup,
            message: BilingualText(
                ko: "설정에 알 수 없는 제공자가 있습니다: \(name)", en: "The settings name an unknown provider: \(name)."),
            remedy: BilingualText(ko: "쓸 수 있는 제공자: \(list)", en: "Known providers: \(list)."))
    }
}
