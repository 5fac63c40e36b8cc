// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What the control API does with Facebook's side.
enum FacebookControl {
    static let routes: [ControlRoute] = [
        .apps(of: FacebookRecords.self),
        .addApp(
            to: FacebookRecords.self,
            example: #"{"id": 7, "app_secret": "s", "redirect_uris": ["http://localhost:8080/cb"]}"#, ko: "앱 추가",
            en: "Adds an app."),
        .changeApp(of: FacebookRecords.self, example: #"{"requires_proof": true}"#),
        .links(of: FacebookRecords.self, ko: "연결과 권한", en: "Who connected, and what they granted and declined"),
        ControlRoute(
            .put, "facebook/apps/{id}/people/{person}", example: #"{"granted": ["email"], "declined": []}"#,
            ko: "연결하고 권한 정하기", en: "Connects a person and sets what they granted and declined"
        ) { control, call throws(LoginError) in
            var body = try call.object()
            var link = try FacebookLink(reading: &body)
            try body.end()
            link.connectedAt = control.clock.now
            let (key, made) = (LinkKey(app: call.ids[0], person: call.ids[1]), link)
            return try control.world.change { world throws(LoginError) in
                guard world.facebook.apps[key.app] != nil, world.people[key.person] != nil else {
                    throw .emulatorNotFound
                }
                world.facebook.links[key] = made
                return ["granted": .texts(made.granted.sorted()), "declined": .texts(made.declined.sorted())]
            }
        },
        .forgetLink(
            of: FacebookRecords.self, ko: "앱 삭제. 토큰도 끝납니다.",
            en: "Removes the app from a person; tokens end too."),
        ControlRoute(
            .post, "facebook/tokens/end", example: #"{"app": 4000001, "person": 1001, "subcode": 460}"#,
            ko: "토큰 끝내기. subcode는 까닭입니다 (458–468).", en: "Ends tokens; the subcode says why (458 to 468)."
        ) { control, call throws(LoginError) in
            var body = try call.object()
            let key = LinkKey(app: try body.requiredID("app"), person: try body.requiredID("person"))
            let subcode = try body.integer("subcode", in: 458...468).map { Int($0) } ?? 463
            try body.end()
            let count = control.world.withLock { world in
                world.facebook.tokens.change(where: { $0.login.link == key && $0.cause == nil }) { $0.cause = subcode }
            }
            return ["count": JSONValue(count)]
        },
        ControlRoute(
            .post, "facebook/native",
            example: #"{"app": 4000001, "person": 1001, "nonce": "…", "permissions": ["email"], "limited": true}"#,
            ko: "Facebook SDK를 대신합니다. 액세스 토큰이나 제한 로그인의 id_token을 돌려줍니다.",
            en: "Stands in for Facebook's SDK: gives an access token, or a Limited Login's id_token."
        ) { control, call throws(LoginError) in
            try native(control, call)
        },
        .rules(of: FacebookRecords.self, en: "How Facebook behaves"),
        .changeRules(
            of: FacebookRecords.self, example: #"{"junk_fragment": false}"#,
            en: "Changes how Facebook behaves"),
        .rotateKeys(of: FacebookRecords.self),
    ]

    /// What Facebook's own SDK hands to an app: an access token, or where tracking is denied an id_token alone.
    private static func native(_ control: Control, _ call: ControlCall) throws(LoginError) -> JSONValue {
        var body = try call.object()
        let key = LinkKey(app: try body.requiredID("app"), person: try body.requiredID("person"))
        let nonce = try body.text("nonce")
        // Facebook's SDK adds `openid` to what the app asks for.
        let permissions = try body.texts("permissions").filter { $0 != "openid" }
        let unknown = permissions.filter { FacebookPermission.named($0) == nil }
        let isLimited = try body.flag("limited", otherwise: false)
        try body.end()
        let (now, fresh) = (control.clock.now, control.fresh)
        let (answer, claims) = try control.world.change { world throws(LoginError) -> (JSONObject, JSONObject?) in
            guard let app = world.facebook.apps[key.app], let person = world.people[key.person] else {
                throw .emulatorNotFound
            }
            guard person.accountState == .active, app.admits(person.id) else { throw .unusablePerson }
            guard world.facebook.rules.lets(.unknownScopes) || unknown.isEmpty else {
                throw .seed(at: "permissions", .notOneOf(FacebookPermission.all.map(\.id)))
            }
            var link = world.facebook.links[key] ?? FacebookLink(connectedAt: now, granted: ["public_profile"])
            link.granted.formUnion(permissions.filter { !unknown.contains($0) })
            link.declined.subtract(link.granted)
            world.facebook.links[key] = link
            let login = FacebookLogin(
                link: key, hasOpenID: true, nonce: nonce, generation: world.facebook.links.generation(of: key))
            var answer = JSONObject()
            answer["user_id"] = .string(person.facebookID(app: app.id))
            guard !isLimited else {
                return (answer, world.facebook.idClaims(of: login, person, id: fresh.id(), now: now))
            }
            let grant = world.facebook.grant(
                for: login, person, life: world.facebook.rules.longTokenLife, isLongLived: true, fresh: fresh, now: now)
            answer["access_token"] = .string(grant.accessToken)
            return (answer, nil)
        }
        var whole = answer
        whole["id_token"] = claims.flatMap { control.sign($0, as: FacebookRecords.provider) }.map { .string($0) }
        return .object(whole)
    }
}
