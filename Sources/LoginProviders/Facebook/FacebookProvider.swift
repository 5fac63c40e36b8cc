// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension ProviderID {
    /// Facebook Login (www.facebook.com and graph.facebook.com).
    public static let facebook = ProviderID(rawValue: "facebook")
}

extension Provider {
    /// Facebook, for one app. Throws `setting_invalid` where a value is missing or cannot work.
    public static func facebook(
        _ settings: FacebookSettings, environment: ProviderEnvironment
    ) throws(LoginError) -> Provider {
        let settings = try settings.validated()
        return Provider(
            id: .facebook, name: .facebook, button: .facebook, scope: settings.appID, clientID: settings.appID,
            rules: .facebook(settings), environment: environment)
    }
}

extension ProviderCatalogue.Entry {
    static let facebook = Self(
        id: .facebook, name: .facebook, settingNames: FacebookSettings.names, secretNames: ["app_secret"],
        hosts: ["graph.facebook.com", "limited.facebook.com", "www.limited.facebook.com"], errors: FacebookError.table,
        demo: .init(
            settings: ["app_id": 4_000_001], secrets: ["app_secret": Secret("demo-facebook-app-secret")])
    ) { settings, environment throws(LoginError) in
        try .facebook(FacebookSettings(settings), environment: environment)
    }
}

extension ProviderRules {
    static func facebook(_ settings: FacebookSettings) -> ProviderRules {
        let calls = FacebookCalls(settings: settings)
        return ProviderRules(
            authorizationEndpoint: "https://www.facebook.com/\(settings.version)/dialog/oauth",
            tokenEndpoint: "https://graph.facebook.com/\(settings.version)/oauth/access_token",
            scopes: settings.scopes,
            scopeSeparator: ",",
            usesPKCE: true,
            authorizationFields: FacebookAuthorization.fields,
            clientFields: { clientID, _ in FacebookAuthorization.client(clientID, settings: settings) },
            cancelErrors: ["access_denied"],
            callbackError: FacebookError.read(_:),
            readError: FacebookError.read(status:body:),
            pictureHosts: ["platform-lookaside.fbsbx.com"],
            // Facebook's documents do not say how long an id_token lives; an hour is what others take.
            idToken: IDTokenRules(
                issuers: settings.issuers,
                audiences: [settings.appID],
                algorithms: [.rs256],
                keysAddress: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
                nonceRule: .raw,
                maximumAge: 3600),
            claimsProfile: Profile.init(facebookClaims:),
            profile: calls.profile,
            confirm: calls.confirm,
            check: nil,
            signOut: nil,
            unlink: calls.unlink,
            furtherConsent: FacebookAuthorization.furtherConsent,
            leavesFragment: true,
            remarks: FacebookAuthorization.remarks,
            canUnlink: { $0.accessToken != nil || ($0.subject != nil && settings.appSecret != nil) },
            connections: BilingualText(
                ko: "Facebook 설정의 ‘앱 및 웹사이트’", en: "Facebook’s settings, under Apps and websites"))
    }
}

extension ButtonStyle {
    /// The blue button of Facebook's brand pages: surface #0866FF since 2023, white label, which can be read on it (4.8:1; on the
    /// older #1877F2 it was 4.2). The letter is drawn here and not a copy of
    /// Facebook's file.
    static let facebook = ButtonStyle(
        background: "#0866FF", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 12,
        label: BilingualText(ko: "Facebook으로 계속하기", en: "Continue with Facebook"),
        symbol:
            "M13.6 22V13.2h2.9l.5-3.5h-3.4V7.6c0-1 .4-1.7 1.8-1.7h1.7V2.8c-.4-.1-1.4-.2-2.5-.2-2.6 0-4.4 1.6-4.4 4.5"
            + "v2.6H7.3v3.5h2.9V22Z")
}
