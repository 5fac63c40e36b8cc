// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension ProviderID {
    /// Naver (nid.naver.com and openapi.naver.com).
    public static let naver = ProviderID(rawValue: "naver")
}

extension Provider {
    /// Naver, for one app. Throws `setting_invalid` where a value is missing or cannot work.
    ///
    /// Its ids of people belong to the app, so the scope of an identity is the client id.
    public static func naver(
        _ settings: NaverSettings, environment: ProviderEnvironment
    ) throws(LoginError) -> Provider {
        let settings = try settings.validated()
        return Provider(
            id: .naver, name: .naver, button: .naver, scope: settings.clientID, clientID: settings.clientID,
            rules: .naver(settings), environment: environment)
    }
}

extension ProviderCatalogue.Entry {
    static let naver = Self(
        id: .naver, name: .naver, settingNames: NaverSettings.names, secretNames: ["client_secret"],
        hosts: ["nid.naver.com", "openapi.naver.com"],
        errors: NaverError.table,
        demo: .init(
            settings: ["client_id": "demo-naver-client-id"],
            secrets: ["client_secret": Secret("demo-naver-client-secret")])
    ) { settings, environment throws(LoginError) in
        try .naver(NaverSettings(settings), environment: environment)
    }
}

extension ProviderRules {
    static func naver(_ settings: NaverSettings) -> ProviderRules {
        let calls = NaverCalls(settings: settings)
        // The two paths differ by a dot: OpenID Connect has its own endpoints, and only they know PKCE, nonce and scopes.
        let path = settings.usesOpenID ? "https://nid.naver.com/oauth2" : "https://nid.naver.com/oauth2.0"
        var rules = ProviderRules(
            authorizationEndpoint: "\(path)/authorize",
            tokenEndpoint: "\(path)/token",
            scopes: settings.usesOpenID ? ["openid"] : [],
            scopeSeparator: " ",
            usesPKCE: settings.usesOpenID,
            authorizationFields: NaverAuthorization.fields,
            clientFields: { clientID, _ in NaverAuthorization.client(clientID, settings: settings) },
            cancelErrors: ["access_denied"],
            callbackError: NaverError.read(_:),
            readError: NaverError.read(status:body:),
            pictureHosts: ["phinf.pstatic.net", "ssl.pstatic.net"],
            idToken: IDTokenRules(
                issuers: settings.issuers,
                audiences: [settings.clientID],
                algorithms: [.rs256],
                keysAddress: "https://nid.naver.com/oauth2/jwks",
                nonceRule: .raw,
                maximumAge: 86_400,
                mayLackNonce: settings.isNonceExempt),
            claimsProfile: Profile.init(naverClaims:),
            profile: calls.profile,
            confirm: nil,
            check: calls.check,
            signOut: nil,
            unlink: calls.unlink)
        rules.sendsNonce = settings.usesOpenID
        rules.needsIDToken = settings.usesOpenID
        // Naver's app and SDKs know the older path alone.
        rules.bareCodeEndpoint = settings.usesOpenID ? "https://nid.naver.com/oauth2.0/token" : nil
        rules.repeatsState = true
        rules.isCancel = NaverError.isCancel
        rules.provesKnownPeople = calls.profileOfBareToken
        rules.furtherConsent = NaverAuthorization.furtherConsent
        rules.canUnlink = { $0.refreshToken != nil || $0.accessToken != nil }
        rules.connections = BilingualText(
            ko: "네이버의 ‘연결된 서비스 관리’", en: "Naver’s list of connected services")
        return rules
    }
}

extension ButtonStyle {
    /// The green button of Naver's guide for login buttons: surface #03C75A, white label and symbol, the letter N in front.
    static let naver = ButtonStyle(
        background: "#03C75A", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 12,
        label: BilingualText(ko: "네이버로 시작하기", en: "Continue with Naver"),
        symbol: "M5 4h4.9l4.3 6.4V4H19v16h-4.9l-4.3-6.4V20H5Z")
}
