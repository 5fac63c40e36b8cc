// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What an operator knows of an app at Facebook; `Documents/Consoles/Facebook.md` says where each value stands.
public struct FacebookSettings: Sendable {
    /// The app's number. A person has another id for every app.
    public var appID: String
    /// The app's secret, for a server: with it access tokens are inspected and every call proves itself. An app has none.
    public var appSecret: Secret?
    /// The version of dialog and Graph API, for example `v25.0`.
    public var version: String
    /// What a sign-in asks for.
    public var scopes: [String]
    /// What the id_token of a Limited Login may name as its issuer.
    public var issuers: Set<String>

    /// Describes an app.
    public init(
        appID: String, appSecret: Secret? = nil, version: String = "v25.0",
        scopes: [String] = ["public_profile", "email"], issuers: Set<String> = ["https://www.facebook.com"]
    ) {
        self.appID = appID
        self.appSecret = appSecret
        self.version = version
        self.scopes = scopes
        self.issuers = issuers
    }
}

extension FacebookSettings {
    /// The names of a server's settings.
    static let names = ["app_id", "version", "scopes", "issuers"]

    /// Reads a server's settings: `app_id`, and where wanted `version`, `scopes` and `issuers`. The secret `app_secret` comes
    /// from elsewhere and must be there: without it no access token could be told from another app's.
    init(_ settings: ProviderSettings) throws(LoginError) {
        guard let appSecret = settings.secret("app_secret") else {
            throw .secretMissing("app_secret", provider: .facebook)
        }
        self.init(appID: try settings.text("app_id"), appSecret: appSecret)
        if let version = try settings.optionalText("version") { self.version = version }
        if let scopes = try settings.texts("scopes") { self.scopes = scopes }
        if let issuers = try settings.texts("issuers") { self.issuers = Set(issuers) }
    }

    /// Refuses values with which some check could never be made, and a version that is none: it becomes part of addresses.
    func validated() throws(LoginError) -> FacebookSettings {
        guard let number = Int64(appID), number > 0, String(number) == appID else {
            throw .settingInvalid("app_id", provider: .facebook)
        }
        guard appSecret?.exposed.isComparable ?? true else { throw .settingInvalid("app_secret", provider: .facebook) }
        guard Self.isVersion(version) else {
            throw .settingInvalid(
                "version", provider: .facebook,
                remedy: BilingualText(
                    ko: "Graph API 버전을 v25.0과 같은 꼴로 적으세요.", en: "Write a version of the Graph API as in v25.0."))
        }
        guard scopes.allSatisfy(\.isComparable) else { throw .settingInvalid("scopes", provider: .facebook) }
        guard !issuers.isEmpty, issuers.allSatisfy(\.isComparable) else {
            throw .settingInvalid("issuers", provider: .facebook)
        }
        return self
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// `v` and two numbers with a point between them.
    private static func isVersion(_ text: String) -> Bool {
        guard text.hasPrefix("v") else { return false }
        let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 2
            && numbers.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }
    }
}
