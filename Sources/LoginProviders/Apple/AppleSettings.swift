// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto

/// What an operator knows of a team and its apps at Apple; `Documents/Consoles/Apple.md` says where each value stands.
public struct AppleSettings: Sendable {
    /// The team's id of ten characters. A person has one subject for all apps of a team.
    public var teamID: String
    /// The Services ID: who asks in a browser, and everywhere but on Apple's own systems.
    public var servicesID: String?
    /// The bundle ids of the apps that sign in on Apple's own systems.
    public var bundleIDs: [String]
    /// The id of the key, ten characters.
    public var keyID: String?
    /// The text of the key file (`.p8`), of which client secrets are made. Without it nothing but id_tokens can be checked.
    public var privateKey: Secret?
    /// What a sign-in in the browser asks for; Apple knows `name` and `email`.
    public var scopes: [String]
    /// What an id_token may name as its issuer.
    public var issuers: Set<String>

    /// Describes a team and its apps.
    public init(
        teamID: String, servicesID: String? = nil, bundleIDs: [String] = [], keyID: String? = nil,
        privateKey: Secret? = nil, scopes: [String] = ["name", "email"],
        issuers: Set<String> = ["https://appleid.apple.com"]
    ) {
        self.teamID = teamID
        self.servicesID = servicesID
        self.bundleIDs = bundleIDs
        self.keyID = keyID
        self.privateKey = privateKey
        self.scopes = scopes
        self.issuers = issuers
    }

    /// Everything that an id_token for this team's apps may be made for.
    var audiences: Set<String> {
        Set(bundleIDs + [servicesID].compactMap { $0 })
    }

    /// Who asks: the Services ID, since everything else that asks is Apple's own system.
    var clientID: String? { servicesID ?? bundleIDs.first }
}

extension AppleSettings {
    /// The names of a server's settings.
    static let names = ["team_id", "services_id", "bundle_ids", "key_id", "scopes", "issuers"]

    /// Reads a server's settings: `team_id`, `key_id` and `services_id`, `bundle_ids` or both, and where wanted `scopes` and
    /// `issuers`. The secret `private_key` comes from elsewhere and must be there: without it no code can be exchanged.
    init(_ settings: ProviderSettings) throws(LoginError) {
        guard let privateKey = settings.secret("private_key") else {
            throw .secretMissing("private_key", provider: .apple)
        }
        self.init(
            teamID: try settings.text("team_id"), servicesID: try settings.optionalText("services_id"),
            bundleIDs: try settings.texts("bundle_ids") ?? [], keyID: try settings.text("key_id"),
            privateKey: privateKey)
        if let scopes = try settings.texts("scopes") { self.scopes = scopes }
        if let issuers = try settings.texts("issuers") { self.issuers = Set(issuers) }
    }

    /// Refuses values with which some check could never be made, and a scope that Apple does not know: it would refuse the
    /// whole sign-in.
    func validated() throws(LoginError) -> AppleSettings {
        guard Self.isTenCharacters(teamID) else { throw .settingInvalid("team_id", provider: .apple) }
        guard keyID.map(Self.isTenCharacters) ?? true else { throw .settingInvalid("key_id", provider: .apple) }
        guard !audiences.isEmpty else {
            throw .settingMissing(
                "services_id", provider: .apple,
                remedy: BilingualText(
                    ko: "브라우저에는 services_id를, 앱에는 bundle_ids를 적으세요. 둘 다 적어도 됩니다.",
                    en: "Add services_id for browsers, bundle_ids for apps, or both."))
        }
        guard servicesID?.isComparable ?? true else { throw .settingInvalid("services_id", provider: .apple) }
        // One id cannot be both: an app's nonce is hashed and a browser's is not.
        guard bundleIDs.allSatisfy({ $0.isComparable && $0 != servicesID }) else {
            throw .settingInvalid("bundle_ids", provider: .apple)
        }
        guard scopes.allSatisfy(["name", "email", "openid"].contains) else {
            throw .settingInvalid(
                "scopes", provider: .apple,
                remedy: BilingualText(
                    ko: "Apple이 아는 것은 name과 email뿐입니다.", en: "Apple knows name and email, and nothing else."))
        }
        guard !issuers.isEmpty, issuers.allSatisfy(\.isComparable) else {
            throw .settingInvalid("issuers", provider: .apple)
        }
        return self
    }

    /// The key that signs client secrets; nil where there is none. Throws `signing_key_unreadable` for a damaged file and
    /// `setting_invalid` for a key of another kind than Apple's.
    func signingKey() throws(LoginError) -> SigningKey? {
        guard let privateKey else { return nil }
        guard let keyID else { throw .settingMissing("key_id", provider: .apple) }
        let key: SigningKey
        do throws(LoginError) {
            key = try SigningKey(pem: privateKey, id: keyID)
        } catch {
            var fault = error
            fault.setting = "private_key"
            throw fault
        }
        guard key.algorithm == .es256 else { throw .settingInvalid("private_key", provider: .apple) }
        return key
    }

    /// Ids of teams and keys are ten capital letters and digits.
    private static func isTenCharacters(_ id: String) -> Bool {
        id.utf8.count == 10
            && id.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
