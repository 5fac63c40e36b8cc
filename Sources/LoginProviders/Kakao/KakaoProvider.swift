// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginCrypto
internal import LoginHTTP

extension ProviderID {
    /// Kakao (kauth.kakao.com and kapi.kakao.com).
    public static let kakao = ProviderID(rawValue: "kakao")
}

extension Provider {
    /// Kakao, for one app. Throws `setting_invalid` where a value is missing or cannot work.
    ///
    /// Without an app id, as in an app that only signs in, the scope of its people is the key; what an app shows of them
    /// is its own affair, and a server always has the id.
    public static func kakao(
        _ settings: KakaoSettings, environment: ProviderEnvironment
    ) throws(LoginError) -> Provider {
        let settings = try settings.validated()
        guard let clientID = settings.clientID else { throw .settingMissing("rest_key", provider: .kakao) }
        return Provider(
            id: .kakao, name: .kakao, button: .kakao, scope: settings.appID ?? clientID, clientID: clientID,
            rules: .kakao(settings), environment: environment)
    }
}

extension ProviderCatalogue.Entry {
    static let kakao = Self(
        id: .kakao, name: .kakao, settingNames: KakaoSettings.names, secretNames: ["client_secret", "admin_key"],
        hosts: ["kauth.kakao.com", "kapi.kakao.com"],
        errors: KakaoError.table,
        demo: .init(
            settings: [
                "app_id": 1_000_001, "rest_key": "demo-kakao-rest-key", "native_key": "demo-kakao-native-key",
            ],
            secrets: [
                "client_secret": Secret("demo-kakao-client-secret"), "admin_key": Secret("demo-kakao-admin-key"),
            ])
    ) { settings, environment throws(LoginError) in
        try .kakao(KakaoSettings(settings), environment: environment)
    }
}

extension ProviderRules {
    static func kakao(_ settings: KakaoSettings) -> ProviderRules {
        let calls = KakaoCalls(settings: settings)
        return ProviderRules(
            authorizationEndpoint: "https://kauth.kakao.com/oauth/authorize",
            tokenEndpoint: "https://kauth.kakao.com/oauth/token",
            scopes: settings.scopes,
            scopeSeparator: ",",
            usesPKCE: true,
            authorizationFields: KakaoAuthorization.fields,
            clientFields: { clientID, _ in KakaoAuthorization.client(clientID, settings: settings) },
            cancelErrors: ["access_denied", "cancelled"],
            callbackError: KakaoError.read(_:),
            readError: KakaoError.read(status:body:),
            pictureHosts: ["k.kakaocdn.net", "img1.kakaocdn.net", "t1.kakaocdn.net"],
            idToken: IDTokenRules(
                issuers: settings.issuers,
                audiences: settings.audiences,
                algorithms: [.rs256],
                keysAddress: "https://kauth.kakao.com/.well-known/jwks.json",
                nonceRule: .raw,
                maximumAge: 86_400),
            claimsProfile: Profile.init(kakaoClaims:),
            profile: calls.profile,
            confirm: calls.confirm,
            check: calls.check,
            signOut: calls.signOut,
            unlink: calls.unlink,
            furtherConsent: calls.furtherConsent,
            canUnlink: calls.canUnlink,
            connections: BilingualText(
                ko: "카카오계정의 ‘연결된 서비스 관리’", en: "the connected services of the Kakao account"))
    }
}

extension ButtonStyle {
    /// The yellow button of Kakao's design guide: surface #FEE500, black symbol, label in black at 85 %, corners of 12.
    /// The speech bubble is drawn here and not a copy of Kakao's file.
    static let kakao = ButtonStyle(
        background: "#FEE500", labelColor: "rgba(0, 0, 0, 0.85)", symbolColor: "#000000", cornerRadius: 12,
        label: BilingualText(ko: "카카오로 시작하기", en: "Continue with Kakao"),
        symbol: "M12 3.5C6.75 3.5 2.5 6.83 2.5 10.95c0 2.67 1.79 5.01 4.48 6.33l-.9 3.33c-.08.3.25.53.5.36"
            + "l3.97-2.66c.47.06.96.09 1.45.09 5.25 0 9.5-3.34 9.5-7.45S17.25 3.5 12 3.5Z")
}
