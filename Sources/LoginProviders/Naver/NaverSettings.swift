// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What an operator knows of an app at Naver; `Documents/Consoles/Naver.md` says where each value stands.
public struct NaverSettings: Sendable {
    /// The app's client id.
    public var clientID: String
    /// The secret that belongs to it; Naver takes no code without it, so only a server can exchange one.
    public var clientSecret: Secret?
    /// Whether people are sent over Naver's OpenID Connect path, which knows PKCE and gives an id_token.
    public var usesOpenID: Bool
    /// Whether an id_token that comes with a code may lack the nonce, or not come at all. One that comes alone never may. Codes of
    /// Naver's own app, which come without a redirect URI and know the older path alone, are taken beside `usesOpenID` only so.
    public var isNonceExempt: Bool
    /// What an id_token may name as its issuer.
    public var issuers: Set<String>

    /// Describes an app.
    public init(
        clientID: String, clientSecret: Secret? = nil, usesOpenID: Bool = false, isNonceExempt: Bool = false,
        issuers: Set<String> = ["https://nid.naver.com"]
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.usesOpenID = usesOpenID
        self.isNonceExempt = isNonceExempt
        self.issuers = issuers
    }
}

extension NaverSettings {
    /// The names of a server's settings.
    static let names = ["client_id", "openid", "nonce_exempt", "issuers"]

    /// Reads a server's settings: `client_id`, and where wanted `openid`, `nonce_exempt` and `issuers`. The secret
    /// `client_secret` comes from elsewhere and has to be there.
    init(_ settings: ProviderSettings) throws(LoginError) {
        self.init(
            clientID: try settings.text("client_id"), clientSecret: settings.secret("client_secret"),
            usesOpenID: try settings.flag("openid") ?? false,
            isNonceExempt: try settings.flag("nonce_exempt") ?? false)
        if let issuers = try settings.texts("issuers") { self.issuers = Set(issuers) }
        guard clientSecret != nil else { throw .secretMissing("client_secret", provider: .naver) }
    }

    /// Refuses values with which some check could never be made, or no call would work.
    func validated() throws(LoginError) -> NaverSettings {
        guard clientID.isComparable else { throw .settingInvalid("client_id", provider: .naver) }
        guard clientSecret?.exposed.isComparable ?? true else {
            throw .settingInvalid("client_secret", provider: .naver)
        }
        guard !issuers.isEmpty, issuers.allSatisfy(\.isComparable) else {
            throw .settingInvalid("issuers", provider: .naver)
        }
        return self
    }
}
