// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What an operator knows of an app at Kakao; `Documents/Consoles/Kakao.md` says where each value stands.
public struct KakaoSettings: Sendable {
    /// The app's number; it tells our tokens from those of other apps. An app that only signs in may leave it out.
    public var appID: String?
    /// The key for servers and browsers.
    public var restKey: String?
    /// The key for apps; it is the one that asks where there is no REST key.
    public var nativeKey: String?
    /// The key for scripts in a browser.
    public var javascriptKey: String?
    /// The secret that belongs to the REST key.
    public var clientSecret: Secret?
    /// The key that acts for the app itself; needed to unlink people of whom no token is kept.
    public var adminKey: Secret?
    /// The consents that a sign-in asks for by name; with none, the console decides (`openid` is among them only by name).
    public var scopes: [String]
    /// Which parts of the profile are read, for example `kakao_account.email`; with none, everything agreed to.
    public var propertyKeys: [String]
    /// What an id_token may name as its issuer.
    public var issuers: Set<String>

    /// Describes an app.
    public init(
        appID: String? = nil, restKey: String? = nil, nativeKey: String? = nil, javascriptKey: String? = nil,
        clientSecret: Secret? = nil, adminKey: Secret? = nil, scopes: [String] = [], propertyKeys: [String] = [],
        issuers: Set<String> = ["https://kauth.kakao.com"]
    ) {
        self.appID = appID
        self.restKey = restKey
        self.nativeKey = nativeKey
        self.javascriptKey = javascriptKey
        self.clientSecret = clientSecret
        self.adminKey = adminKey
        self.scopes = scopes
        self.propertyKeys = propertyKeys
        self.issuers = issuers
    }

    /// Every key that an id_token of this app may be made for.
    var audiences: Set<String> {
        Set([restKey, nativeKey, javascriptKey].compactMap { $0 })
    }

    /// The key that asks.
    var clientID: String? { restKey ?? nativeKey ?? javascriptKey }
}

extension KakaoSettings {
    /// The names of a server's settings.
    static let names = [
        "app_id", "rest_key", "native_key", "javascript_key", "scopes", "property_keys", "issuers",
    ]

    /// Reads a server's settings: `app_id` and `rest_key`, and where wanted `native_key`, `javascript_key`, `scopes`,
    /// `property_keys` and `issuers`. The secrets `client_secret` and `admin_key` come from elsewhere.
    init(_ settings: ProviderSettings) throws(LoginError) {
        self.init(
            appID: try settings.text("app_id"), restKey: try settings.text("rest_key"),
            nativeKey: try settings.optionalText("native_key"),
            javascriptKey: try settings.optionalText("javascript_key"),
            clientSecret: settings.secret("client_secret"), adminKey: settings.secret("admin_key"),
            scopes: try settings.texts("scopes") ?? [], propertyKeys: try settings.texts("property_keys") ?? [])
        if let issuers = try settings.texts("issuers") { self.issuers = Set(issuers) }
    }

    /// Refuses values with which some check could never be made: no key at all, an empty one, no issuer, an id that is no
    /// number.
    func validated() throws(LoginError) -> KakaoSettings {
        guard !audiences.isEmpty else { throw .settingMissing("rest_key", provider: .kakao) }
        guard audiences.allSatisfy(\.isComparable) else { throw .settingInvalid("rest_key", provider: .kakao) }
        guard !issuers.isEmpty, issuers.allSatisfy(\.isComparable) else {
            throw .settingInvalid("issuers", provider: .kakao)
        }
        if let appID {
            guard let number = Int64(appID), number > 0, String(number) == appID else {
                throw .settingInvalid("app_id", provider: .kakao)
            }
        }
        return self
    }
}
