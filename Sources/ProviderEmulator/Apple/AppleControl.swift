// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What the control API does with Apple's side.
enum AppleControl {
    static let routes: [ControlRoute] = [
        .apps(of: AppleRecords.self),
        .addApp(
            to: AppleRecords.self,
            example: #"""
                {"id": 7, "team_id": "TEAM567890", "key_id": "KEY4567890", "public_key": {"kty": "EC", "crv": "P-256", \#
                "x": "…", "y": "…"}, "services_id": "com.example.web", "redirect_uris": ["https://app.example/cb"]}
                """#, ko: "앱 추가. public_key는 .p8 키의 공개 쪽입니다.",
            en: "Adds an app. public_key is the public half of its .p8 key."),
        .changeApp(of: AppleRecords.self, example: #"{"bundle_ids": ["com.example.app"]}"#),
        .links(of: AppleRecords.self, ko: "연결과 공유한 것", en: "Who signed in and shared what"),
        ControlRoute(
            .put, "apple/apps/{id}/people/{person}", example: #"{"email": true, "hide_email": true}"#,
            ko: "이미 로그인한 사람으로 만들기. 이름은 다시 오지 않습니다.",
            en: "Makes a person one who has signed in before; no name comes any more."
        ) { control, call throws(LoginError) in
            var body = try call.object()
            let link = AppleLink(
                connectedAt: control.clock.now, sharesEmail: try body.flag("email", otherwise: true),
                hidesEmail: try body.flag("hide_email", otherwise: false))
            try body.end()
            let key = LinkKey(app: call.ids[0], person: call.ids[1])
            return try control.world.change { world throws(LoginError) in
                guard world.apple.apps[key.app] != nil, world.people[key.person] != nil else { throw .emulatorNotFound }
                world.apple.links[key] = link
                return ["email": .bool(link.sharesEmail), "hide_email": .bool(link.hidesEmail)]
            }
        },
        .forgetLink(
            of: AppleRecords.self, ko: "연결 잊기. 토큰도 끝나고, 다음 로그인은 처음이 됩니다.",
            en: "Forgets the link; tokens end too, and the next sign-in is the first."),
        ControlRoute(
            .post, "apple/native",
            example: #"""
                {"app": 3000001, "person": 1001, "bundle_id": "com.example.demo", "nonce": "…", "scopes": ["name", "email"]}
                """#, ko: "기기의 로그인 창을 대신합니다. 네이티브 앱이 받는 값을 돌려줍니다.",
            en: "Stands in for the system's own sheet: gives what a native app gets."
        ) { control, call throws(LoginError) in
            try native(control, call)
        },
        .rules(of: AppleRecords.self, en: "How Apple behaves"),
        .changeRules(
            of: AppleRecords.self, example: #"{"flags_are_text": true, "issuer": "https://account.apple.com"}"#,
            en: "Changes how Apple behaves"),
        .rotateKeys(of: AppleRecords.self),
    ]

    /// What AuthenticationServices hands to an app (`ASAuthorizationAppleIDCredential`): name and address at the first
    /// sign-in only, the nonce as the app set it.
    private static func native(_ control: Control, _ call: ControlCall) throws(LoginError) -> JSONValue {
        var body = try call.object()
        let key = LinkKey(app: try body.requiredID("app"), person: try body.requiredID("person"))
        let bundleID = try body.requiredText("bundle_id")
        let nonce = try body.text("nonce")
        let scopes = try body.texts("scopes")
        guard Set(scopes).isSubset(of: ["name", "email"]) else {
            throw .seed(at: "scopes", .notOneOf(["name", "email"]))
        }
        let hides = try body.flag("hide_email", otherwise: false)
        let code = "c.\(control.fresh.token())"
        try body.end()
        let now = control.clock.now
        let (answer, claims) = try control.world.change { world throws(LoginError) in
            guard let app = world.apple.apps[key.app], app.isNative(bundleID), let person = world.people[key.person]
            else { throw .emulatorNotFound }
            guard person.accountState == .active else { throw .unusablePerson }
            let sharing = AppleSharing(name: scopes.contains("name"), ownEmail: !hides)
            let isFirst = world.apple.connect(
                person, with: app.id, sharing, wantsEmail: scopes.contains("email"), now: now
            ).isFirst
            let login = AppleLogin(
                link: key, clientID: bundleID, authenticatedAt: now, nonce: nonce, isNative: true,
                generation: world.apple.links.generation(of: key))
            world.apple.codes[code] = AppleCode(login: login, redirectURI: nil, challenge: nil, issuedAt: now)
            var answer = JSONObject()
            answer["user"] = .string(person.appleSubject(team: app.teamID))
            answer["authorization_code"] = .string(code)
            if isFirst, scopes.contains("name") {
                let name = person.nameParts
                answer["full_name"] = ["given_name": .string(name.given), "family_name": .string(name.family)]
            }
            if isFirst { answer["email"] = world.apple.emailShared(with: login, by: person).map { .string($0) } }
            return (answer, world.apple.idClaims(of: login, person, code: code, now: now))
        }
        var whole = answer
        whole["identity_token"] = control.sign(claims, as: AppleRecords.provider).map { .string($0) }
        return .object(whole)
    }
}
