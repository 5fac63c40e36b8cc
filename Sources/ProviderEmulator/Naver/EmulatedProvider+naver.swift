// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatedProvider {
    /// Naver: sign-in and tokens on nid, the API on openapi, and the hosts of pictures.
    static let naver = EmulatedProvider(
        id: NaverRecords.provider, brand: .naver, hosts: NaverHost.all,
        refusals: Refusals(codes: NaverFault.codes) { NaverFault.response(for: $0) },
        routes: NaverControl.routes,
        harmless: Harmless(
            fields: ["auth_type", "info", "inapp_view", "locale", "network", "oauth_os", "service_provider", "version"]
        ),
        empty: NaverRecords(),
        readSeed: { seed throws(LoginError) in try NaverSeed(reading: seed) },
        demo: { redirectURIs throws(LoginError) in try NaverSeed.demo(redirectURIs: redirectURIs) },
        pages: [
            PageLink(
                host: NaverHost.nid, path: ConnectedAppsPage.path,
                meaning: BilingualText(
                    ko: "네이버 계정에 연결된 앱 보기와 끊기",
                    en: "Apps connected with a Naver account, and disconnecting them"))
        ],
        appCards: { world in world.naver.sortedApps.map(\.card) },
        handler: { parts in
            let server = NaverServer(parts: parts)
            return { visit in await server.respond(to: visit) }
        })
}

extension EmulatorPage.Brand {
    /// Naver's green; black on it, since white would be hard to read.
    static let naver = EmulatorPage.Brand(
        id: "naver", name: BilingualText(ko: "네이버", en: "Naver"),
        denial: BilingualText(ko: "진짜 네이버가 아닙니다.", en: "This is not the real Naver."),
        account: BilingualText(ko: "네이버 계정", en: "Naver account"),
        consentTitle: BilingualText(ko: "정보 제공 동의", en: "Consent to sharing"),
        agreeToAll: BilingualText(ko: "전체 동의하기", en: "Agree to everything"),
        colours: .init(action: "#03c75a", hover: "#02b350", label: "#04150b", banner: "#5ee89a"))
}

extension NaverApp {
    /// The app as the control page shows it.
    fileprivate var card: EmulatedProvider.AppCard {
        EmulatedProvider.AppCard(
            id: id, name: name,
            pairs: [
                (BilingualText(ko: "앱 번호", en: "app number"), ["\(id)"]),
                (BilingualText(ko: "Client ID", en: "Client ID"), [clientID]),
                (BilingualText(ko: "Client Secret", en: "Client secret"), [clientSecret.exposed]),
                (BilingualText(ko: "Callback URL", en: "Callback URLs"), redirectURIs),
                (BilingualText(ko: "URL 스킴", en: "URL schemes"), urlSchemes),
                (
                    BilingualText(ko: "제공 정보", en: "Items"),
                    items.map { "\($0.item.id) · \($0.isRequired ? "required" : "optional")" }
                ),
            ])
    }
}
