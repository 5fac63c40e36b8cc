// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the control API does with Kakao's side.
enum KakaoControl {
    static let routes = [
        ControlRoute(.get, "kakao/apps", ko: "앱 목록", en: "Every app") { control, _ throws(LoginError) in
            .array(control.world.withLock { $0.kakao.sortedApps.map(\.json) })
        },
        ControlRoute(
            .post, "kakao/apps",
            example: #"""
                {"id": 7, "rest_key": "k", "redirect_uris": ["http://localhost:8080/cb"], \#
                "consent_items": [{"scope": "profile_nickname", "stage": "required"}]}
                """#, ko: "앱 추가. 동의 항목이 없으면 프로필도 없습니다.",
            en: "Adds an app. Without consent items there is no profile."
        ) { control, call throws(LoginError) in
            let app = try KakaoApp(reading: call.object())
            return try control.world.change { world throws(LoginError) in
                guard world.kakao.apps[app.id] == nil else { throw .seed(at: "id", .repeated) }
                guard world.kakao.put(app) else { throw .seed(at: "", .repeatedKey) }
                return app.json
            }
        },
        ControlRoute(
            .patch, "kakao/apps/{id}", example: #"{"login": false}"#, ko: "앱 설정 바꾸기. null은 지웁니다.",
            en: "Changes an app's console settings. null takes a value away."
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                guard let app = world.kakao.apps[call.ids[0]] else { throw .emulatorNotFound }
                let changed = try KakaoApp(reading: SeedObject(app.json.merged(with: patch)))
                guard changed.id == app.id else { throw .seed(at: "id", .wanted("the same as before", "전과 같은 값")) }
                guard world.kakao.put(changed) else { throw .seed(at: "", .repeatedKey) }
                return changed.json
            }
        },
        ControlRoute(.get, "kakao/links", ko: "연결과 동의", en: "Who connected and agreed to what") {
            control, _ throws(LoginError) in
            control.world.withLock { $0.kakao.linksJSON }
        },
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
        ControlRoute(
            .delete, "kakao/apps/{id}/people/{person}", ko: "연결과 동의 잊기. 토큰도 끝납니다.",
            en: "Forgets link and consents; tokens end too."
        ) { control, call throws(LoginError) in
            try control.world.change { world throws(LoginError) in
                guard world.kakao.links.remove(LinkKey(app: call.ids[0], person: call.ids[1])) else {
                    throw .emulatorNotFound
                }
                return [:]
            }
        },
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
        ControlRoute(
            .post, "kakao/tokens/expire", example: #"{"app": 1000001, "person": 1001, "tokens": "access"}"#,
            ko: "토큰 만료시키기. tokens: access, refresh, all", en: "Lets tokens run out. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            let now = control.clock.now
            return ["count": JSONValue(control.world.withLock { $0.kakao.expireTokens(kind, of: link, now: now) })]
        },
        ControlRoute(
            .post, "kakao/tokens/kill", example: #"{"app": 1000001, "person": 1001, "tokens": "all"}"#,
            ko: "토큰 없애기. tokens: access, refresh, all", en: "Makes tokens unknown. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            return ["count": JSONValue(control.world.withLock { $0.kakao.killTokens(kind, of: link) })]
        },
        ControlRoute(.get, "kakao/rules", ko: "동작 규칙", en: "How Kakao behaves") { control, _ throws(LoginError) in
            control.world.withLock { $0.kakao.rules.json }
        },
        ControlRoute(
            .patch, "kakao/rules", example: #"{"lenient": ["reusable_codes"], "statuses": {"KOE322": 401}}"#,
            ko: "동작 규칙 바꾸기", en: "Changes how Kakao behaves"
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                world.kakao.rules = try KakaoRules(reading: SeedObject(world.kakao.rules.json.merged(with: patch)))
                return world.kakao.rules.json
            }
        },
        ControlRoute(
            .post, "kakao/keys", ko: "서명 키 교체. 하나 전 키는 남아 있습니다.",
            en: "Puts a new signing key to work; the one before stays published."
        ) { control, _ throws(LoginError) in
            control.rotateKeys(of: KakaoRecords.provider)
        },
    ]

    private static func tokens(_ call: ControlCall) throws(LoginError) -> (LinkKey, TokenKind) {
        var body = try call.object()
        let link = LinkKey(app: try body.requiredID("app"), person: try body.requiredID("person"))
        let kind = try body.word("tokens", otherwise: TokenKind.all)
        try body.end()
        return (link, kind)
    }
}
