// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the control API does with Naver's side.
enum NaverControl {
    static let routes: [ControlRoute] = [
        .apps(of: NaverRecords.self),
        .addApp(
            to: NaverRecords.self,
            example: #"""
                {"id": 8, "client_id": "k", "client_secret": "s", "redirect_uris": ["http://localhost:8080/cb"], \#
                "items": [{"item": "nickname", "required": true}]}
                """#, ko: "앱 추가. items가 없으면 id만 받습니다.",
            en: "Adds an app. Without items it gets nothing but ids."),
        .changeApp(of: NaverRecords.self, example: #"{"login": false}"#),
        .links(of: NaverRecords.self, ko: "연결과 동의", en: "Who connected and agreed to what"),
        ControlRoute(
            .put, "naver/apps/{id}/people/{person}", example: #"{"agreed": ["nickname"]}"#,
            ko: "연결하고 동의 정하기", en: "Connects a person and sets what they agreed to"
        ) { control, call throws(LoginError) in
            var body = try call.object()
            let agreed = try body.texts("agreed")
            try body.end()
            let (link, now) = (LinkKey(app: call.ids[0], person: call.ids[1]), control.clock.now)
            return try control.world.change { world throws(LoginError) in
                guard let app = world.naver.apps[link.app], world.people[link.person] != nil else {
                    throw .emulatorNotFound
                }
                guard agreed.allSatisfy({ app.item($0) != nil }) else {
                    throw .seed(at: "agreed", .notOneOf(app.items.map(\.item.id)))
                }
                world.naver.links[link, default: NaverLink(connectedAt: now, agreed: [])].agreed = Set(agreed)
                return ["agreed": .texts(world.naver.agreed(link).map(\.id))]
            }
        },
        .forgetLink(
            of: NaverRecords.self, ko: "연결과 동의 잊기. 토큰도 끝납니다.",
            en: "Forgets link and consents; tokens end too."),
        ControlRoute(
            .post, "naver/app-switch",
            example: #"""
                {"address": "naversearchthirdlogin://thirdPartyLogin?version=2&callbackScheme=demonaver\#
                &extOauthConsumerKey=demo-naver-client-id&response_type=code", "person": 1001}
                """#, ko: "네이버 앱이 하는 일: 앱이 연 주소를 받아 돌아갈 주소를 줍니다. cancel: true면 취소.",
            en: "What Naver's own app does: takes the address that an app opened, gives the one that leads back. "
                + "With cancel: true the person says no."
        ) { control, call throws(LoginError) in
            try NaverAppSwitch.callback(control, call.object())
        },
        .expireTokens(of: NaverRecords.self, app: 2_000_001),
        .killTokens(of: NaverRecords.self, app: 2_000_001),
        .rules(of: NaverRecords.self, en: "How Naver behaves"),
        .changeRules(
            of: NaverRecords.self, example: #"{"lenient": ["missing_state"], "statuses": {"024": 200}}"#,
            en: "Changes how Naver behaves"),
        .rotateKeys(of: NaverRecords.self),
    ]
}
