// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the control API does with Kakao's side.
enum KakaoControl {
    static let routes: [ControlRoute] = [
        .apps(of: KakaoRecords.self),
        .addApp(
            to: KakaoRecords.self,
            example: #"""
                {"id": 7, "rest_key": "k", "redirect_uris": ["http://localhost:8080/cb"], \#
                "consent_items": [{"scope": "profile_nickname", "stage": "required"}]}
                """#, ko: "앱 추가. 동의 항목이 없으면 프로필도 없습니다.",
            en: "Adds an app. Without consent items there is no profile."),
        .changeApp(of: KakaoRecords.self, example: #"{"login": false}"#),
        .links(of: KakaoRecords.self, ko: "연결과 동의", en: "Who connected and agreed to what"),
        ControlRoute(
            .put, "kakao/apps/{id}/people/{person}", example: #"{"agreed": ["profile_nickname"]}"#,
            ko: "연결하고 동의 정하기", en: "Connects a person and sets what they agreed to"
        ) { control, call throws(LoginError) in
            var body = try call.object()
            let agreed = try body.texts("agreed")
            try body.end()
            let (link, now) = (LinkKey(app: call.ids[0], person: call.ids[1]), control.clock.now)
            return try control.world.change { world throws(LoginError) in
                guard let app = world.kakao.apps[link.app], world.people[link.person] != nil else {
                    throw .emulatorNotFound
                }
                guard agreed.allSatisfy({ app.item($0) != nil }) else {
                    throw .seed(at: "agreed", .notOneOf(app.consentItems.map(\.scope.id)))
                }
                var agreement = world.kakao.links[link] ?? KakaoLink(connectedAt: now, agreed: [])
                agreement.agreed = Set(agreed)
                world.kakao.links[link] = agreement
                return ["agreed": .texts(world.kakao.agreed(link))]
            }
        },
        .forgetLink(
            of: KakaoRecords.self, ko: "연결과 동의 잊기. 토큰도 끝납니다.",
            en: "Forgets link and consents; tokens end too."),
        ControlRoute(
            .post, "kakao/app-switch",
            example: #"""
                {"address": "kakaokompassauth://authorize?client_id=demo-kakao-native-key\#
                &redirect_uri=kakaodemo-kakao-native-key://oauth&response_type=code", "person": 1001}
                """#, ko: "카카오톡이 하는 일: 앱이 연 주소를 받아 돌아갈 주소를 줍니다. cancel: true면 취소.",
            en: "What KakaoTalk does: takes the address that an app opened, gives the one that leads back. "
                + "With cancel: true the person says no."
        ) { control, call throws(LoginError) in
            try KakaoAppSwitch.callback(control, call.object())
        },
        .expireTokens(of: KakaoRecords.self, app: 1_000_001),
        .killTokens(of: KakaoRecords.self, app: 1_000_001),
        .rules(of: KakaoRecords.self, en: "How Kakao behaves"),
        .changeRules(
            of: KakaoRecords.self, example: #"{"lenient": ["reusable_codes"], "statuses": {"KOE322": 401}}"#,
            en: "Changes how Kakao behaves"),
        .rotateKeys(of: KakaoRecords.self),
    ]
}
