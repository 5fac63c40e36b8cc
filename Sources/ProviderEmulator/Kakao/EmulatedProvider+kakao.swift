// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatedProvider {
    /// Kakao: sign-in and tokens on kauth, the API on kapi, and the hosts of pictures.
    static let kakao = EmulatedProvider(
        id: KakaoRecords.provider, brand: .kakao, hosts: KakaoHost.all,
        refusals: Refusals(codes: KakaoFault.codes) { KakaoFault.response(for: $0) },
        routes: KakaoControl.routes,
        harmless: Harmless(
            fields: [
                "channel_public_id", "from_id", "ios_bundle_id", "limit", "logout_redirect_uri", "order",
                "property_keys", "result", "scopes", "secure_resource", "service_terms", "tags", "target_id",
                "target_id_type", "target_ids",
            ], headers: ["KA"], schemes: ["kakaoak": "ADMIN_KEY"]),
        empty: KakaoRecords(),
        readSeed: { seed throws(LoginError) in try KakaoSeed(reading: seed) },
        demo: { redirectURIs throws(LoginError) in try KakaoSeed.demo(redirectURIs: redirectURIs) },
        pages: [
            PageLink(
                host: KakaoHost.kauth, path: ConnectedAppsPage.path,
                meaning: BilingualText(
                    ko: "카카오계정에 연결된 앱 보기와 끊기",
                    en: "Apps connected with a Kakao account, and disconnecting them"))
        ],
        appCards: { world in world.kakao.sortedApps.map(\.card) },
        handler: { parts in
            let server = KakaoServer(parts: parts)
            return { visit in await server.respond(to: visit) }
        })
}

extension EmulatorPage.Brand {
    /// Kakao's yellow.
    static let kakao = EmulatorPage.Brand(
        id: "kakao", name: BilingualText(ko: "카카오", en: "Kakao"),
        denial: BilingualText(ko: "진짜 카카오가 아닙니다.", en: "This is not the real Kakao."),
        account: BilingualText(ko: "카카오계정", en: "Kakao account"),
        colours: .init(action: "#fee500", hover: "#f2da00", label: "#191600", banner: "#fee500"))
}

extension KakaoApp {
    /// The app as the control page shows it.
    fileprivate var card: EmulatedProvider.AppCard {
        EmulatedProvider.AppCard(
            id: id, name: name,
            pairs: [
                (BilingualText(ko: "app id", en: "app id"), ["\(id)"]),
                (BilingualText(ko: "REST API 키", en: "REST key"), [restKey]),
                (BilingualText(ko: "클라이언트 시크릿", en: "Client secret"), [clientSecret?.exposed ?? "–"]),
                (BilingualText(ko: "네이티브 앱 키", en: "Native key"), [nativeKey ?? "–"]),
                (BilingualText(ko: "어드민 키", en: "Admin key"), [adminKey?.exposed ?? "–"]),
                (BilingualText(ko: "리다이렉트 URI", en: "Redirect URIs"), redirectURIs),
                (
                    BilingualText(ko: "동의 항목", en: "Consent items"),
                    consentItems.map { "\($0.scope.id) · \($0.stage.rawValue)" }
                ),
            ])
    }
}
