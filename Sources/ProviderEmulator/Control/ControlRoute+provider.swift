// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What the control API does with every provider's side alike.
extension ControlRoute {
    static func apps<Records: SignInRecords>(of type: Records.Type) -> ControlRoute {
        ControlRoute(.get, "\(Records.provider)/apps", ko: "앱 목록", en: "Every app") { control, _ throws(LoginError) in
            .array(control.world.withLock { $0[type].sortedApps.map(\.json) })
        }
    }

    static func addApp<Records: SignInRecords>(
        to type: Records.Type, example: String, ko: String, en: String
    ) -> ControlRoute {
        ControlRoute(.post, "\(Records.provider)/apps", example: example, ko: ko, en: en) {
            control, call throws(LoginError) in
            let app = try Records.App(reading: call.object())
            return try control.world.change { world throws(LoginError) in
                guard world[type].apps[app.id] == nil else { throw .seed(at: "id", .repeated) }
                guard world[type].put(app) else { throw .seed(at: "", .repeatedKey) }
                return app.json
            }
        }
    }

    static func changeApp<Records: SignInRecords>(of type: Records.Type, example: String) -> ControlRoute {
        ControlRoute(
            .patch, "\(Records.provider)/apps/{id}", example: example, ko: "앱 설정 바꾸기. null은 지웁니다.",
            en: "Changes an app's settings. null takes a value away."
        ) { control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                guard let app = world[type].apps[call.ids[0]] else { throw .emulatorNotFound }
                let changed = try Records.App(reading: SeedObject(app.json.merged(with: patch)))
                guard changed.id == app.id else { throw .seed(at: "id", .wanted("the same as before", "전과 같은 값")) }
                guard world[type].put(changed) else { throw .seed(at: "", .repeatedKey) }
                return changed.json
            }
        }
    }

    static func links<Records: SignInRecords>(of type: Records.Type, ko: String, en: String) -> ControlRoute {
        ControlRoute(.get, "\(Records.provider)/links", ko: ko, en: en) { control, _ throws(LoginError) in
            control.world.withLock { $0[type].linksJSON }
        }
    }

    static func forgetLink<Records: SignInRecords>(of type: Records.Type, ko: String, en: String) -> ControlRoute {
        ControlRoute(.delete, "\(Records.provider)/apps/{id}/people/{person}", ko: ko, en: en) {
            control, call throws(LoginError) in
            try control.world.change { world throws(LoginError) in
                guard world[type].links.remove(LinkKey(app: call.ids[0], person: call.ids[1])) else {
                    throw .emulatorNotFound
                }
                return [:]
            }
        }
    }

    static func rules<Records: SignInRecords>(of type: Records.Type, en: String) -> ControlRoute {
        ControlRoute(.get, "\(Records.provider)/rules", ko: "동작 규칙", en: en) { control, _ throws(LoginError) in
            control.world.withLock { $0[type].rules.json }
        }
    }

    static func changeRules<Records: SignInRecords>(
        of type: Records.Type, example: String, en: String
    ) -> ControlRoute {
        ControlRoute(.patch, "\(Records.provider)/rules", example: example, ko: "동작 규칙 바꾸기", en: en) {
            control, call throws(LoginError) in
            let patch = try call.body()
            return try control.world.change { world throws(LoginError) in
                let rules = world[type].rules.json.merged(with: patch)
                world[type].rules = try Records.Rules(reading: SeedObject(rules))
                return world[type].rules.json
            }
        }
    }

    static func rotateKeys<Records: SignInRecords>(of type: Records.Type) -> ControlRoute {
        ControlRoute(
            .post, "\(Records.provider)/keys", ko: "서명 키 교체. 하나 전 키는 남아 있습니다.",
            en: "Puts a new signing key to work; the one before stays published."
        ) { control, _ throws(LoginError) in
            control.rotateKeys(of: Records.provider)
        }
    }
}

/// A provider both of whose tokens a test can end.
protocol TokenPairRecords: SignInRecords {
    /// Lets tokens of a person in an app run out now; gives how many.
    mutating func expireTokens(_ kind: TokenKind, of link: LinkKey, now: Date) -> Int
    /// Takes tokens of a person in an app out of the world; gives how many.
    mutating func killTokens(_ kind: TokenKind, of link: LinkKey) -> Int
}

extension ControlRoute {
    static func expireTokens<Records: TokenPairRecords>(of type: Records.Type, app: Int64) -> ControlRoute {
        ControlRoute(
            .post, "\(Records.provider)/tokens/expire", example: example(app, "access"),
            ko: "토큰 만료시키기. tokens: access, refresh, all", en: "Lets tokens run out. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            let now = control.clock.now
            return ["count": JSONValue(control.world.withLock { $0[type].expireTokens(kind, of: link, now: now) })]
        }
    }

    static func killTokens<Records: TokenPairRecords>(of type: Records.Type, app: Int64) -> ControlRoute {
        ControlRoute(
            .post, "\(Records.provider)/tokens/kill", example: example(app, "all"),
            ko: "토큰 없애기. tokens: access, refresh, all", en: "Makes tokens unknown. tokens: access, refresh, all"
        ) { control, call throws(LoginError) in
            let (link, kind) = try tokens(call)
            return ["count": JSONValue(control.world.withLock { $0[type].killTokens(kind, of: link) })]
        }
    }

    private static func example(_ app: Int64, _ kind: String) -> String {
        #"{"app": \#(app), "person": 1001, "tokens": "\#(kind)"}"#
    }

    private static func tokens(_ call: ControlCall) throws(LoginError) -> (LinkKey, TokenKind) {
        var body = try call.object()
        let link = LinkKey(app: try body.requiredID("app"), person: try body.requiredID("person"))
        let kind = try body.word("tokens", otherwise: TokenKind.all)
        try body.end()
        return (link, kind)
    }
}
