// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatedProvider {
    /// Apple: sign-in, tokens and keys on one host.
    static let apple = EmulatedProvider(
        id: AppleRecords.provider, brand: .apple, hosts: [AppleHost.appleID],
        refusals: Refusals(codes: AppleError.byCode.keys.sorted()) { AppleError.byCode[$0]?.response },
        routes: AppleControl.routes,
        harmless: Harmless(fields: ["response_mode", "token_type_hint"]),
        empty: AppleRecords(),
        readSeed: { seed throws(LoginError) in try AppleSeed(reading: seed) },
        demo: { redirectURIs throws(LoginError) in try AppleSeed.demo(redirectURIs: redirectURIs) },
        pages: [
            PageLink(
                host: AppleHost.appleID, path: ConnectedAppsPage.path,
                meaning: BilingualText(
                    ko: "Apple 계정으로 로그인한 앱 보기와 끊기",
                    en: "Apps signed in to with an Apple Account, and disconnecting them"))
        ],
        appCards: { world in world.apple.sortedApps.map(\.card) },
        handler: { parts in
            let server = AppleServer(parts: parts)
            return { visit in await server.respond(to: visit) }
        })
}

extension EmulatorPage.Brand {
    /// Apple's black, and its white on dark pages.
    static let apple = EmulatorPage.Brand(
        id: "apple", name: BilingualText(ko: "Apple", en: "Apple"),
        denial: BilingualText(ko: "진짜 Apple이 아닙니다.", en: "This is not the real Apple."),
        account: BilingualText(ko: "Apple 계정", en: "Apple Account"),
        consentTitle: BilingualText(ko: "Apple 계정으로 로그인", en: "Sign in with an Apple Account"),
        agreeToAll: BilingualText(ko: "모두 공유하고 계속", en: "Share all and continue"),
        colours: .init(action: "#1d1d1f", hover: "#000000", label: "#ffffff", banner: "#d2d2d7"),
        darkColours: .init(action: "#f5f5f7", hover: "#ffffff", label: "#1d1d1f", banner: "#d2d2d7"))
}

extension AppleApp {
    /// The app as the control page shows it.
    fileprivate var card: EmulatedProvider.AppCard {
        EmulatedProvider.AppCard(
            id: id, name: name,
            pairs: [
                (BilingualText(ko: "팀 ID", en: "Team id"), [teamID]),
                (BilingualText(ko: "키 ID", en: "Key id"), [keyID]),
                (BilingualText(ko: "서비스 ID", en: "Services ID"), [servicesID ?? "–"]),
                (BilingualText(ko: "번들 ID", en: "Bundle ids"), bundleIDs),
                (BilingualText(ko: "리다이렉트 URI", en: "Redirect URIs"), redirectURIs),
            ])
    }
}
