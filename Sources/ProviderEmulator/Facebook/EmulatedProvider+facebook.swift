// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatedProvider {
    /// Facebook: the dialog on www, the Graph API, Limited Login's keys, and the host of pictures.
    static let facebook = EmulatedProvider(
        id: FacebookRecords.provider, brand: .facebook, hosts: FacebookHost.all,
        refusals: Refusals(codes: FacebookError.byCode.keys.sorted()) {
            FacebookError.byCode[$0]?.response(trace: "AEmulatedTraceForATest")
        },
        routes: FacebookControl.routes,
        harmless: Harmless(fields: ["fields", "auth_type", "return_scopes", "display", "app_id"]),
        empty: FacebookRecords(),
        readSeed: { seed throws(LoginError) in try FacebookSeed(reading: seed) },
        demo: { redirectURIs throws(LoginError) in try FacebookSeed.demo(redirectURIs: redirectURIs) },
        pages: [
            PageLink(
                host: FacebookHost.dialog, path: ConnectedAppsPage.path,
                meaning: BilingualText(
                    ko: "Facebook 계정에 연결된 앱 보기와 끊기",
                    en: "Apps connected with a Facebook account, and disconnecting them"))
        ],
        appCards: { world in world.facebook.sortedApps.map(\.card) },
        handler: { parts in
            let server = FacebookServer(parts: parts)
            return { visit in await server.respond(to: visit) }
        })
}

extension EmulatorPage.Brand {
    /// Facebook's blue.
    static let facebook = EmulatorPage.Brand(
        id: "facebook", name: BilingualText(ko: "Facebook", en: "Facebook"),
        denial: BilingualText(ko: "진짜 Facebook이 아닙니다.", en: "This is not the real Facebook."),
        account: BilingualText(ko: "Facebook 계정", en: "Facebook account"),
        consentTitle: BilingualText(ko: "앱에서 요청하는 권한", en: "What the app asks for"),
        agreeToAll: BilingualText(ko: "모두 허용하고 계속", en: "Allow all and continue"),
        colours: .init(action: "#0866ff", hover: "#0757d9", label: "#ffffff", banner: "#9cc3ff"))
}

extension FacebookApp {
    /// The app as the control page shows it.
    fileprivate var card: EmulatedProvider.AppCard {
        EmulatedProvider.AppCard(
            id: id, name: name,
            pairs: [
                (BilingualText(ko: "앱 ID", en: "App id"), ["\(id)"]),
                (BilingualText(ko: "앱 시크릿", en: "App secret"), [secret.exposed]),
                (BilingualText(ko: "리다이렉트 URI", en: "Redirect URIs"), redirectURIs),
            ])
    }
}
