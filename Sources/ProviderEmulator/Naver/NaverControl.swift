// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the control API does with Naver's side.
enum NaverControl {
    static let routes = [
        ControlRoute(.get, "naver/apps", ko: "앱 목록", en: "Every app") { control, _ throws(LoginError) in
            .array(control.world.withLock { $0.naver.sortedApps.map(\.json) })
        },
        ControlRoute(
            .post, "naver/apps",
            example: #"""
                {"id": 8, "client_id": "k", "client_secret": "s", "redirect_uris": ["http://localhost:8080/cb"], \#
                "items": [{"item": "nickname", "required": true}]}
                """#, ko: "앱 추가. items가 없으면 id만 받습니다.",
            en: "Adds an app. Without items it gets nothing but ids."
        ) { control, call throws(LoginError) in
            let app = try NaverApp(reading: call.object())
            return try control.world.change { world throws(LoginError) in
                guard world.naver.apps[app.id] == nil else { throw .seed(at: "id", .repeated) }
                guard world.naver.put(app) else { throw .seed(at: "", .repeatedKey) }
                return app.json
            }
        },
        ControlRoute(
            .patch, "naver/apps/{id}", example: #"{"login": false}"#, ko: "앱 설정 바꾸기. null은 지웁니다.",
            en: "Changes an app's settings. null takes a value away."
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                guard let app = world.naver.apps[call.ids[0]] else { throw .emulatorNotFound }
                let changed = try NaverApp(reading: SeedObject(app.json.merged(with: patch)))
                guard changed.id == app.id else { throw .seed(at: "id", .wanted("the same as before", "전과 같은 값")) }
                guard world.naver.put(changed) else { throw .seed(at: "", .repeatedKey) }
                return changed.json
            }
        },
        ControlRoute(.get, "naver/links", ko: "연결과 동의", en: "Who connected and agreed to what") {
            control, _ throws(LoginError) in
            control.world.withLock { $0.naver.linksJSON }
        },
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
        ControlRoute(
            .delete, "naver/apps/{id}/people/{person}", ko: "연결과 동의 잊기. 토큰도 끝납니다.",
            en: "Forgets link and consents; tokens end too."
        ) { control, call throws(LoginError) in
            try control.world.change { world throws(LoginError) in
                guard world.naver.links.remove(LinkKey(app: call.ids[0], person: call.ids[1])) else {
                    throw .emulatorNotFound
                }
                return [:]
            }
        },
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
        ControlRoute(
            .post, "naver/tokens/expire", example: #"{"app": 2000001, "person": 1001, "tokens": "access"}"#,
            ko: "토큰 만료시키기. tokens: access, refresh, all", en: "Lets tokens run out. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            let now = control.clock.now
            return ["count": JSONValue(control.world.withLock { $0.naver.expireTokens(kind, of: link, now: now) })]
        },
        ControlRoute(
            .post, "naver/tokens/kill", example: #"{"app": 2000001, "person": 1001, "tokens": "all"}"#,
            ko: "토큰 없애기. tokens: access, refresh, all", en: "Makes tokens unknown. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            return ["count": JSONValue(control.world.withLock { $0.naver.killTokens(kind, of: link) })]
        },
        ControlRoute(.get, "naver/rules", ko: "동작 규칙", en: "How Naver behaves") { control, _ throws(LoginError) in
            control.world.withLock { $0.naver.rules.json }
        },
        ControlRoute(
            .patch, "naver/rules", example: #"{"lenient": ["missing_state"], "statuses": {"024": 200}}"#,
            ko: "동작 규칙 바꾸기", en: "Changes how Naver behaves"
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                world.naver.rules = try NaverRules(reading: SeedObject(world.naver.rules.json.merged(with: patch)))
                return world.naver.rules.json
            }
        },
        ControlRoute(
            .post, "naver/keys", ko: "서명 키 교체. 하나 전 키는 남아 있습니다.",
            en: "Puts a new signing key to work; the one before stays published."
        ) { control, _ throws(LoginError) in
            control.rotateKeys(of: NaverRecords.provider)
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
