// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension ProviderID {
    /// Sign in with Apple (appleid.apple.com).
    public static let apple = ProviderID(rawValue: "apple")
}

extension Provider {
    /// Apple, for the apps of one team. Throws `setting_invalid` where a value is missing or cannot work, and
    /// `signing_key_unreadable` for a key file that is damaged beyond mending.
    public static func apple(
        _ settings: AppleSettings, environment: ProviderEnvironment
    ) throws(LoginError) -> Provider {
        let settings = try settings.validated()
        guard let clientID = settings.clientID else { throw .settingMissing("services_id", provider: .apple) }
        let secret = AppleClientSecret(teamID: settings.teamID, key: try settings.signingKey())
        return Provider(
            id: .apple, name: .apple, button: .apple, scope: settings.teamID, clientID: clientID,
            rules: .apple(settings, secret), environment: environment)
    }
}

extension ProviderCatalogue.Entry {
    static let apple = Self(
        id: .apple, name: .apple, settingNames: AppleSettings.names, secretNames: ["private_key"],
        hosts: ["appleid.apple.com"], errors: AppleError.table,
        demo: .init(
            settings: [
                "team_id": "DEMOTEAM01", "key_id": "DEMOKEY001", "services_id": "com.example.demo.web",
                "bundle_ids": ["com.example.demo"],
            ],
            secrets: ["private_key": AppleClientSecret.demoKey])
    ) { settings, environment throws(LoginError) in
        try .apple(AppleSettings(settings), environment: environment)
    }
}

extension ProviderRules {
    /// The addresses are fixed and discovery is not asked: for some days in June 2025 it named another issuer than the
    /// tokens did.
    static func apple(_ settings: AppleSettings, _ secret: AppleClientSecret) -> ProviderRules {
        let calls = AppleCalls(settings: settings, secret: secret)
        return ProviderRules(
            authorizationEndpoint: "https://appleid.apple.com/auth/authorize",
            tokenEndpoint: "https://appleid.apple.com/auth/token",
            scopes: settings.scopes,
            scopeSeparator: " ",
            usesPKCE: false,
            authorizationFields: { AppleAuthorization.fields($0, settings: settings) },
            clientFields: secret.fields,
            cancelErrors: ["user_cancelled_authorize"],
            callbackError: AppleError.read(_:),
            readError: AppleError.read(status:body:),
            pictureHosts: [],
            idToken: IDTokenRules(
                issuers: settings.issuers,
                audiences: settings.audiences,
                algorithms: [.rs256],
                keysAddress: "https://appleid.apple.com/auth/keys",
                nonceRule: .raw,
                maximumAge: 86_400,
                nonceRules: Dictionary(settings.bundleIDs.map { ($0, .sha256Hex) }) { first, _ in first }),
            claimsProfile: Profile.init(appleClaims:),
            profile: nil,
            confirm: nil,
            check: nil,
            signOut: nil,
            unlink: calls.unlink,
            postsCallbacks: true,
            remarks: AppleAuthorization.remarks,
            // An app's bundle id is no client of Apple's pages, and Apple gives its codes to the app's system.
            signsInOnTheWeb: settings.servicesID != nil,
            redirect: { settings.bundleIDs.contains($0) ? .none : .needed },
            canUnlink: { $0.refreshToken != nil || $0.accessToken != nil },
            connections: BilingualText(
                ko: "Apple 계정 설정의 ‘Apple로 로그인’",
                en: "the Apple Account settings, under Sign in with Apple"))
    }
}

extension ButtonStyle {
    /// The black button of Apple's guidelines, or the white one where the page is dark (Human Interface Guidelines, Sign in
    /// with Apple): label and symbol of one colour. The apple is drawn here and not a copy
    /// of Apple's file.
    static let apple = ButtonStyle(
        background: "#000000", labelColor: "#FFFFFF", symbolColor: "#FFFFFF",
        dark: Colours(background: "#FFFFFF", label: "#000000"), cornerRadius: 12,
        label: BilingualText(ko: "Apple로 계속하기", en: "Continue with Apple"),
        symbol: "M15.6 2.6c.2 1.2-.3 2.4-1 3.2-.7.9-1.8 1.5-2.9 1.4-.2-1.1.3-2.3 1-3.1.7-.9 1.9-1.5 2.9-1.5Z"
            + "M12.1 8.3c.8 0 2-.9 3.6-.9 1.4 0 2.8.7 3.7 1.9-3.2 1.9-2.7 6.2.6 7.5-.6 1.6-1.5 3.1-2.7 4.1-1.4 1.2-2.8.2-5-.2"
            + "-2.2.1-3.5 1.3-4.9.2C4.3 18.2 2.9 12.5 5.2 9.4c.9-1.3 2.3-2 3.7-2 1.5 0 2.4.9 3.2.9Z")
}
